import PlatformAccount

extension Demo {
    /// Step 4: what a person does with the platform's picker.
    static func pickerScenes(_ stage: Stage) async {
        await stage.act("The picker is cancelled; then the app's own list too") { device, host in
            device.change { $0.pickerChoice = .cancel }
            await host.getAuthentication(
                until: .dialog, expecting: "present", "dismiss", "N005", "displayProviderDialog")
            await host.setSelectedProvider(
                nil, until: .verdict, expecting: "N005", "setAuthenticationStatus(0)", "sendTrackingData")
        }
        await stage.act("A provider the requestor is not integrated with") { device, host in
            device.change { $0.pickerChoice = .provider("farcable_apple") }
            await host.getAuthentication(
                until: .dialog, expecting: "present", "dismiss", "N004", "displayProviderDialog")
        }
        await stage.act("A provider with single sign-on: exchanged, then signed out again") { device, host in
            device.change { $0.pickerChoice = .provider("northcable_apple") }
            await host.getAuthentication(
                until: .verdict, expecting: "present", "dismiss", "setAuthenticationStatus(1)", "sendTrackingData")
            device.change { $0.account = nil }
            await host.logout(until: .logoutVerdict, expecting: "VSA203", "setAuthenticationStatus(0)")
        }
    }

    /// Step 4 on iOS behaviour: the provider's own page.
    static func loginScenes(_ stage: Stage) async {
        await stage.act("\"Other TV provider\": the app's own list, and the provider's page") { device, host in
            device.change { $0.pickerChoice = .otherProvider }
            await host.getAuthentication(
                until: .dialog, expecting: "present", "dismiss", "N003", "displayProviderDialog")
            await host.setSelectedProvider("EastFiber", until: .page, expecting: "sendTrackingData", "navigateToUrl")
            await host.personSignsIn()
            await host.handleRedirect(until: .verdict, expecting: "setAuthenticationStatus(1)", "sendTrackingData")
            await host.metadata("zip", expecting: "setMetadataStatus")
            await host.getSelectedProvider(expecting: "selectedProvider(East Fiber)")
        }
        await stage.act("What that subscription includes") { _, host in
            await host.deny("Sports", at: "EastFiber", "Sports is not part of your plan.")
            await host.checkPreauthorizedResources(
                "Movies", "Sports", "News", expecting: "preauthorizedResources(Movies, News)")
            await host.getAuthorization("Movies", expecting: "setToken")
            await host.getAuthorization("Sports", expecting: "Z100", "tokenRequestFailed")
        }
        await stage.act("Signed out at the provider's page, too") { _, host in
            await host.logout(until: .page, expecting: "navigateToUrl")
            await host.handleRedirect(until: .logoutVerdict, expecting: "setAuthenticationStatus(0)")
        }
        await stage.act("A picker-only provider: its page at once, no list") { device, host in
            device.change { $0.pickerChoice = .provider("southsat_apple") }
            await host.getAuthentication(
                until: .page, expecting: "present", "dismiss", "sendTrackingData", "navigateToUrl")
            await host.personSignsIn()
            await host.handleRedirect(until: .verdict, expecting: "setAuthenticationStatus(1)", "sendTrackingData")
        }
    }

    /// Step 4 on tvOS behaviour: a code, used on a second screen.
    static func secondScreenScenes(_ stage: Stage) async {
        await stage.act("tvOS behaviour: a code for the second screen; the first poll is due after 5 s") {
            device, host in
            device.change { $0.permission = .denied }
            await host.setRequestor(expecting: "VSA403", "setRequestorComplete(1)")
            await host.getAuthentication(until: .dialog, expecting: "VSA403", "displayProviderDialog")
            await host.setSelectedProvider("NorthCable", until: .code, expecting: "sendTrackingData", "REGCODE")
            await host.personActivates(until: .verdict, expecting: "setAuthenticationStatus(1)", "sendTrackingData")
            await host.logout(until: .logoutVerdict, expecting: "setAuthenticationStatus(0)")
        }
    }
}
