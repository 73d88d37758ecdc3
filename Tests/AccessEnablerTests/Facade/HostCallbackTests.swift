import AccessEnabler
import Base
import PlatformAccount
import Testing

@testable import class AccessEnabler.HostCallbacks
@testable import struct AccessEnabler.MetadataQuestion

/// The core's callbacks in the words of the original SDK.
@Suite("Facade: callbacks") struct HostCallbackTests {
    private let host = OldHost()
    private let callbacks = HostCallbacks()

    init() {
        callbacks.delegate = host
        callbacks.statusDelegate = host
    }

    @Test("Each callback, with all it carries")
    func each() {
        var mvpd = ConfiguredMVPD(id: "A", displayName: "Provider A")
        mvpd.logoURL = "https://logo.example/a"
        mvpd.enablePlatformServices = true
        mvpd.boardingStatus = .picker
        callbacks.setRequestorComplete(1)
        callbacks.setAuthenticationStatus(0, errorCode: "GENERIC_AUTHENTICATION_ERROR")
        callbacks.setAuthenticationStatus(1, errorCode: "")
        callbacks.status(AdvancedStatus(errorID: "N000", level: .info))
        callbacks.sendTrackingData(["true", "A"], forEventType: .authorization)
        callbacks.displayProviderDialog([mvpd, ConfiguredMVPD(id: "B")])
        callbacks.selectedProvider(mvpd)
        callbacks.selectedProvider(nil)
        callbacks.navigateToUrl("https://login.example")
        callbacks.navigateToUrl("https://login.example", useSVC: true)
        callbacks.setToken("token", forResource: "R")
        callbacks.tokenRequestFailed("R", errorCode: "USER_NOT_AUTHORIZED_ERROR", errorDescription: "Upgrade")
        callbacks.preauthorizedResources(["R", "S"])
        #expect(
            host.lines.values == [
                "setRequestorComplete 1", "setAuthenticationStatus 0 GENERIC_AUTHENTICATION_ERROR",
                "setAuthenticationStatus 1 ", "status N000 info", "sendTrackingData 1 [\"true\", \"A\"]",
                "displayProviderDialog [\"A|Provider A|https://logo.example/a|true|PICKER\", \"B|B|nil|false|nil\"]",
                "selectedProvider A|Provider A|https://logo.example/a|true|PICKER", "selectedProvider nil",
                "navigate https://login.example", "navigate https://login.example true", "setToken token R",
                "tokenRequestFailed R USER_NOT_AUTHORIZED_ERROR Upgrade", "preauthorizedResources [\"R\", \"S\"]",
            ])
    }

    @Test("A status has just the keys of its code")
    func statusKeys() throws {
        let full = AdvancedStatus(
            errorID: "REGCODE", level: .success, message: "AB12", details: ["domain": "VSErrorDomain", "code": "3"],
            expires: 1_700_000_000_000)
        let keeper = StatusKeeper()
        callbacks.statusDelegate = keeper
        callbacks.status(full)
        callbacks.status(AdvancedStatus(errorID: "CFG404", level: .error))
        let (first, second) = try #require(keeper.seen.count == 2 ? (keeper.seen[0], keeper.seen[1]) : nil)
        #expect(Set(first.keys) == ["errorId", "level", "message", "details", "expires"])
        #expect(first["errorId"] as? String == "REGCODE")
        #expect(first["level"] as? String == "success")
        #expect(first["message"] as? String == "AB12")
        #expect((first["details"] as? [String: Any])?["domain"] as? String == "VSErrorDomain")
        #expect(first["expires"] as? Int == 1_700_000_000_000)
        #expect(Set(second.keys) == ["errorId", "level"])
    }

    @Test("The picker dismissed is the object that was presented")
    func picker() {
        let dialogs = (0..<2).map { _ in TVProviderDialog(providers: []) { _ in } }
        for dialog in dialogs {
            callbacks.presentTVProviderDialog(dialog)
            callbacks.dismissTVProviderDialog(dialog)
        }
        let seen = host.pickers.withLock { $0 }
        #expect(seen.count == 4)
        #expect(seen[0] === seen[1] && seen[2] === seen[3] && seen[0] !== seen[2])
        #expect(seen[0].dialog === dialogs[0])
    }

    @Test("Values arrive as Swift's own, nested ones too; no value is nil")
    func metadataValues() {
        let keeper = MetadataKeeper()
        callbacks.delegate = keeper
        let values: [JSONValue?] = [
            .string("text"), .bool(true), .integer(7), .number(1.5), .array([.string("94040"), .null]),
            .object(["MPAA": .string("PG-13"), "list": .array([.integer(1)])]), .null, nil,
        ]
        for value in values {
            let arguments = callbacks.keep(MetadataQuestion([METADATA_OPCODE_KEY: 3, METADATA_USER_META_KEY: "x"]))
            callbacks.setMetadataStatus(value, encrypted: false, forKey: .userMetadata("x"), arguments: arguments)
        }
        let seen = keeper.seen
        #expect(seen.count == values.count)
        #expect(seen[0] as? String == "text")
        #expect(seen[1] as? Bool == true)
        #expect(seen[2] as? Int == 7)
        #expect(seen[3] as? Double == 1.5)
        #expect((seen[4] as? [Any])?.first as? String == "94040")
        #expect((seen[4] as? [Any])?.last as? JSONValue == .null)
        #expect((seen[5] as? [String: Any])?["MPAA"] as? String == "PG-13")
        #expect(((seen[5] as? [String: Any])?["list"] as? [Any])?.first as? Int == 1)
        #expect(seen[6] == nil && seen[7] == nil)
    }

    @Test("Without hosts nothing happens; each may be set without the other")
    func noHosts() {
        callbacks.delegate = nil
        callbacks.setRequestorComplete(1)
        callbacks.status(AdvancedStatus(errorID: "N000", level: .info))
        callbacks.statusDelegate = nil
        callbacks.status(AdvancedStatus(errorID: "N000", level: .info))
        #expect(host.lines.values == ["status N000 info"])
    }

    @Test("Hosts are held weakly")
    func weakly() {
        weak var released: OldHost?
        do {
            let short = OldHost()
            released = short
            callbacks.delegate = short
            callbacks.statusDelegate = short
            #expect(callbacks.delegate === short && callbacks.statusDelegate === short)
        }
        #expect(released == nil)
        #expect(callbacks.delegate == nil && callbacks.statusDelegate == nil)
    }
}

/// Keeps the dictionaries themselves.
private final class StatusKeeper: EntitlementStatus {
    private(set) var seen: [[AnyHashable: Any]] = []
    func status(_ statusDictionary: [AnyHashable: Any]!) { seen.append(statusDictionary) }
}

/// Keeps the metadata themselves.
private final class MetadataKeeper: EntitlementDelegate {
    private(set) var seen: [Any?] = []

    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {
        seen.append(metadata)
    }

    func setRequestorComplete(_ status: Int32) {}
    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {}
    func setToken(_ token: String!, forResource resource: String!) {}
    func preauthorizedResources(_ resources: [Any]!) {}
    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {}
    func selectedProvider(_ mvpd: MVPD!) {}
    func displayProviderDialog(_ mvpds: [Any]!) {}
    func navigate(toUrl url: String!) {}
    func presentTvProviderDialog(_ viewController: UIViewController!) {}
    func dismissTvProviderDialog(_ viewController: UIViewController!) {}
}
