import Base

/// A request through the SDK's transport beside the same request by plain curl.
enum RequestFigures {
    private static let rounds = 9
    private static let requests = 1000

    /// What a round of requests cost, each.
    private struct Series {
        var times: [Double] = []
        var cpus: [Double] = []

        mutating func add(_ cost: Cost) {
            times.append(cost.time)
            cpus.append(cost.cpu)
        }

        var time: Sample { Sample(times) }
        var cpu: Sample { Sample(cpus) }
    }

    /// The peer answered otherwise than expected.
    struct Failure: Error {}

    /// Measures in turns. `plain` is the time of a request by libcurl alone, for other chapters.
    static func measure(_ service: Service) async throws -> (chapter: Chapter, plain: Double) {
        let url = service.baseURL + "/api/v1/config/NORTHSTAR?deviceType=iOS"
        let headers = [("Accept", "application/json"), ("User-Agent", "figures")]
        let request = HTTPRequest(url: url, headers: headers.map { (name: $0.0, value: $0.1) })
        let transport = CurlTransport()
        guard let easy = EasyCurl(url: url, headers: request.headers) else { throw Failure() }
        var (ours, library, command) = (Series(), Series(), Series())
        for round in 0...rounds {
            let costs = [
                try await Cost.ofWaiting(each: requests) {
                    for _ in 0..<requests where try await transport.send(request).status != 200 { throw Failure() }
                },
                try Cost.of(each: requests) {
                    for _ in 0..<requests where !easy.perform() { throw Failure() }
                },
            ]
            let commandCost = commandLine(url: url, headers: request.headers)
            if round == 0 { continue }  // The first one warms up.
            ours.add(costs[0])
            library.add(costs[1])
            if let commandCost { command.add(commandCost) }
        }
        return (chapter(ours, library, command), library.time.median)
    }

    /// The same requests by one run of the command line tool, its start taken off; nil when it is missing.
    private static func commandLine(url: String, headers: [(name: String, value: String)]) -> Cost? {
        guard let many = run(url, headers, count: requests), let one = run(url, headers, count: 1) else { return nil }
        let others = Double(requests - 1)
        return Cost(time: (many.time - one.time) / others, cpu: (many.cpu - one.cpu) / others)
    }

    private static func run(_ url: String, _ headers: [(name: String, value: String)], count: Int) -> Cost? {
        let start = ContinuousClock.now
        guard let child = try? Child("curl", ["--silent", "--fail-early", "--config", "-"]) else { return nil }
        let fields = headers.map { "header = \"\($0.name): \($0.value)\"\n" }.joined()
        let transfers = "url = \"\(url)\"\noutput = \"/dev/null\"\n"
        child.give("compressed\n" + fields + String(repeating: transfers, count: count), closing: true)
        _ = child.rest()
        let end = child.end()
        return end.status == 0 ? Cost(time: (ContinuousClock.now - start).seconds, cpu: end.cpu) : nil
    }

    private static func chapter(_ ours: Series, _ library: Series, _ command: Series) -> Chapter {
        let isMissing = command.times.isEmpty
        return Chapter(
            title: "A request",
            method: [
                "The configuration of three MVPDs over plain HTTP on loopback, one request after the other on one kept",
                "connection, \(requests) a round, \(rounds) rounds in turns; median of the rounds, in brackets their",
                "middle half. The service is another process, whose CPU is not counted. libcurl alone is a loop over",
                "`curl_easy_perform` with one handle set up once, which keeps nothing of the answers; the `curl` command",
                "makes all requests of a round in one run, its start taken off.",
            ],
            figures: [
                figure("Time, beside libcurl alone", ours.time, library.time, nil),
                figure("CPU, beside libcurl alone", ours.cpu, library.cpu, nil),
                figure("Time, beside the `curl` command", ours.time, command.time, isMissing ? missing : timeReason),
                figure("CPU, beside the `curl` command", ours.cpu, command.cpu, isMissing ? missing : cpuReason),
            ])
    }

    private static let missing = "the `curl` command is missing (Debian package curl)."
    private static let timeReason =
        "a request goes to the transport's thread and its answer comes back, which the command line tool does not need; next: start the transfer on the caller's thread."
    private static let cpuReason =
        "a request wakes the transport's thread and its answer the caller; next: keep libcurl's handles from request to request."

    private static func figure(_ name: String, _ ours: Sample, _ peer: Sample, _ otherwise: String?) -> Figure {
        let ratio = peer.median > 0 ? ours.median / peer.median : .infinity
        return Figure(
            name: name, ours: Quantity.time(ours), peer: Quantity.time(peer),
            ratio: Quantity.ratio(ours.median, to: peer.median),
            aim: otherwise.map { Aim(text: "1.5 times or less", isMet: ratio <= 1.5, otherwise: $0) })
    }
}
