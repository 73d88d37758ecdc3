import Base
import PlatformAccount

/// How the program ends.
enum ExitCode: Int32, CaseIterable {
    case done = 0
    case refused = 1
    case usage = 2
    case unreachable = 3
    case storage = 4
    case cannotAsk = 5
    case interrupted = 130

    /// What `--help` and the manual say of it.
    var meaning: String {
        switch self {
        case .done: "done"
        case .refused: "refused: a wrong password, an unknown provider or application, the page left"
        case .usage: "the command line is wrong, no identity endpoint is set, or standard output cannot be written"
        case .unreachable: "the identity endpoint cannot be reached or understood"
        case .storage: "the account database cannot be read or written"
        case .cannotAsk: "nobody can be asked: no browser, no terminal, or the port is in use"
        case .interrupted: "left by Ctrl-C"
        }
    }
}

/// Why something was not done: one line for the person, and how the program ends.
struct Failure: Error, Equatable {
    var code: ExitCode
    var message: String

    init(_ code: ExitCode, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Whatever was thrown on the way.
    init(unknown error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as DeviceAccountError: self.init(error)
        case let error as IdentityError: self.init(error)
        default: self.init(.refused, "left; nothing has changed")
        }
    }

    init(_ error: DeviceAccountError) { self.init(.storage, error.message) }

    init(_ error: IdentityError) {
        switch error.code {
        case .address: self.init(.usage, error.message)
        case .refused: self.init(.refused, error.message)
        case .unreachable, .unreadable, .cancelled: self.init(.unreachable, error.message)
        }
    }

    init(_ error: ProviderSignInError, provider: String) {
        switch error {
        case .cancelled, .abandoned: self.init(.refused, "the sign-in was left; nothing has changed")
        case .tooLate: self.init(.refused, "the page did not come back in time; nothing has changed")
        case .refused(word: "access_denied"): self.init(.refused, "\(provider) refuses: user name or password is wrong")
        case .refused(word: "unsupported_provider"), .refused(word: "unknown_provider"):
            self.init(.refused, "\(provider) is not supported here")
        case .refused(let word): self.init(.refused, "\(provider) refuses\(word.map { " (\($0))" } ?? "")")
        case .noBrowser:
            self.init(.cannotAsk, "no browser can be opened here: use --no-browser, or --username")
        case .noPort(let reason): self.init(.cannotAsk, reason)
        case .identity(let error): self.init(error)
        }
    }
}
