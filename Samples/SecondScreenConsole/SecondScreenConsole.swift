import AccessEnabler
import PlatformAccount
import SampleSupport

/// A console host with tvOS behaviour: a code in large letters and as a QR code, a countdown while the person signs in on
/// their phone, Ctrl-C to leave.
@main
struct SecondScreenConsole {
    static func main() async {
        let options = SampleOptions.read(about: "SecondScreenConsole: sign in to watch TV with a code and a phone.")
        let stage = Stage(options)
        await SecondScreenHost(stage).run()
        stage.leave()
    }

    /// What the simulated person types.
    static let script = ["login", "n", "1", "play Movies", "logout", "quit"]
}

/// Callbacks, typed lines and the clock's ticks come to one loop as events.
final class SecondScreenHost {
    private let stage: Stage
    private let screen: Screen
    private let core: AccessEnablerCore
    private let keyboard: Keyboard
    /// What the next line answers; nil = nobody is asked.
    private var answer: ((String?) -> Void)?
    private var countdown: Countdown?
    /// What is under way waits for a person.
    private var isWaiting = false
    private var isInterrupted = false
    private var hasLeft = false

    init(_ stage: Stage) {
        (self.stage, screen) = (stage, Screen(stage))
        let account = stage.platformAccount(
            applicationIdentifier: "com.example.second-screen-console", name: "Second Screen Console",
            prompt: screen.prompt)
        core = AccessEnablerCore(
            softwareStatement: stage.softwareStatement, applicationID: "com.example.second-screen-console",
            platform: .tvOS, service: stage.service, platformAccount: account, settings: stage.settings(),
            delegate: screen)
        let happened = screen.happened
        keyboard = Keyboard(script: stage.isAutomatic ? SecondScreenConsole.script : nil) {
            happened.yield(.line($0))
        }
    }

    /// Runs until the person leaves.
    func run() async {
        let happened = screen.happened
        let interrupts = onInterrupt { happened.yield(.interrupt) }
        defer { interrupts.cancel() }
        core.setRequestor(stage.requestor)
        for await event in screen.events {
            take(event)
            if hasLeft { return }
        }
    }

    private func take(_ event: Screen.Event) {
        switch event {
        case .permission, .picker, .list, .page, .code: isWaiting = true
        case .idle: isWaiting = false
        default: break
        }
        switch event {
        case .told(let text):
            countdown?.clear()
            say("< \(text)")
        case .ready: core.checkAuthentication()
        case .idle:
            countdown = nil
            if isInterrupted { stage.leaveInterrupted() }
            ask("tv>", carryOut)
        case .permission(let question, let done):
            ask("Allow \"\(question.applicationName)\" to use your TV provider? [y/n]") { line in
                done(line.flatMap { ["y": true, "n": false][$0.lowercased()] })
            }
        case .picker(let dialog):
            let menu = Menu(dialog.providers.map(\.displayName), featured: dialog.featured.count) { text in
                let found = Set(dialog.search(text))
                return dialog.providers.indices.filter { found.contains(dialog.providers[$0]) }
            }
            choose(from: menu) { row in
                if let row { dialog.choose(dialog.providers[row]) } else { dialog.cancel() }
            }
        case .list(let mvpds):
            let menu = Menu(mvpds.map(\.displayName)) { text in
                mvpds.indices.filter { mvpds[$0].displayName.lowercased().contains(text.lowercased()) }
            }
            choose(from: menu) { [core] row in core.setSelectedProvider(row.map { mvpds[$0].id }) }
        case .code(let code, let expires): show(code, until: expires)
        case .page, .redirect: break
        case .tick: countdown?.draw()
        case .interrupt:
            say("")
            // What waits for the person is called off first: the code, too.
            if isInterrupted || !isWaiting { stage.leaveInterrupted() }
            isInterrupted = true
            core.setSelectedProvider(nil)
        case .line(let line):
            let answer = answer
            self.answer = nil
            answer?(line)
        }
    }

    private func show(_ code: String, until expires: Timestamp) {
        say("\n  On your phone or computer, open \(stage.activationPage) and enter\n")
        for line in bigText(code) { say("  \(line)") }
        say("\n  or point your phone's camera at this:\n")
        for line in qrCode("\(stage.activationPage)?code=\(code)") { say("  \(line)") }
        say("")
        countdown = Countdown(until: expires, screen.happened)
        if stage.isAutomatic { Task { [stage] in await stage.activate(code) } }
    }

    private func ask(_ question: String, _ answer: @escaping (String?) -> Void) {
        self.answer = answer
        keyboard.ask(question)
    }

    private func choose(
        from menu: Menu, _ question: String = "Your TV provider (number, part of a name, Enter = leave):",
        _ done: @escaping (Int?) -> Void
    ) {
        menu.show()
        ask(question) { [self] line in
            var menu = menu
            switch menu.take(line ?? "") {
            case .chosen(let row): done(row)
            case .left: done(nil)
            case .again: choose(from: menu, question, done)
            }
        }
    }

    private func carryOut(_ line: String?) {
        let words = (line ?? "quit").split(separator: " ", maxSplits: 1).map(String.init)
        switch words.first {
        case "login": core.getAuthentication()
        case "check": core.checkAuthentication()
        case "foreground": core.setRequestor(stage.requestor)
        case "source": core.getMetadata(.userMetadata("tokenSource"))
        case "play": core.getAuthorization(words.count == 2 ? words[1] : "Movies")
        case "logout": core.logout()
        case "quit": hasLeft = true
        default: ask("login, check, source, play CHANNEL, foreground, logout, quit:", carryOut)
        }
    }
}
