/// What a command line asks for.
struct Invocation: Equatable {
    /// What is to be done; nil = the command's own help.
    var command: Command?
    /// The help asked for instead: of one command, or the whole.
    var wantsHelp = false
    /// The word after the command: a provider or an application.
    var subject: String?
    /// Answers as JSON.
    var isJSON = false
    /// Ids alone, one a line.
    var isQuiet = false
    /// The identity endpoint.
    var identity: String?
    /// Sign in by name instead of in the browser.
    var username: String?
    /// The password is the first line of standard input.
    var readsPassword = false
    /// Print the page's address instead of opening it.
    var opensNoBrowser = false
    /// Where the browser comes back to.
    var port: UInt16 = 0

    /// What is wrong with it, for the person who typed it.
    struct Mistake: Error, Equatable {
        var message: String
        /// Whose help says more.
        var command: Command?
    }

    /// Reads the words after the program's name.
    init(_ words: [String]) throws(Mistake) {
        var rest = words[...]
        guard let first = rest.popFirst() else { throw Mistake(message: "what is to be done?") }
        switch first {
        case "--help", "-h":
            wantsHelp = true
            return
        case "help":
            wantsHelp = true
            guard let name = rest.first else { return }
            guard let found = Command(rawValue: name) else { throw Mistake(message: "'\(name)' is no command") }
            command = found
            return
        default:
            guard let found = Command(rawValue: first) else {
                throw Mistake(
                    message: first.hasPrefix("-") ? "'\(first)' is not known here" : "'\(first)' is no command")
            }
            command = found
        }
        do throws(Mistake) {
            while let word = rest.popFirst(), word != "--" { try take(word, &rest) }
            // Whatever follows that word is no option, such as the id of an application that begins with a dash.
            for word in rest { try takeSubject(word) }
            if !wantsHelp { try check() }
        } catch {
            throw Mistake(message: error.message, command: command)
        }
    }

    private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) throws(Mistake) {
        guard word.hasPrefix("-"), word != "-" else { return try takeSubject(word) }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let option = Option(rawValue: word == "-h" ? "--help" : word == "-q" ? "--quiet" : parts[0])
        guard let option, let command, command.options.contains(option) else {
            throw Mistake(message: "'\(parts[0])' is not known here")
        }
        guard option.takesValue || parts.count == 1 else { throw Mistake(message: "'\(parts[0])' takes no value") }
        var value = parts.count == 2 ? parts[1] : ""
        if option.takesValue {
            if parts.count == 1 { value = rest.popFirst() ?? "" }
            guard !value.isEmpty, !value.hasPrefix("-") else { throw Mistake(message: "'\(parts[0])' needs a value") }
        }
        switch option {
        case .help: wantsHelp = true
        case .json: isJSON = true
        case .quiet: isQuiet = true
        case .identity: identity = value
        case .username: username = value
        case .passwordStdin: readsPassword = true
        case .noBrowser: opensNoBrowser = true
        case .port:
            guard let number = UInt16(value) else {
                throw Mistake(message: "'--port' needs a number from 0 to 65535")
            }
            port = number
        }
    }

    private mutating func takeSubject(_ word: String) throws(Mistake) {
        guard let kind = command?.subject, subject == nil else {
            throw Mistake(message: "'\(word)' is one word too many")
        }
        guard !word.isEmpty else { throw Mistake(message: "which \(kind.word)?") }
        subject = word
    }

    private func check() throws(Mistake) {
        if let subject = command?.subject, subject.isRequired, self.subject == nil {
            throw Mistake(message: "which \(subject.word)?")
        }
        if readsPassword, username == nil { throw Mistake(message: "'--password-stdin' goes with '--username'") }
        if username != nil, opensNoBrowser || port != 0 {
            throw Mistake(message: "'--username' needs no browser")
        }
        if isJSON, isQuiet { throw Mistake(message: "'--json' and '--quiet' exclude each other") }
    }
}

/// What can be done.
enum Command: String, CaseIterable {
    case status, providers
    case signIn = "sign-in"
    case signOut = "sign-out"
    case apps, allow, deny, reset

    /// The word a command takes.
    var subject: (word: String, isRequired: Bool)? {
        switch self {
        case .signIn: ("provider", false)
        case .allow, .deny, .reset: ("application", true)
        case .status, .providers, .signOut, .apps: nil
        }
    }

    var options: Set<Option> {
        switch self {
        case .status, .signOut, .allow, .deny, .reset: [.json, .help]
        case .apps: [.json, .quiet, .help]
        case .providers: [.json, .quiet, .identity, .help]
        case .signIn: [.json, .identity, .username, .passwordStdin, .noBrowser, .port, .help]
        }
    }
}

enum Option: String, CaseIterable {
    case json = "--json"
    case quiet = "--quiet"
    case identity = "--identity"
    case username = "--username"
    case passwordStdin = "--password-stdin"
    case noBrowser = "--no-browser"
    case port = "--port"
    case help = "--help"

    var takesValue: Bool { [.identity, .username, .port].contains(self) }
}
