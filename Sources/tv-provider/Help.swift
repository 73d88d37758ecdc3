/// What `--help` prints.
enum Help {
    static let overview = """
        Usage: tv-provider COMMAND [options]

        The TV provider signed in on this device, shared by all applications of this user: what Settings > TV Provider is
        elsewhere. Applications see changes at their next question.

        Commands:
        \(Command.allCases.map { "  \(padded(usage($0), 24))\(summary($0))" }.joined(separator: "\n"))

        Options:
          --json                  Answer as JSON.
          -h, --help              Show this, or the help of a command.

        The identity endpoint that lists providers and signs in is set by --identity URL, by the variable
        TV_PROVIDER_IDENTITY, or by a line 'identity = URL' in ~/.config/tv-provider/config or /etc/xdg/tv-provider/config.

        Exit status:
        \(ExitCode.allCases.map { "  \($0.rawValue < 10 ? "  " : "")\($0.rawValue)  \($0.meaning)" }.joined(separator: "\n"))

        """

    static func text(_ command: Command?) -> String {
        guard let command else { return overview }
        let options = Option.allCases.filter(command.options.contains).map {
            "  \(padded(spelling($0), 24))\(meaning($0))"
        }
        return """
            Usage: tv-provider \(usage(command)) [options]

            \(detail(command))

            Options:
            \(options.joined(separator: "\n"))

            """
    }

    private static func usage(_ command: Command) -> String {
        switch command {
        case .signIn: "sign-in [PROVIDER]"
        case .allow, .deny, .reset: "\(command.rawValue) APP"
        default: command.rawValue
        }
    }

    private static func summary(_ command: Command) -> String {
        switch command {
        case .status: "Who is signed in, and which applications may see it."
        case .providers: "The providers a person can sign in at."
        case .signIn: "Sign in at a provider."
        case .signOut: "Sign out, for all applications."
        case .apps: "Applications that asked, and what was decided."
        case .allow: "Let an application see the account."
        case .deny: "Keep an application from seeing the account."
        case .reset: "Let an application ask again."
        }
    }

    private static func detail(_ command: Command) -> String {
        switch command {
        case .status, .providers, .apps: summary(command)
        case .signIn:
            """
            Sign in at a provider, named by its id or name, or chosen in the terminal. The provider's page opens in the
            browser; with --username the password is asked for in the terminal, or read from standard input with
            --password-stdin. Who was signed in before stays signed in until this is done.
            """
        case .signOut:
            """
            Sign out, for all applications: the account goes from this device, then the provider is told. Permissions stay.
            Applications lose their single sign-on at their next start or return to the foreground; what a person signed in to
            inside an application stays.
            """
        case .allow, .deny:
            "\(summary(command)) APP is its id, as tv-provider apps shows it; it need not have asked yet."
        case .reset: "\(summary(command)) APP is its id, as tv-provider apps shows it."
        }
    }

    private static func spelling(_ option: Option) -> String {
        switch option {
        case .help: "-h, --help"
        case .quiet: "-q, --quiet"
        case .identity: "--identity URL"
        case .username: "--username NAME"
        case .port: "--port N"
        case .json, .passwordStdin, .noBrowser: option.rawValue
        }
    }

    private static func meaning(_ option: Option) -> String {
        switch option {
        case .json: "Answer as JSON."
        case .quiet: "Ids alone, one a line."
        case .identity: "Base URL of the identity endpoint."
        case .username: "Sign in by name and password, without a browser."
        case .passwordStdin: "Read the password from standard input (one line)."
        case .noBrowser: "Print the page's address instead of opening it."
        case .port: "Listen for the browser on this port (default: any)."
        case .help: "Show this."
        }
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
