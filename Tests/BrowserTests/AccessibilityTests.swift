import PassSimulator
import Testing

extension BrowserTests {
    /// What people with other eyes, hands and screens need of every page.
    @Suite struct AccessibilityTests {
        /// The pages, with how to come there.
        private static func addresses(_ stage: Stage) async throws -> [String] {
            try await stage.signIn()
            let base = stage.simulator.baseURL
            return [
                try await stage.address(), base + "/activate", base + "/", base + "/dashboard?open=NorthCable",
                base + "/idp/signin?redirect=com.example.tv%3A%2F%2Faccount&state=1", base + "/nothing",
            ]
        }

        @Test(arguments: [Browser.Screen.desk, .phone]) func everyPage(_ screen: Browser.Screen) async throws {
            let stage = try Stage()
            let addresses = try await Self.addresses(stage)
            try await Browser.with(screen) { browser in
                for address in addresses {
                    try await browser.open(address)
                    for isDark in [false, true] {
                        try await browser.setDark(isDark)
                        let faults: [String] = try await browser.value(Self.faults)
                        #expect(faults == [], "\(address) on \(screen), dark: \(isDark)")
                    }
                }
            }
        }

        @Test func theFocusGoesInOrderAndIsSeen() async throws {
            let stage = try Stage()
            let addresses = try await Self.addresses(stage)
            try await Browser.with { browser in
                for address in addresses.prefix(4) {
                    try await browser.open(address)
                    let count: Int = try await browser.value("(\(Self.focusable)).length")
                    _ = try await browser.value("(\(Self.focusable))[0].focus()") as String?
                    for place in 0..<min(count, 12) {
                        if place > 0 { try await browser.press(Key.tab) }
                        let found: [Double] = try await browser.value(
                            """
                            [(\(Self.focusable)).indexOf(document.activeElement), \
                            parseFloat(getComputedStyle(document.activeElement).outlineWidth)]
                            """)
                        #expect(found.first == Double(place), "\(address)")
                        #expect(found.last ?? 0 >= 2, "\(address), \(place)")
                    }
                }
            }
        }

        /// What can have the keyboard, in the order of the page.
        private static let focusable = """
            [...document.querySelectorAll('a[href],button,input:not([type=hidden]),select,textarea,summary,[tabindex="0"]')]\
            .filter(e => e.checkVisibility())
            """

        /// Everything that is wrong with a page, in words; one question, so that it takes no time.
        static let faults = """
            [
              ...(document.documentElement.lang === 'en' ? [] : ['no language']),
              ...['h1', 'main'].filter(e => document.querySelectorAll(e).length !== 1).map(e => 'not one ' + e),
              ...(document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['too wide'] : []),
              ...\(unlabelled).map(e => 'no label: ' + e), ...\(doubledIDs).map(e => 'twice: ' + e),
              ...\(skippedHeadings).map(e => 'heading skipped: ' + e), ...\(pale).map(e => 'pale: ' + e)
            ]
            """

        /// Fields, buttons, links and regions without a name.
        private static let unlabelled = """
            [...document.querySelectorAll('input:not([type=hidden]),select,textarea,button,a[href],[role=region]')]\
            .filter(e => !((e.labels && [...e.labels].some(l => l.textContent.trim())) || e.getAttribute('aria-label') \
            || (['BUTTON','A'].includes(e.tagName) && e.textContent.trim()))).map(e => e.outerHTML)
            """

        private static let doubledIDs = """
            [...document.querySelectorAll('[id]')].map(e => e.id).filter((id, i, all) => all.indexOf(id) !== i)
            """

        private static let skippedHeadings = """
            [...document.querySelectorAll('h1,h2,h3,h4')].filter((h, i, all) => i > 0 \
            && Number(h.tagName[1]) > Number(all[i - 1].tagName[1]) + 1).map(h => h.textContent)
            """

        /// Texts with less contrast to what is behind them than 4.5:1 (WCAG 2, AA).
        private static let pale = """
            (() => {
              const colour = text => text.match(/[\\d.]+/g).map(Number);
              const light = ([r, g, b]) => [r, g, b].map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
                .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
              const ground = e => {
                for (; e; e = e.parentElement) {
                  const c = colour(getComputedStyle(e).backgroundColor);
                  if (c.length < 4 || c[3] > 0) return c;
                }
                return [255, 255, 255];
              };
              return [...document.querySelectorAll('body *')].filter(e => !e.closest('svg') && e.checkVisibility()
                && [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())).filter(e => {
                const [a, b] = [light(colour(getComputedStyle(e).color)), light(ground(e))].sort((x, y) => y - x);
                return (a + 0.05) / (b + 0.05) < 4.5;
              }).map(e => e.textContent.trim().slice(0, 40) + ' ' + getComputedStyle(e).color);
            })()
            """
    }
}
