import AccessEnabler
import Base
import Dispatch
import Foundation
import PassSimulator
import PlatformAccount
import TestSupport
import Testing

/// The original SDK's class, on the real stack.
@Suite("Facade", .timeLimit(.minutes(10))) struct FacadeTests {
    private let host = OldHost()

    /// Tells when everything asked before has been told.
    private func settle(_ accessEnabler: AccessEnabler) async {
        accessEnabler.getMetadata([METADATA_OPCODE_KEY: METADATA_DEVICE_ID, "call": "settled"])
        await watched("the end") { [host] in
            while true {
                // One look: what comes after it is waited for.
                let seen = host.lines.values
                if seen.contains(where: { $0.hasSuffix("settled") }) { return }
                await host.lines.wait(for: seen.count + 1)
            }
        }
    }

    @Test("S2, S3: setRequestor and checkAuthentication, in order, as the core tells them")
    func silent() async throws {
        let world = try World()
        world.platform.change { $0.permission = .denied }
        let accessEnabler = world.facade(host)
        accessEnabler.setRequestor(World.requestor)
        accessEnabler.checkAuthentication()
        await settle(accessEnabler)
        #expect(
            host.lines.values.dropLast() == [
                "status VSA403 info", "setRequestorComplete 1", "status N000 info",
                "setAuthenticationStatus 0 USER_NOT_AUTHENTICATED_ERROR",
                "sendTrackingData 0 [\"false\", \"\", \"\", \"false\", \"tablet\", \"ios\", \"Linux\"]",
            ])
    }

    @Test("I1, R400: an object without a statement says so at setRequestor, and no sooner")
    func noStatement() async throws {
        let world = try World()
        var environment = world.environment()
        environment.softwareStatement = Secret("")
        let accessEnabler = AccessEnabler(environment: environment)
        accessEnabler.delegate = host
        accessEnabler.statusDelegate = host
        accessEnabler.checkAuthentication()
        accessEnabler.setRequestor(World.requestor)
        await host.wait(for: "setRequestorComplete")
        #expect(host.lines.values.suffix(2) == ["status R400 error", "setRequestorComplete 0"])
        #expect(host.lines.values.first == "status CFG400 error")
    }

    @Test("nil for a text is an empty one: a documented outcome, no trap")
    func nils() async throws {
        let world = try World()
        let accessEnabler = world.facade(host)
        accessEnabler.setOptions(nil)
        accessEnabler.setRequestor(nil)
        accessEnabler.handleExternalURL(nil)
        accessEnabler.setSelectedProvider(nil)
        accessEnabler.getMetadata(nil)
        accessEnabler.setRequestor(World.requestor, serviceProviders: nil)
        await settle(accessEnabler)
        #expect(
            host.lines.values.filter { !$0.hasPrefix("sendTrackingData") }.dropLast() == [
                "status CFG400 error", "setRequestorComplete 0",
                "setAuthenticationStatus 0 PROVIDER_NOT_SELECTED_ERROR", "setMetadataStatus nil false -1 nil",
                "setRequestorComplete 1",
            ])
    }

    @Test("S4: a login through picker, list and page, and a logout")
    func login() async throws {
        let world = try World()
        world.platform.change {
            $0.pickerChoice = .otherProvider
            $0.pickerProviders = ["northcable_apple", "southsat_apple"].map {
                PickerProvider(identifier: $0, displayName: $0)
            }
        }
        let accessEnabler = world.facade(host)
        accessEnabler.setRequestor(World.requestor)
        accessEnabler.getAuthentication(false, withData: ["promotion": "p1"], andFilter: [TV_PROVIDERS: ["SouthSat"]])
        await host.wait(for: "displayProviderDialog")
        accessEnabler.setSelectedProvider("EastFiber")
        await host.wait(for: "navigate")
        let page = try #require(host.lines.values.last?.dropFirst("navigate ".count))
        #expect(page.contains("generic_data=") && page.contains("promotion"))
        guard case .redirected(let url) = await SimulatedPerson().signIn(at: String(page)) else {
            Issue.record("the page leads nowhere")
            return
        }
        accessEnabler.handleExternalURL(url)
        await host.wait(for: "setAuthenticationStatus")
        accessEnabler.getSelectedProvider()
        await host.wait(for: "selectedProvider")
        accessEnabler.logout()
        await host.wait(for: "navigate", count: 2)
        accessEnabler.handleExternalURL(ADOBEPASS_REDIRECT_URL)
        await host.wait(for: "setAuthenticationStatus 0")
        let names = host.lines.values.map { $0.prefix { $0 != "[" && $0 != "|" && $0 != ":" } }
        #expect(
            names == [
                "setRequestorComplete 1", "present ", "dismiss", "status N003 info", "displayProviderDialog ",
                "sendTrackingData 2 ", "navigate http", "setAuthenticationStatus 1 ", "sendTrackingData 0 ",
                "selectedProvider EastFiber", "navigate http",
                "setAuthenticationStatus 0 USER_NOT_AUTHENTICATED_ERROR",
            ])
        #expect(host.lines.values[1] == "present [\"southsat_apple\"]")
    }

    @Test("I3: options go with requests", arguments: [true, false])
    func options(_ asText: Bool) async throws {
        let world = try World()
        let accessEnabler = world.facade(host)
        let info: Any = asText ? #"{"model":"box"}"# : ["model": "box"]
        accessEnabler.setOptions(["applicationProfile": "profile", "visitorID": "visitor", "device_info": info])
        accessEnabler.setRequestor(World.requestor)
        await host.wait(for: "setRequestorComplete")
        let headers = try #require(world.simulator.requests(at: .configuration).first).headers
        #expect(headers["ap-application-profile"] == "profile")
        #expect(headers["ap-visitor-identifier"] == "visitor")
        let sent = Data(base64Encoded: headers["x-device-info"] ?? "") ?? Data()
        #expect(String(decoding: sent, as: UTF8.self).contains(#""model":"box""#))
    }

    @Test("S2.M: service providers as texts or URLs")
    func serviceProviders() async throws {
        let world = try World()
        let accessEnabler = world.facade(host)
        let url = try #require(URL(string: world.simulator.baseURL))
        accessEnabler.setRequestor(World.requestor, serviceProviders: [url])
        accessEnabler.setRequestor(World.requestor, serviceProviders: [world.simulator.baseURL + "/"])
        await host.wait(for: "setRequestorComplete", count: 2)
        #expect(host.lines.values == ["setRequestorComplete 1", "setRequestorComplete 1"])
    }

    @Test("M1 to M3: each question gets its own dictionary back, an unknown one nil")
    func metadata() async throws {
        let world = try World.signedIn()
        let accessEnabler = world.facade(host)
        accessEnabler.setRequestor(World.requestor)
        accessEnabler.getMetadata([
            METADATA_OPCODE_KEY: Int(METADATA_USER_META), METADATA_USER_META_KEY: "tokenSource", "call": 1,
        ])
        accessEnabler.getMetadata([METADATA_OPCODE_KEY: 99, "call": 2])
        accessEnabler.getMetadata([METADATA_OPCODE_KEY: METADATA_AUTHENTICATION, "call": 3])
        await settle(accessEnabler)
        let before = world.simulator.requests.count
        let lines = host.lines.values.dropFirst()
        #expect(lines.first == "setMetadataStatus Apple false 3 1")
        #expect(lines.dropFirst().first == "setMetadataStatus nil false 99 2")
        #expect(lines.dropFirst(2).first?.hasSuffix(" false 0 3") == true)
        #expect(lines.count == 4)
        // What nobody knows is no question for the service.
        accessEnabler.getMetadata([METADATA_OPCODE_KEY: METADATA_USER_META, "call": 4])
        await host.wait(for: "setMetadataStatus nil false 3 4")
        #expect(world.simulator.requests.count == before)
    }

    @Test("preauthorize: the SDK's own errors are failures, the service's are responses, and so are decisions")
    func preauthorize() async throws {
        let world = try World.signedIn()
        let answers = Recorder<String>()
        let accessEnabler = world.facade(host)
        func ask() {
            let request = PreauthorizeRequest.Builder().setResources(resources: ["A"])
                .disableFeatures(features: [.LOCAL_CACHE]).build()
            accessEnabler.preauthorize(
                request,
                didCompleteWith: AccessEnablerCallback(
                    onResponse: {
                        let decisions = $0.getDecisions().map { "\($0.getId()) \($0.isAuthorized())" }
                        answers.add("response \($0.getStatus()?.getStatus() ?? -1) \(decisions)")
                    },
                    onFailure: { answers.add("failure \($0.getStatus()?.getCode() ?? "none")") }))
        }
        ask()
        accessEnabler.setRequestor(World.requestor)
        ask()
        await answers.wait(for: 2)
        world.simulator.setFault(
            Fault(.status(500, body: "", contentType: "text/plain", headers: [:])), at: .preauthorize)
        ask()
        await answers.wait(for: 3)
        #expect(
            answers.values == [
                "failure requestor_not_configured", "response -1 [\"A true\"]", "response 500 []",
            ])
    }

    @Test("I2: INTEGRITY_CHECK_CLEAR signs out")
    func clear() async throws {
        let world = try World.signedIn()
        let first = world.facade(host)
        first.setRequestor(World.requestor)
        await host.wait(for: "setRequestorComplete")
        for (check, status) in [(IntegrityCheckType.INTEGRITY_CHECK_ALL, 1), (.INTEGRITY_CHECK_CLEAR, 0)] {
            world.platform.change { $0.permission = status == 1 ? .granted : .denied }
            let host = OldHost()
            let next = AccessEnabler(
                storageCheck: check, softwareStatement: world.simulator.softwareStatement,
                environment: world.environment())
            next.delegate = host
            next.setRequestor(World.requestor)
            next.checkAuthentication()
            await host.wait(for: "setAuthenticationStatus")
            #expect(host.lines.values.contains { $0.hasPrefix("setAuthenticationStatus \(status)") })
        }
    }

    @Test("Deprecated forms do what took their place")
    func deprecated() async throws {
        let world = try World()
        let accessEnabler: any Deprecated = world.facade(host)
        accessEnabler.callAll(World.requestor, world.simulator.baseURL)
        await host.wait(for: "setRequestorComplete", count: 6)
        #expect(host.lines.values == Array(repeating: "setRequestorComplete 1", count: 6))
    }
}

/// Deprecated code may call deprecated code without a warning.
private protocol Deprecated {
    func callAll(_ requestor: String, _ url: String)
}

extension AccessEnabler: Deprecated {
    @available(*, deprecated)
    fileprivate func callAll(_ requestor: String, _ url: String) {
        getAuthenticationToken()
        setRequestor(requestor, signedRequestorID: "signature")
        setRequestor(requestor, signedRequestorID: "signature", serviceProviders: [url])
        setRequestor(requestor, signedRequestorID: "signature", secret: "secret", publicKey: "key")
        setRequestor(
            requestor, signedRequestorID: "signature", serviceProviders: [url], secret: "secret", publicKey: "key")
        setRequestor(requestor, setSignedRequestorId: "signature")
        setRequestor(requestor, setSignedRequestorId: "signature", secret: "secret", publicKey: "key")
    }
}
