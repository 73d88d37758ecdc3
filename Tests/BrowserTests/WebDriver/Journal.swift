import Foundation
import Testing

/// What a browser noted: requests, redirects, errors. Reading takes the notes out, so one journal reads them for all.
final class Journal {
    private let browser: Browser
    private(set) var addresses: [String] = []
    private(set) var errors: [String] = []

    init(_ browser: Browser) { self.browser = browser }

    private struct Entry: Decodable, Sendable {
        var level: String
        var message: String
    }

    private struct Note: Decodable {
        struct Message: Decodable {
            var method: String
            var params: Parameters
        }
        struct Parameters: Decodable { var request: Request? }
        struct Request: Decodable { var url: String }
        var message: Message
    }

    /// Takes in what has been noted since.
    func read() async throws {
        let console: [Entry] = try await browser.ask("POST", "/se/log", ["type": "browser"])
        errors += console.filter { $0.level == "SEVERE" || $0.level == "WARNING" }.map(\.message)
        let network: [Entry] = try await browser.ask("POST", "/se/log", ["type": "performance"])
        for entry in network {
            // Other notes have parameters of other kinds.
            guard let note = try? JSONDecoder().decode(Note.self, from: Data(entry.message.utf8)).message else {
                continue
            }
            if note.method == "Network.requestWillBeSent", let url = note.params.request?.url { addresses.append(url) }
        }
    }

    /// The address outside the browser's reach it was sent to: what the system would hand to the application.
    func redirect(to start: String) async throws -> String {
        let end = ContinuousClock.now + .seconds(20)
        while true {
            if let found = addresses.first(where: { $0.hasPrefix(start) }) { return found }
            try #require(ContinuousClock.now < end, "the browser was not sent to \(start): \(addresses)")
            try await read()
        }
    }

    /// No page complained, and nobody but this machine was asked.
    func expectPeace(_ sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await read()
        #expect(errors.isEmpty, sourceLocation: sourceLocation)
        let foreign = addresses.filter { !$0.hasPrefix("http://127.0.0.1:") && !$0.hasPrefix("adobepass://") }
        #expect(foreign.isEmpty, sourceLocation: sourceLocation)
        #expect(!addresses.isEmpty, sourceLocation: sourceLocation)
    }
}
