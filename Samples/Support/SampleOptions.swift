/// The command line of a sample.
public struct SampleOptions: Sendable {
    /// The service's base URL; nil = the simulator in this process.
    public var service: String?
    /// The file with the software statement for that service.
    public var statementFile: String?
    /// The programmer's id.
    public var requestor = "NORTHSTAR"
    /// Where a person enters a second-screen code; nil = the service's own page.
    public var activation: String?
    /// Browsers come back by a URL scheme.
    public var usesScheme = false
    /// A simulated person answers, and the sample ends by itself.
    public var isAutomatic = false

    /// Reads the words after the program's name; prints help or one line of complaint, and ends the process, where that is
    /// all there is to do.
    ///
    /// With a `scheme`, that can be to register it, or to hand an address of it to the start that waits for it.
    public static func read(
        _ words: [String] = Array(CommandLine.arguments.dropFirst()), about: String, scheme: URLScheme? = nil
    ) -> SampleOptions {
        var options = SampleOptions()
        var rest = words[...]
        func value(_ name: String) -> String {
            guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("-") else {
                give(up: "'\(name)' needs a value", code: 2)
            }
            return value
        }
        while let word = rest.popFirst() {
            switch word {
            case "--service": options.service = value(word)
            case "--software-statement": options.statementFile = value(word)
            case "--requestor": options.requestor = value(word)
            case "--activation": options.activation = value(word)
            case "--auto": options.isAutomatic = true
            case "--scheme" where scheme != nil: options.usesScheme = true
            case "--register-scheme" where scheme != nil: scheme?.register()
            case "--open" where scheme != nil: scheme?.open(value(word))
            case "--help", "-h":
                say(help(about, scheme == nil ? "" : schemeHelp))
                leave(0)
            default: give(up: "'\(word)' is not known (try --help)", code: 2)
            }
        }
        if (options.service == nil) != (options.statementFile == nil) {
            give(up: "'--service' and '--software-statement' go together", code: 2)
        }
        for (name, url) in [("--service", options.service), ("--activation", options.activation)] {
            if let objection = url.flatMap(objection(to:)) {
                give(up: "'\(name)' is not usable: \(objection)", code: 2)
            }
        }
        while options.service?.hasSuffix("/") == true { options.service?.removeLast() }
        if options.service == nil, !isTerminal { options.isAutomatic = true }
        if options.service != nil, options.isAutomatic {
            give(up: "'--auto' goes with the simulator alone", code: 2)
        }
        if options.usesScheme, options.isAutomatic {
            give(up: "'--scheme' needs a person, at a terminal or with '--service'", code: 2)
        }
        return options
    }

    private static let schemeHelp = """
          --register-scheme          Have this user's desktop open addresses of the scheme adobepass: with this program, and end.
          --scheme                   The browser comes back by that scheme instead of a port of this machine.
          --open ADDRESS             What the desktop calls: hand the address to the program that waits for it, and end.

        """

    private static func help(_ about: String, _ more: String) -> String {
        """
        \(about)

        Runs on a simulated service in this process, where anybody signs in as viewer / secret; nothing of yours is touched.

          --auto                     A simulated person answers; also when there is no terminal.
          --service URL              A real service, or pass-simulator; commands are read from standard input, and the TV
                                     provider account of this device is used (see tv-provider).
          --software-statement FILE  The software statement for that service.
          --requestor ID             The programmer's id (default: NORTHSTAR).
          --activation URL           Where codes are entered (default: URL/activate).
        \(more)  -h, --help                 Show this.

        Exit status: 0 at the end; 1 when it cannot start, the service cannot be used, or what was asked for last failed; 2
        for a wrong command line, address or software statement; 130 after Ctrl-C.
        """
    }
}
