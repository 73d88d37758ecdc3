import AccessEnabler
import Base
import PlatformAccount

/// Facts about the device's TV provider account.
extension Fact {
    private static func platform(
        _ kind: Kind, _ text: String, _ arguments: [String: JSONValue] = [:],
        _ change: @escaping @Sendable (inout ScriptedPlatformAccount.Script) -> Void
    ) -> Fact {
        Fact(kind, text, arguments) { $0.platform.scripted.change(change) }
    }

    /// The app's permission.
    static func permission(_ permission: AccessPermission) -> Fact {
        platform(.permission, "permission \(permission)", ["permission": .string("\(permission)")]) {
            $0.permission = permission
        }
    }

    /// The permission cannot be read.
    static func permissionFails(_ error: PlatformAccountError) -> Fact {
        platform(
            .permissionFails, "the permission query fails with \(error.domain) \(error.code.rawValue)",
            ["error": error.json]
        ) {
            $0.permissionError = error
        }
    }

    /// The account cannot be read.
    static func accountFails(_ error: PlatformAccountError) -> Fact {
        platform(
            .accountFails, "the account query fails with \(error.domain) \(error.code.rawValue)", ["error": error.json]
        ) { $0.accountError = error }
    }

    /// The SAML response cannot be had.
    static func samlFails(_ error: PlatformAccountError) -> Fact {
        platform(.samlFails, "the SAML query fails with \(error.domain) \(error.code.rawValue)", ["error": error.json])
        { $0.samlError = error }
    }

    /// The permission query is never answered.
    static let permissionSilent = platform(.permissionSilent, "the permission query gets no answer") {
        $0.permissionPace = .never
    }
    /// The account query is never answered.
    static let accountSilent = platform(.accountSilent, "the account query gets no answer") { $0.accountPace = .never }
    /// The SAML query is never answered.
    static let samlSilent = platform(.samlSilent, "the SAML query gets no answer") { $0.samlPace = .never }
    /// The account query is answered when `platformAnswers` comes true.
    static let accountHeld = platform(.accountHeld, "the account query is not answered yet") { $0.accountPace = .held }
    /// The permission prompt is on the screen until `platformAnswers` comes true.
    static let promptOpen = platform(.promptOpen, "the permission prompt is not answered yet") {
        $0.permission = .notDetermined
        $0.permissionPace = .held
    }
    /// The permission is undetermined; the person answers the prompt so, nil = dismisses it.
    static func promptAnswered(_ answer: AccessPermission?) -> Fact {
        platform(
            .promptAnswered, "the permission prompt is \(answer.map { "answered: \($0)" } ?? "dismissed")",
            ["permission": answer.map { .string("\($0)") } ?? .null]
        ) {
            $0.permission = .notDetermined
            $0.promptAnswer = answer
        }
    }
    /// The person does this whenever the picker opens.
    static func picker(_ choice: PickerChoice) -> Fact {
        platform(.picker, "in the picker: \(choice)", ["choice": choice.json]) { $0.pickerChoice = choice }
    }
    /// The sign-in of whatever provider is chosen in the picker fails.
    static func pickerFails(_ error: PlatformAccountError) -> Fact {
        platform(
            .pickerFails, "the sign-in in the picker fails with \(error.domain) \(error.code.rawValue)",
            ["error": error.json]
        ) {
            $0.pickerError = error
        }
    }
    /// The platform does not support this provider: choosing it says so, with its id.
    static func unsupported(_ provider: String) -> Fact {
        platform(
            .providerUnsupported, "'\(provider)' is not supported by the platform", ["provider": .string(provider)]
        ) { $0.accountsByChoice[provider] = nil }
    }
    /// What was held is answered.
    static let platformAnswers = Fact(.platformAnswers, "the platform answers") { bench in
        bench.platform.scripted.change {
            $0.permissionPace = .immediate
            $0.accountPace = .immediate
        }
        bench.platform.scripted.release()
    }

    /// An account is signed in; `life` is the time to its end on the device's clock, negative = lapsed, nil = no end.
    static func signedIn(_ provider: String?, life: Duration? = .seconds(86_400)) -> Fact {
        let end = life.map { $0 < .zero ? "lapsed" : "for \($0)" } ?? "with no end known"
        return Fact(
            .accountSignedIn, "an account of \(provider.map { "'\($0)'" } ?? "no provider told") signed in, \(end)",
            ["provider": .text(provider), "life": .time(life)]
        ) { bench in
            let now = bench.clock.now
            bench.platform.scripted.change {
                $0.account = .init(providerIdentifier: provider, expirationDate: life.map { now + $0 })
            }
        }
    }

    /// Nobody is signed in.
    static let signedOut = platform(.accountSignedOut, "nobody signed in at the platform") { $0.account = nil }

    /// The permission changes right after the next account query, which is refused for it.
    static func withdrawnMeanwhile(_ permission: AccessPermission) -> Fact {
        platform(
            .withdrawnMeanwhile, "permission turns \(permission) while the account is asked for",
            ["permission": .string("\(permission)")]
        ) {
            $0.accountError = PlatformAccountError(.accessNotGranted)
            $0.permissionAfterAccountQuery = permission
        }
    }

    /// The permission changes right after the next account query, which is answered still.
    static func withdrawnAfterwards(_ permission: AccessPermission) -> Fact {
        platform(
            .withdrawnAfterwards, "permission turns \(permission) once the account was told",
            ["permission": .string("\(permission)")]
        ) {
            $0.permissionAfterAccountQuery = permission
        }
    }

    /// The SAML response is this text, or missing.
    static func saml(_ text: String?) -> Fact {
        platform(
            .saml, "the SAML response is \(text.map { "'\($0)'" } ?? "missing")", ["response": .text(text)]
        ) { script in
            script.saml = .text(text.map { Secret($0) })
        }
    }

    /// The answer with the SAML response names another provider than the one before.
    static func samlNames(_ provider: String) -> Fact {
        Fact(
            .samlNames, "the SAML response comes with provider '\(provider)'", ["provider": .string(provider)]
        ) { $0.platform.setProviderOfSAML(provider) }
    }

    /// Everything about the platform is as by default again, with this account.
    static func platformCalm(_ provider: String?, life: Duration? = .seconds(86_400)) -> Fact {
        Fact(
            .platformCalm, "permission granted and the platform answers",
            ["provider": .text(provider), "life": .time(life)]
        ) { bench in
            bench.platform.setProviderOfSAML(nil)
            bench.platform.scripted.change { script in
                let saml = script.saml
                script = ScriptedPlatformAccount.Script()
                script.setUpPicker()
                script.saml = saml
            }
            bench.platform.scripted.release()
            if let provider { try await signedIn(provider, life: life).apply(bench) }
        }
    }
}

extension ScriptedPlatformAccount.Script {
    /// The picker of every case: three providers of the programme's and a foreign one. The picker-only provider is the
    /// one the platform itself does not sign in.
    mutating func setUpPicker() {
        pickerProviders = [
            .init(identifier: Programme.foreignOnPlatform, displayName: "Faraway"),
            .init(identifier: Programme.northOnPlatform, displayName: "North Cable"),
            .init(identifier: Programme.southOnPlatform, displayName: "South Satellite"),
            .init(identifier: Programme.westOnPlatform, displayName: "West Cable"),
        ]
        accountsByChoice = [
            Programme.northOnPlatform: .init(providerIdentifier: Programme.northOnPlatform),
            Programme.westOnPlatform: .init(providerIdentifier: Programme.westOnPlatform),
        ]
    }
}
