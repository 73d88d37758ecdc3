import Testing

/// The simulator's pages in a real browser, one at a time.
@Suite(.serialized, .enabled(if: Chromium.isWanted, Chromium.absence), .timeLimit(.minutes(10)))
struct BrowserTests {}
