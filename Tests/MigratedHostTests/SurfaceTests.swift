import AccessEnabler
import PassSimulator
import TestSupport
import Testing

/// A host that spells everything as on iOS hears what it is told.
@Suite("Surface of the original SDK", .timeLimit(.minutes(10)))
struct SurfaceTests {
    @Test("Constants have the values hosts have seen")
    func constants() {
        #expect([ACCESS_ENABLER_STATUS_ERROR, ACCESS_ENABLER_STATUS_SUCCESS] == [0, 1])
        #expect(
            [METADATA_AUTHENTICATION, METADATA_AUTHORIZATION, METADATA_DEVICE_ID, METADATA_USER_META] == [0, 1, 2, 3])
        #expect([TRACKING_AUTHENTICATION, TRACKING_AUTHORIZATION, TRACKING_GET_SELECTED_PROVIDER] == [0, 1, 2])
        #expect(METADATA_USER_META_KEY == "user_metadata_name")
        #expect(ADOBEPASS_REDIRECT_URL == "adobepass://ios.app")
        #expect(USER_AUTHENTICATED.isEmpty)
        #expect(USER_NOT_AUTHENTICATED_ERROR == "USER_NOT_AUTHENTICATED_ERROR")
        #expect(PROVIDER_NOT_SELECTED_ERROR == "PROVIDER_NOT_SELECTED_ERROR")
        #expect(GENERIC_AUTHENTICATION_ERROR == "GENERIC_AUTHENTICATION_ERROR")
        #expect(USER_NOT_AUTHORIZED_ERROR == "USER_NOT_AUTHORIZED_ERROR")
    }

    @Test("A host with every signature")
    func everySignature() {
        let host = EverySignature()
        let mvpd = MVPD()
        mvpd.id = "A"
        mvpd.displayName = "Provider A"
        mvpd.enablePlatformServices = true
        mvpd.boardingStatus = "SUPPORTED"
        let delegate: any EntitlementDelegate = host
        delegate.setRequestorComplete(1)
        delegate.setAuthenticationStatus(1, errorCode: "")
        delegate.setAuthenticationStatus(0, errorCode: USER_NOT_AUTHENTICATED_ERROR)
        delegate.displayProviderDialog([mvpd])
        delegate.selectedProvider(nil)
        delegate.navigate(toUrl: "https://one.example", useSVC: true)
        delegate.setMetadataStatus(
            "x", encrypted: true, forKey: 3, andArguments: [METADATA_USER_META_KEY: "userID"])
        let status: any EntitlementStatus = host
        status.status(["errorId": "N000"])
        #expect(
            host.heard == [
                "setRequestorComplete", "authenticated", "USER_NOT_AUTHENTICATED_ERROR", "A Provider A ", "SSO", "none",
                "https://one.example", "userID", "N000",
            ])
    }

    @Test("Two MVPDs with the same values are two objects, as in Objective-C")
    func identity() {
        let (one, other) = (MVPD(), MVPD())
        #expect(one == one)
        #expect(one != other)
        #expect(Set([one, other, one]).count == 2)
    }
}
