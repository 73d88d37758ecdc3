import Base
import PlatformAccount

/// Carries commands out on the person's device.
struct Settings {
    let database: DeviceAccountDatabase
    let transport: any HTTPTransport
    let clock: any DeviceClock

    func carryOut(_ command: Command, _ invocation: Invocation) async throws(Failure) -> Answer {
        let subject = invocation.subject ?? ""
        switch command {
        case .status:
            return .status(try stored { try $0.account() }, try stored { try $0.applications() }, at: clock.now)
        case .apps:
            return .applications(try stored { try $0.applications() })
        case .allow: return try decide(.granted, subject)
        case .deny: return try decide(.denied, subject)
        case .reset: return try decide(.notDetermined, subject)
        case .signOut: return try await signOut()
        case .providers: return .providers(try await told { try await endpoint(invocation).providers() })
        case .signIn: return try await signIn(invocation)
        }
    }

    /// The person decides about an application. One that never asked may be decided about, but not reset.
    private func decide(_ permission: AccessPermission, _ id: String) throws(Failure) -> Answer {
        let known = try stored { try $0.application(id) }
        if known == nil, permission == .notDetermined {
            throw Failure(.refused, "no application is called '\(id)': see tv-provider apps")
        }
        try stored { try $0.setPermission(permission, of: id) }
        guard let application = try stored({ try $0.application(id) }) else {
            throw Failure(.storage, "the account database was replaced meanwhile")
        }
        var line = "\(application.name): \(application.permission.heading.lowercased())."
        if application.firstAsked == nil { line += " It has not asked yet." }
        return Answer(json: Answer.Application(application), lines: [line], ids: [id])
    }

    /// This device first: the provider need not be reached for that.
    private func signOut() async throws(Failure) -> Answer {
        // Where nobody is, nothing is written: a home that takes no file is no hindrance.
        guard try stored({ try $0.account() }) != nil, let account = try stored({ try $0.signOut() }) else {
            return Answer(json: ["account": String?.none], lines: ["Nobody was signed in."])
        }
        var lines = ["Signed out of \(account.displayName)."]
        do throws(IdentityError) {
            try await IdentityEndpoint(account.identityURL, transport: transport).signOut(session: account.session)
        } catch {
            lines.append("The provider does not know yet: \(error.message).")
        }
        return Answer(json: ["account": String?.none], lines: lines)
    }

    /// Where the identity endpoint is: as told, as set, or where the person is signed in.
    func endpoint(_ invocation: Invocation) throws(Failure) -> IdentityEndpoint {
        let signedIn = try? database.account()?.identityURL
        guard let url = invocation.identity ?? IdentityAddress.configured() ?? signedIn else {
            throw Failure(
                .usage, "no identity endpoint is set: give --identity URL, or set \(IdentityAddress.variable)")
        }
        do {
            return try IdentityEndpoint(url, transport: transport)
        } catch {
            throw Failure(error)
        }
    }

    @discardableResult
    func stored<Value>(_ body: (DeviceAccountDatabase) throws -> Value) throws(Failure) -> Value {
        do {
            return try body(database)
        } catch {
            throw Failure(unknown: error)
        }
    }

    func told<Value>(_ body: () async throws -> Value) async throws(Failure) -> Value {
        do {
            return try await body()
        } catch {
            throw Failure(unknown: error)
        }
    }
}
