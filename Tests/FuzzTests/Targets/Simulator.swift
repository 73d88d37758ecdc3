import Base
import Foundation

@testable import AdobePass
@testable import PassSimulator

extension FuzzTarget {
    /// A request to the simulator, as text: request line, header fields, an empty line, body.
    ///
    /// `Bearer good` is a valid access token, and `CODE` a registration code in force.
    static let simulator = FuzzTarget("simulator") { input in
        guard let request = Request(text: input) else { return }
        let service = try SimulatorFixture.service()
        let response = service.plan(request).answer()
        try hold((200...499).contains(response.status), "the simulator answers \(response.status)")
        for (name, value) in response.headers {
            try hold(
                !(name + value).unicodeScalars.contains { $0.value < 0x20 }, "header \(name) breaks its line")
        }
        let type = response.headers.first { $0.name == "Content-Type" }?.value ?? ""
        let body = Data(response.body)
        if type.hasPrefix("application/json") {
            try hold((try? JSONDecoder().decode(JSONValue.self, from: body)) != nil, "an answer is no JSON")
        } else if type.hasPrefix("application/xml") || type.hasPrefix("text/xml") {
            try hold((try? XMLElement.parse(body)) != nil, "an answer is no XML")
        } else if type.hasPrefix("text/html") {
            try hold(!body.text.lowercased().contains("<script"), "a page runs what was sent")
        }
        if let text = String(validating: request.body, as: UTF8.self) {
            try hold(percentDecoded(percentEncoded(text), plusIsSpace: true) == text, "a text is lost in a form")
        }
    }
}

private enum SimulatorFixture {
    private static let room = Result { () throws(SimulatorError) in try WaitingRoom() }

    static func service() throws -> Service {
        let clock = ManualClock()
        let service = Service(
            Scenario.small.dashboard, clock: clock, room: try room.get(), keys: try Keys.shared(), issuer: "fuzz")
        let end = clock.now + .seconds(86_400)
        service.state.withLock { state in
            state.clients["client"] = ServiceState.Client(secret: "secret")
            state.accessTokens["good"] = ServiceState.AccessToken(client: "client", expires: end)
            state.registrations["CODE"] = ServiceState.Registration(
                id: "1", requestor: "NORTHSTAR", device: "d", mvpd: "NorthCable", generated: clock.now, expires: end,
                userAgent: "fuzz")
        }
        return service
    }
}

extension Request {
    /// Reads a request, as loosely as it can be: the HTTP library in front has its own rules.
    fileprivate init?(text input: Data) {
        var lines: [String] = []
        var rest = input[...]
        while let end = rest.firstIndex(of: 0x0A) {
            let line = String(decoding: rest[..<end], as: UTF8.self)
            rest = rest[(end + 1)...]
            if line.isEmpty || line == "\r" { break }
            lines.append(line)
        }
        guard let words = lines.first?.split(separator: " "), words.count > 1 else { return nil }
        self.init(target: String(words[1]))
        method = String(words[0])
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            // The library in front trims, and passes no control characters.
            let value = line[line.index(after: colon)...].filter { !$0.isNewline && $0 != "\0" }
            headers.append((String(line[..<colon]), value.trimmingCharacters(in: .whitespaces)))
        }
        body = Array(rest)
    }
}
