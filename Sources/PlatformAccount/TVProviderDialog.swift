import Base

/// A provider as the platform's picker shows it.
public struct PickerProvider: Sendable, Hashable {
    /// The provider's id on the platform.
    public var identifier: String
    /// The name a person reads.
    public var displayName: String

    /// Makes a provider.
    public init(identifier: String, displayName: String) {
        self.identifier = identifier
        self.displayName = displayName
    }
}

/// What a person does with the picker.
public enum PickerChoice: Sendable, Hashable {
    /// Chose the provider with this id.
    case provider(String)
    /// Chose "Other TV provider".
    case otherProvider
    /// Closed the picker.
    case cancel
}

/// The platform's provider picker as a value a host renders and answers.
///
/// It stands where the original SDK passes a view controller (choice). Answer it once, from any thread; later answers
/// are ignored, and so is an answer that comes after the dialog was dismissed.
/// Source: "iOS/tvOS SDK API Reference", presentTvProviderDialog.
public final class TVProviderDialog: Sendable {
    /// All providers, in the order to show: the featured ones, then the others.
    public let providers: [PickerProvider]
    /// Those of `providers` to show more prominently; often none.
    public let featured: [PickerProvider]
    private let answer: Lock<(@Sendable (PickerChoice) -> Void)?>

    /// Makes a dialog; `answer` is called at most once, on the thread of whoever answers.
    public init(
        providers: [PickerProvider], featured: [PickerProvider] = [],
        answer: @escaping @Sendable (PickerChoice) -> Void
    ) {
        self.providers = providers
        self.featured = featured
        self.answer = Lock(answer)
    }

    /// The providers whose name contains `text`, whatever its case, in the order to show; all for a blank text.
    public func search(_ text: String) -> [PickerProvider] {
        let wanted = Self.folded(text)
        guard let start = wanted.firstIndex(where: { !$0.isWhitespace }),
            let end = wanted.lastIndex(where: { !$0.isWhitespace })
        else { return providers }
        return providers.filter { Self.folded($0.displayName).contains(wanted[start...end]) }
    }

    /// Upper case first: it spells out what has no simple counterpart, such as the German sharp s.
    private static func folded(_ text: String) -> String { text.uppercased().lowercased() }

    /// The person chose this provider.
    public func choose(_ provider: PickerProvider) { take(.provider(provider.identifier)) }

    /// The person chose "Other TV provider".
    public func chooseOtherProvider() { take(.otherProvider) }

    /// The person closed the picker.
    public func cancel() { take(.cancel) }

    private func take(_ choice: PickerChoice) {
        let answer = answer.withLock { stored -> (@Sendable (PickerChoice) -> Void)? in
            defer { stored = nil }
            return stored
        }
        answer?(choice)
    }
}

/// Who shows the picker.
///
/// `present` and `dismiss` always come in pairs, with the same dialog, whatever ends the request. Both are called on the
/// thread of the request and should return at once.
public protocol TVProviderPresenter: Sendable {
    /// The picker is to open.
    func present(_ dialog: TVProviderDialog)
    /// The picker is over.
    func dismiss(_ dialog: TVProviderDialog)
}
