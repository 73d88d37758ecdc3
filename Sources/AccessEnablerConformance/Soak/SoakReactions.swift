import AccessEnabler
import PlatformAccount

/// What a host does inside callbacks, at random.
enum SoakReactions {
    /// Some reactions of one epoch, each of which happens once.
    static func some(_ random: inout SeededRandom) -> [Reaction] {
        (0..<12).map { _ in one(&random) }
    }

    private static func one(_ random: inout SeededRandom) -> Reaction {
        let kinds: [CallbackKind] = [
            .setRequestorComplete, .setAuthenticationStatus, .status, .setMetadataStatus, .displayProviderDialog,
            .navigateToUrl, .presentTVProviderDialog, .dismissTVProviderDialog, .setToken, .tokenRequestFailed,
            .preauthorizedResources, .preauthorizeResponse, .sendTrackingData,
        ]
        let inside = kinds.randomElement(using: &random) ?? .status
        if inside == .presentTVProviderDialog, random.happens(60) {
            return Reaction(inside: inside, [.answerPicker(SoakWords.choice(&random))])
        }
        if random.happens(6) { return Reaction(inside: inside, [.release]) }
        return Reaction(inside: inside, [.call(SoakWords.verb(&random))])
    }

    /// Does what the host does inside a callback.
    static func carryOut(
        _ act: Reaction.Act, on callback: Callback, _ place: Int, _ instance: (any ImplementationInstance)?,
        _ diary: SoakDiary
    ) {
        switch act {
        case .call(let verb):
            diary.add(act: "inside \(callback.kind.rawValue): \(verb.text)")
            diary.call(verb, of: place, instance)
        case .answerPicker(let choice): [callback].dialogs.last?.answer(choice)
        case .release:
            diary.add(act: "inside \(callback.kind.rawValue): release")
            diary.journal.release(place, instance)
        default: break
        }
    }
}
