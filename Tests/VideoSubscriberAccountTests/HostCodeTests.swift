import Base
import Foundation
import PlatformAccount
import Testing
import VideoSubscriberAccount

/// Code as guides print it, written against the framework's shape alone: if it compiles and works, hosts do.
final class GuideHost: NSObject, VSAccountManagerDelegate {
    let shown = Lock<[String]>([])
    let answer: @Sendable (TVProviderDialog) -> Void
    let accepts: Bool

    init(accepts: Bool = true, answer: @escaping @Sendable (TVProviderDialog) -> Void = { _ in }) {
        self.accepts = accepts
        self.answer = answer
    }

    func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {
        shown.withLock { $0.append("present") }
        answer(viewController.dialog)
    }

    func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {
        shown.withLock { $0.append("dismiss") }
    }

    func accountManager(
        _ accountManager: VSAccountManager,
        shouldAuthenticateAccountProviderWithIdentifier accountProviderIdentifier: String
    ) -> Bool {
        shown.withLock { $0.append("should \(accountProviderIdentifier)") }
        return accepts
    }
}

private func account(_ change: (inout ScriptedPlatformAccount.Script) -> Void) -> ScriptedPlatformAccount {
    var script = ScriptedPlatformAccount.Script()
    change(&script)
    return ScriptedPlatformAccount(script)
}

@Suite("Host code of Apple SSO guides")
struct HostCodeTests {
    @Test(
        "access status by completion handler, once, with the error unless granted", arguments: AccessPermission.allCases
    )
    func access(_ permission: AccessPermission) async throws {
        let manager = VSAccountManager(platformAccount: account { $0.permission = permission })
        let (status, error) = await withCheckedContinuation { continuation in
            manager.checkAccessStatus(options: [VSCheckAccessOption.prompt: false]) { status, error in
                continuation.resume(returning: (status, error))
            }
        }
        #expect(status.rawValue == permission.rawValue)
        #expect((error == nil) == (permission == .granted))
    }

    @Test("the async form throws accessNotGranted, which catch clauses and NSError casts both read")
    func accessThrows() async {
        let manager = VSAccountManager(platformAccount: account { $0.permission = .denied })
        do {
            _ = try await manager.checkAccessStatus()
            Issue.record("denied access must throw")
        } catch VSError.accessNotGranted {
            // The clause itself is what is tested.
        } catch {
            Issue.record("not matched: \(error)")
        }
    }

    @Test("prompting is passed on only when asked for", arguments: [true, false])
    func prompt(_ prompting: Bool) async throws {
        let backend = account {
            $0.permission = .notDetermined
            $0.promptAnswer = .granted
        }
        let status = try? await VSAccountManager(platformAccount: backend).checkAccessStatus(options: [
            .prompt: prompting
        ])
        #expect(status == (prompting ? .granted : nil))
        #expect(backend.promptCount == (prompting ? 1 : 0))
    }

    @Test("silent metadata of the account signed in, and only what was asked for")
    func metadata() async throws {
        let backend = account {
            $0.account = .init(
                providerIdentifier: "northcable_apple", expirationDate: Timestamp(milliseconds: 1_893_456_000_500))
            $0.saml = .text(Secret("<saml/>"))
        }
        let request = VSAccountMetadataRequest()
        request.channelIdentifier = "https://saml.sp.auth.adobe.com"
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        request.isInterruptionAllowed = false
        var (found, error) = await enqueue(request, backend)
        #expect(error == nil)
        #expect(found?.accountProviderIdentifier == "northcable_apple")
        #expect(found?.authenticationExpirationDate == Date(timeIntervalSince1970: 1_893_456_000.5))
        #expect(found?.samlAttributeQueryResponse == nil)

        request.includeAuthenticationExpirationDate = false
        request.attributeNames = ["userID"]
        request.verificationToken = "token"
        (found, error) = await enqueue(request, backend)
        #expect(error == nil)
        #expect(found?.authenticationExpirationDate == nil)
        #expect(found?.samlAttributeQueryResponse == "<saml/>")
        #expect(found?.accountProviderResponse?.authenticationScheme == .saml)
        #expect(found?.accountProviderResponse?.body == "<saml/>")
    }

    @Test("every platform error arrives with domain, code and info keys", arguments: VSError.Code.allCases)
    func errors(_ code: VSError.Code) async throws {
        let backend = account {
            $0.accountError = PlatformAccountError(
                .init(rawValue: code.rawValue), message: "text", unsupportedProviderIdentifier: "picked_apple")
        }
        let (found, error) = await enqueue(VSAccountMetadataRequest(), backend)
        #expect(found == nil)
        let typed = try #require(error as? VSError)
        #expect(typed.code == code)
        let bridged = try #require(error as NSError?)
        #expect(bridged.domain == VSErrorDomain)
        #expect(bridged.code == code.rawValue)
        #expect(bridged.userInfo["VSErrorInfoKeyUnsupportedProviderIdentifier"] as? String == "picked_apple")
        #expect(bridged.localizedDescription == "text")
    }

    @Test("an unknown code and a foreign domain keep their numbers and names")
    func unknownErrors() async throws {
        for error in [
            PlatformAccountError(.init(rawValue: 99), message: "new"),
            PlatformAccountError(.unsupported, domain: "AccountDatabase", message: "locked"),
        ] {
            let (_, seen) = await enqueue(VSAccountMetadataRequest(), account { $0.accountError = error })
            let bridged = try #require(seen as NSError?)
            #expect(bridged.domain == error.domain)
            #expect(bridged.code == error.code.rawValue)
            #expect(seen as? VSError == nil)
        }
    }

    @Test("the picker is presented, asked about, and dismissed before the handler runs", arguments: [true, false])
    func picker(_ accepts: Bool) async throws {
        let backend = account {
            $0.pickerProviders = [PickerProvider(identifier: "northcable_apple", displayName: "North Cable")]
            $0.accountsByChoice = ["northcable_apple": .init(providerIdentifier: "northcable_apple")]
        }
        let host = GuideHost(accepts: accepts) { dialog in
            if let first = dialog.providers.first { dialog.choose(first) }
        }
        let manager = VSAccountManager(platformAccount: backend)
        manager.delegate = host
        let request = VSAccountMetadataRequest()
        request.includeAccountProviderIdentifier = true
        request.isInterruptionAllowed = true
        let (found, error) = await enqueue(request, manager)
        #expect(host.shown.withLock { $0 } == ["present", "should northcable_apple", "dismiss"])
        #expect(found?.accountProviderIdentifier == (accepts ? "northcable_apple" : nil))
        #expect((error as? VSError)?.code == (accepts ? nil : .unsupportedProvider))
        #expect((error as? VSError)?.unsupportedProviderIdentifier == (accepts ? nil : "northcable_apple"))
    }

    @Test("cancel ends a request that never answers; the handler runs once")
    func cancelled() async throws {
        let backend = account { $0.accountPace = .never }
        let manager = VSAccountManager(platformAccount: backend)
        let calls = Lock(0)
        let error = await withCheckedContinuation { (continuation: CheckedContinuation<(any Error)?, Never>) in
            let result = manager.enqueue(VSAccountMetadataRequest()) { _, error in
                if calls.withLock({ calls in
                    calls += 1
                    return calls
                }) == 1 {
                    continuation.resume(returning: error)
                }
            }
            result.cancel()
            result.cancel()
        }
        #expect(error != nil)
        #expect(calls.withLock { $0 } == 1)
    }

    @Test("a request changed after enqueue acts as it was")
    func copied() async throws {
        let backend = account { $0.account = .init(providerIdentifier: "northcable_apple") }
        let manager = VSAccountManager(platformAccount: backend)
        let request = VSAccountMetadataRequest()
        request.includeAccountProviderIdentifier = true
        let found = await withCheckedContinuation { continuation in
            manager.enqueue(request) { metadata, _ in continuation.resume(returning: metadata) }
            request.includeAccountProviderIdentifier = false
        }
        #expect(found?.accountProviderIdentifier == "northcable_apple")
    }

    private func enqueue(
        _ request: VSAccountMetadataRequest, _ backend: ScriptedPlatformAccount
    ) async -> (VSAccountMetadata?, (any Error)?) {
        await enqueue(request, VSAccountManager(platformAccount: backend))
    }

    private func enqueue(
        _ request: VSAccountMetadataRequest, _ manager: VSAccountManager
    ) async -> (VSAccountMetadata?, (any Error)?) {
        await withCheckedContinuation { continuation in
            manager.enqueue(request) { metadata, error in continuation.resume(returning: (metadata, error)) }
        }
    }
}
