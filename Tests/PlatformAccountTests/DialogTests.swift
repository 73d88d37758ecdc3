import Base
import PlatformAccount
import Testing

@Suite struct DialogTests {
    private let names = [
        "A&E Cable", "Télévision Québec", "スカパー", "قناة", "Straßen TV", "İstanbul TV", "ΟΔΟΣ", "📺 Box", "Cable One",
    ]

    private func dialog(_ answer: @escaping @Sendable (PickerChoice) -> Void = { _ in }) -> TVProviderDialog {
        TVProviderDialog(
            providers: names.map { PickerProvider(identifier: "id of \($0)", displayName: $0) }, answer: answer)
    }

    @Test(
        "P08: search ignores case in every script",
        arguments: [
            ("cable", ["A&E Cable", "Cable One"]),
            ("CABLE", ["A&E Cable", "Cable One"]),
            ("  cable ", ["A&E Cable", "Cable One"]),
            ("&", ["A&E Cable"]),
            ("QUÉBEC", ["Télévision Québec"]),
            ("que\u{301}bec", ["Télévision Québec"]),
            ("カパ", ["スカパー"]),
            ("قناة", ["قناة"]),
            ("strassen", ["Straßen TV"]),
            ("STRASSEN", ["Straßen TV"]),
            ("straße", ["Straßen TV"]),
            ("İSTANBUL", ["İstanbul TV"]),
            ("οδος", ["ΟΔΟΣ"]),
            ("📺", ["📺 Box"]),
            ("nothing like it", []),
        ])
    func searchIgnoresCaseInEveryScript(_ text: String, _ found: [String]) {
        #expect(dialog().search(text).map(\.displayName) == found)
    }

    @Test(arguments: ["", " ", "\n\t "])
    func aBlankSearchFindsAll(_ text: String) {
        #expect(dialog().search(text).map(\.displayName) == names)
    }

    @Test func aHugeSearchFindsNothing() {
        #expect(dialog().search(String(repeating: "x", count: 1_000_000)).isEmpty)
    }

    @Test func theChoiceIsTheProvidersID() {
        let choices = Lock<[PickerChoice]>([])
        let dialog = dialog { choice in choices.withLock { $0.append(choice) } }
        dialog.choose(dialog.providers[2])
        dialog.chooseOtherProvider()
        dialog.cancel()
        #expect(choices.withLock { $0 } == [.provider("id of スカパー")], "only the first answer counts")
    }

    @Test func itIsAnsweredOnceFromManyThreads() async {
        let count = Lock(0)
        let dialog = dialog { _ in count.withLock { $0 += 1 } }
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<200 {
                group.addTask {
                    switch index % 3 {
                    case 0: dialog.cancel()
                    case 1: dialog.chooseOtherProvider()
                    default: dialog.choose(dialog.providers[0])
                    }
                }
            }
        }
        #expect(count.withLock { $0 } == 1)
    }

    @Test func theAnswerMayUseTheDialog() {
        let held = Lock<TVProviderDialog?>(nil)
        let dialog = dialog { _ in held.withLock { $0 }?.cancel() }
        held.withLock { $0 = dialog }
        dialog.cancel()
        held.withLock { $0 = nil }
    }
}
