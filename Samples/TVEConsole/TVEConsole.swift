import AccessEnabler
import PlatformAccount
import SampleSupport

/// A console host with iOS behaviour: the platform's picker and the app's own list in the terminal, login pages in the
/// system's browser, the way back through a loopback listener or a registered URL scheme.
@main
struct TVEConsole {
    static func main() async throws {
        let options = SampleOptions.read(
            about: "TVEConsole: sign in to watch TV, at a terminal and in a browser.", scheme: scheme)
        let stage = Stage(options)
        await TVEHost(stage, try WayBack(options.usesScheme ? scheme : nil, title: "Back to TVE Console")).run()
        stage.leave()
    }

    /// Where pages end for an application without a loopback listener.
    private static let scheme = URLScheme(
        address: AccessEnablerCore.redirectURL, id: "com.example.tve-console", name: "TVE Console")

    /// What the simulated person types.
    static let script =
        ["login", "y", "o", "fiber", "1", "play Movies", "logout"]
        + ["login", "cable", "1", "source", "play Movies", "logout", "quit"]
}

/// Callbacks, typed lines and redirects come to one loop as events.
final class TVEHost {
    private let stage: Stage
    private let wayBack: WayBack
    private let screen: Screen
    private let core: AccessEnablerCore
    private let keyboard: Keyboard
    /// What the next line answers; nil = nobody is asked.
    private var answer: ((String?) -> Void)?
    /// What is under way waits for a person.
    private var isWaiting = false
    private var isInterrupted = false
    private var hasLeft = false

    init(_ stage: Stage, _ wayBack: WayBack) {
        (self.stage, self.wayBack, screen) = (stage, wayBack, Screen(stage))
        let account = stage.platformAccount(
            applicationIdentifier: "com.example.tve-console", name: "TVE Console", prompt: screen.prompt)
        core = AccessEnablerCore(
            softwareStatement: stage.softwareStatement, applicationID: "com.example.tve-console", platform: .iOS,
            service: stage.service, platformAccount: account, settings: stage.settings(redirect: wayBack.listener),
            delegate: screen)
        let happened = screen.happened
        keyboard = Keyboard(script: stage.isAutomatic ? TVEConsole.script : nil) { happened.yield(.line($0)) }
    }

    /// Runs until the person leaves.
    func run() async {
        let happened = screen.happened
        let browser = wayBack.watch { happened.yield(.redirect($0)) }
        let interrupts = onInterrupt { happened.yield(.interrupt) }
        defer {
            browser.cancel()
            interrupts.cancel()
            wayBack.stop()
        }
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
        case .told(let text): say("< \(text)")
        case .ready: core.checkAuthentication()
        case .idle:
            if isInterrupted { leaveInterrupted() }
            ask("tve>", carryOut)
        case .permission(let question, let done):
            ask("Allow \"\(question.applicationName)\" to use your TV provider? [y/n]") { line in
                done(line.flatMap { ["y": true, "n": false][$0.lowercased()] })
            }
        case .picker(let dialog):
            let menu = Menu(dialog.providers.map(\.displayName), featured: dialog.featured.count) { text in
                let found = Set(dialog.search(text))
                return dialog.providers.indices.filter { found.contains(dialog.providers[$0]) }
            }
            choose(from: menu, "Your TV provider (number, part of a name, o = another, Enter = leave):") { row in
                if let row { dialog.choose(dialog.providers[row]) } else { dialog.cancel() }
            } other: {
                dialog.chooseOtherProvider()
            }
        case .list(let mvpds):
            let menu = Menu(mvpds.map(\.displayName)) { text in
                mvpds.indices.filter { mvpds[$0].displayName.lowercased().contains(text.lowercased()) }
            }
            choose(from: menu, "Your TV provider (number, part of a name, Enter = leave):") { [core] row in
                core.setSelectedProvider(row.map { mvpds[$0].id })
            }
        case .page(let url):
            say("  See your browser. Ctrl-C leaves.")
            wayBack.expect()
            Task { [stage] in await stage.openBrowser(url) }
        case .redirect(let url):
            say("> handleExternalURL(the browser is back)")
            core.handleExternalURL(url)
        case .code, .tick: break
        case .interrupt:
            say("")
            // What waits for the person is called off first.
            if isInterrupted || !isWaiting { leaveInterrupted() }
            isInterrupted = true
            core.setSelectedProvider(nil)
        case .line(let line):
            let answer = answer
            self.answer = nil
            answer?(line)
        }
    }

    private func leaveInterrupted() -> Never {
        wayBack.stop()
        stage.leaveInterrupted()
    }

    private func ask(_ question: String, _ answer: @escaping (String?) -> Void) {
        self.answer = answer
        keyboard.ask(question)
    }

    private func choose(
        from menu: Menu, _ question: String, _ done: @escaping (Int?) -> Void, other: (() -> Void)? = nil
    ) {
        menu.show()
        ask(question) { [self] line in
            if line == "o", let other { return other() }
            var menu = menu
            switch menu.take(line ?? "") {
            case .chosen(let row): done(row)
            case .left: done(nil)
            case .again: choose(from: menu, question, done, other: other)
            }
        }
    }

    private func carryOut(_ line: String?) {
        let words = (line ?? "quit").split(separator: " ", maxSplits: 1).map(String.init)
        switch words.first {
        case "login": core.getAuthentication(filter: Self.filter)
        case "force": core.getAuthentication(forceAuthn: true, filter: Self.filter)
        case "check": core.checkAuthentication()
        case "foreground": core.setRequestor(stage.requestor)
        case "source": core.getMetadata(.userMetadata("tokenSource"))
        case "play": core.getAuthorization(words.count == 2 ? words[1] : "Movies")
        case "logout": core.logout()
        case "quit": hasLeft = true
        default: ask("login, force, check, source, play CHANNEL, foreground, logout, quit:", carryOut)
        }
    }

    /// Shown first, and marked.
    private static let filter = ProviderFilter(
        tvProviders: ["SouthSat", "NorthCable"], featuredTVProviders: ["NorthCable"])
}
