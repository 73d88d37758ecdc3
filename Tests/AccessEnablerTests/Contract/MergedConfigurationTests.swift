import AdobePass
import Testing

@testable import AccessEnabler

/// S2.M: several lists become one, each MVPD bound to the URL that answered first with it.
@Suite struct MergedConfigurationTests {
    @Test("S2.M: the lists stand in URL order, whatever the order of arrival")
    func order() {
        let parts = [
            part("one", arrival: 2, ["A", "B"]), part("two", arrival: 0, ["C", "B"]), part("three", arrival: 1, ["D"]),
        ]
        let merged = MergedConfiguration(requestor: "NORTHSTAR", parts: parts)
        #expect(merged.requestor == "NORTHSTAR")
        #expect(merged.mvpds.map(\.mvpd.id) == ["A", "B", "C", "D"])
        #expect(merged.mvpds.map(\.serviceURL) == ["one", "two", "two", "three"])
    }

    @Test("S2.M: an MVPD has the fields of the URL that answered first with it")
    func firstArrivalBinds() {
        var off = part("one", arrival: 1, ["A"])
        off.configuration.mvpds[0].enablePlatformServices = false
        let on = part("two", arrival: 0, ["A"])
        let merged = MergedConfiguration(requestor: "NORTHSTAR", parts: [off, on])
        #expect(merged.mvpds == [BoundMVPD(mvpd: on.configuration.mvpds[0], serviceURL: "two")])
        #expect(merged.mvpd(id: "A")?.isSSOEnabled == true)
    }

    @Test("P13: same arrivals, same winners, for 100 orders of the URLs")
    func hundredPermutations() {
        let parts = [
            part("one", arrival: 3, ["A", "B", "C"]), part("two", arrival: 1, ["C", "B"]),
            part("three", arrival: 2, ["A", "D"]), part("four", arrival: 0, ["D", "E"]),
        ]
        let winners = ["A": "three", "B": "two", "C": "two", "D": "four", "E": "four"]
        var random = SplitMix(seed: 13)
        for _ in 0..<100 {
            let shuffled = parts.shuffled(using: &random)
            let merged = MergedConfiguration(requestor: "NORTHSTAR", parts: shuffled)
            let found = merged.mvpds.map { ($0.mvpd.id, $0.serviceURL) }
            #expect(Dictionary(found, uniquingKeysWith: { $1 }) == winners)
            #expect(found.count == winners.count)
            var listed: [String] = []
            for id in shuffled.flatMap({ $0.configuration.mvpds.map(\.id) }) where !listed.contains(id) {
                listed.append(id)
            }
            #expect(found.map(\.0) == listed)
        }
    }

    @Test("P13: of an id listed twice by one URL the first counts")
    func doubledInOneList() {
        var doubled = part("one", arrival: 0, ["A", "A"])
        doubled.configuration.mvpds[1].displayName = "second"
        let merged = MergedConfiguration(requestor: "NORTHSTAR", parts: [doubled])
        #expect(merged.mvpds.map(\.mvpd.displayName) == ["A"])
    }

    @Test("P08: ids that differ only in the spelling of accents stay two, byte for byte")
    func spellings() throws {
        let names = ["T\u{e9}l\u{e9}vision Qu\u{e9}bec", "Te\u{301}le\u{301}vision Que\u{301}bec"]
        try #require(names[0] == names[1])
        let others = ["スカパー", "قناة", "📺🇨🇦"]
        let merged = MergedConfiguration(
            requestor: "NORTHSTAR",
            parts: [
                part("one", arrival: 1, [names[0]] + others), part("two", arrival: 0, [names[1]] + others),
            ])
        #expect(
            merged.mvpds.map { Array($0.mvpd.id.utf8) } == ([names[0]] + others + [names[1]]).map { Array($0.utf8) })
        #expect(merged.mvpd(id: names[0])?.serviceURL == "one")
        #expect(merged.mvpd(id: names[1])?.serviceURL == "two")
        #expect(merged.mvpd(id: others[0])?.serviceURL == "two")
    }

    @Test("P08: the platform's provider ids are told apart byte for byte")
    func providerSpellings() throws {
        var first = part("one", arrival: 0, ["A", "B"])
        first.configuration.mvpds[0].platformMappingID = "cabl\u{e9}"
        first.configuration.mvpds[1].platformMappingID = "cable\u{301}"
        let merged = MergedConfiguration(requestor: "NORTHSTAR", parts: [first])
        #expect(merged.mvpd(providerIdentifier: "cabl\u{e9}")?.mvpd.id == "A")
        #expect(merged.mvpd(providerIdentifier: "cable\u{301}")?.mvpd.id == "B")
    }

    @Test("S2.X4: of several MVPDs with one provider id the first SSO enabled one, else the first")
    func providerMapping() {
        func found(_ integrations: [Integration], provider: String = "p") -> String? {
            let mvpds = integrations.enumerated().compactMap { index, integration in
                integration.mvpd("M\(index)", mappingID: "p").map { BoundMVPD(mvpd: $0, serviceURL: "one") }
            }
            return MergedConfiguration(requestor: "NORTHSTAR", mvpds: mvpds).mvpd(providerIdentifier: provider)?.mvpd.id
        }
        #expect(found([.switchedOff, .enabled, .enabled]) == "M1")
        #expect(found([.pickerOnly, .unknownBoarding, .enabled]) == "M2")
        #expect(found([.pickerOnly, .switchedOff]) == "M0")
        #expect(found([.notIntegrated, .switchedOff]) == "M1")
        #expect(found([.notIntegrated]) == nil)
        #expect(found([.enabled], provider: "P") == nil)
        #expect(found([.enabled], provider: "") == nil)
    }

    @Test("Words: SSO enabled is `enablePlatformServices` and SUPPORTED, nothing else", arguments: Integration.allCases)
    func ssoEnabled(_ integration: Integration) {
        guard let mvpd = integration.mvpd("A") else { return }
        #expect(BoundMVPD(mvpd: mvpd, serviceURL: "one").isSSOEnabled == integration.isSSOEnabled)
    }

    @Test("S2.M: the domains are those of the first URL that answered usably; no list at all is an empty one")
    func domains() {
        var first = part("one", arrival: 1, ["A"])
        first.configuration.domains = ["one.example", "also.example"]
        var second = part("two", arrival: 0, ["A"])
        second.configuration.domains = ["two.example"]
        #expect(
            MergedConfiguration(requestor: "N", parts: [first, second]).domains == ["one.example", "also.example"])
        #expect(MergedConfiguration(requestor: "N", parts: [second]).domains == ["two.example"])
        let empty = MergedConfiguration(requestor: "N", parts: [])
        #expect(empty.mvpds.isEmpty)
        #expect(empty.domains.isEmpty)
        #expect(MergedConfiguration(requestor: "N", parts: [part("one", arrival: 0, [])]).mvpds.isEmpty)
    }

    /// One URL's list, all MVPDs SSO enabled.
    private func part(_ url: String, arrival: Int, _ ids: [String]) -> MergedConfiguration.Part {
        MergedConfiguration.Part(
            serviceURL: url, arrival: arrival,
            configuration: RequestorConfiguration(
                requestor: "NORTHSTAR", mvpds: ids.compactMap { Integration.enabled.mvpd($0) }))
    }
}
