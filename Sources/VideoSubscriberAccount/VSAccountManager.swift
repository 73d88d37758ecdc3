public import Foundation
public import PlatformAccount

/// Reads the person's TV provider account, as Apple's class of that name does on its devices.
///
/// The account comes from a `PlatformAccountBackend`. Apple's `init()` names none, so `VSAccountManager.platformAccount`
/// says once for the process which one that is; `init(platformAccount:)` names another for one manager (choice).
///
/// Source: "Video Subscriber Account", VSAccountManager.
public final class VSAccountManager: NSObject, Sendable {
    private let backend: any PlatformAccountBackend
    private let reference: DelegateReference

    /// A manager over the process's platform account.
    public override convenience init() {
        self.init(platformAccount: Self.platformAccount)
    }

    /// A manager over this platform account.
    public init(platformAccount: any PlatformAccountBackend) {
        backend = platformAccount
        reference = DelegateReference()
    }

    /// The platform account of managers made by `init()`; without setting it, a device that keeps none.
    public static var platformAccount: any PlatformAccountBackend {
        get { ProcessAccount.backend }
        set { ProcessAccount.backend = newValue }
    }

    /// Who shows the picker; held weakly.
    ///
    /// An interrupting request without a delegate asks nobody: it is answered as a silent one (Apple names no code).
    public var delegate: (any VSAccountManagerDelegate)? {
        get { reference.delegate }
        set { reference.delegate = newValue }
    }

    /// Asks whether the app may read the account.
    ///
    /// - Parameters:
    ///   - options: `.prompt` with `true`: the person may be asked. Missing = may not (choice).
    ///   - completionHandler: called exactly once, on no particular thread, with the status; the error is
    ///     `VSError.accessNotGranted` unless the status is `granted` (choice), or what the platform failed with.
    public func checkAccessStatus(
        options: [VSCheckAccessOption: Any] = [:],
        completionHandler: @escaping @Sendable (VSAccountAccessStatus, (any Error)?) -> Void
    ) {
        let prompting = options[.prompt] as? Bool ?? false
        let backend = backend
        Task {
            let (status, error) = await Self.status(backend, prompting: prompting)
            completionHandler(status, error)
        }
    }

    /// As `checkAccessStatus(options:completionHandler:)`; an error hides the status, as on Apple's platforms.
    public func checkAccessStatus(options: [VSCheckAccessOption: Any] = [:]) async throws -> VSAccountAccessStatus {
        let prompting = options[.prompt] as? Bool ?? false
        let (status, error) = await Self.status(backend, prompting: prompting)
        if let error { throw error }
        return status
    }

    /// Asks for the account.
    ///
    /// - Parameters:
    ///   - request: what is wanted; its values of now, later changes do not count (choice).
    ///   - completionHandler: called exactly once, on no particular thread, with metadata or an error.
    /// - Returns: a handle that can cancel; dropping it cancels nothing (choice).
    @discardableResult
    public func enqueue(
        _ request: VSAccountMetadataRequest,
        completionHandler: @escaping @Sendable (VSAccountMetadata?, (any Error)?) -> Void
    ) -> VSAccountManagerResult {
        let (backend, values) = (backend, request.values)
        let presenter = request.isInterruptionAllowed ? DelegatePresenter(self, reference) : nil
        let includesResponse = !request.attributeNames.isEmpty
        return VSAccountManagerResult(
            Task {
                do throws(PlatformAccountError) {
                    let answer = try await backend.account(values, presenter: presenter)
                    completionHandler(VSAccountMetadata(answer, includesResponse: includesResponse), nil)
                } catch {
                    completionHandler(nil, bridged(presenter?.refusal(insteadOf: error) ?? error))
                }
            })
    }

    private static func status(
        _ backend: any PlatformAccountBackend, prompting: Bool
    ) async -> (VSAccountAccessStatus, (any Error)?) {
        do {
            let status = VSAccountAccessStatus(try await backend.permission(prompting: prompting))
            return (status, status == .granted ? nil : VSError(.accessNotGranted))
        } catch {
            return (.notDetermined, bridged(error))
        }
    }
}
