import PlatformAccount

extension Demo {
    /// Steps 1 to 3: nobody is asked anything.
    static func silentScenes(_ stage: Stage) async {
        await stage.act("Cold start; the person denied this app the TV provider account") { device, host in
            device.change { $0.permission = .denied }
            await host.setRequestor(expecting: "VSA403", "setRequestorComplete(1)")
        }
        await stage.act("The person has not chosen yet, and is not prompted") { device, host in
            device.change { $0.permission = .notDetermined }
            await host.setRequestor(expecting: "VSA404", "setRequestorComplete(1)")
        }
        await stage.act("The platform cannot be asked") { device, host in
            device.change {
                $0.permission = .granted
                $0.accountError = PlatformAccountError(.serviceTemporarilyUnavailable, message: "no answer")
            }
            await host.setRequestor(expecting: "APPL_ERROR", "setRequestorComplete(1)")
        }
        await stage.act("Nobody is signed in, neither on the device nor here") { device, host in
            device.change { $0.accountError = nil }
            await host.checkAuthentication(expecting: "N000", "setAuthenticationStatus(0)")
            await host.metadata("tokenSource", expecting: "setMetadataStatus(nil)")
        }
        await stage.act("Signed in at device system level: the account is exchanged without a question") {
            device, host in
            device.change { $0.account = .init(providerIdentifier: "northcable_apple") }
            await host.setRequestor(expecting: "setRequestorComplete(1)")
            await host.checkAuthentication(expecting: "setAuthenticationStatus(1)")
            await host.metadata("tokenSource", expecting: "setMetadataStatus(Apple)")
        }
        await stage.act("Permission withdrawn in Settings, and given back") { device, host in
            device.change { $0.permission = .denied }
            await host.checkAuthentication(expecting: "VSA403", "setAuthenticationStatus(0)")
            device.change { $0.permission = .granted }
            await host.checkAuthentication(expecting: "setAuthenticationStatus(1)")
        }
        await stage.act("Signed out in Settings: the token goes at the next setRequestor") { device, host in
            device.change { $0.account = nil }
            await host.setRequestor(expecting: "setRequestorComplete(1)")
            await host.checkAuthentication(expecting: "N000", "setAuthenticationStatus(0)")
        }
        await stage.act("A requestor the service does not know") { _, host in
            await host.setRequestor("NOBODY", expecting: "CFG400", "setRequestorComplete(0)")
            await host.setRequestor(expecting: "setRequestorComplete(1)")
        }
    }
}
