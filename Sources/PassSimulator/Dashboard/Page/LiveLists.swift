import Base

/// What the service was asked last, and what it has issued: kept up to date by a script where there is one.
struct LiveLists: Sendable {
    private let requests: [(number: Int, record: RequestRecord)]
    private let tokens: [IssuedToken]
    private let now: Timestamp

    private static let most = 50

    init(_ state: ServiceState, at moment: Moment) {
        requests = state.records.last(Self.most).reversed()
        tokens = Array(IssuedToken.all(state, at: moment).prefix(2 * Self.most))
        now = moment.now
    }

    var html: HTML {
        """
        <section class="panel" id="live" aria-labelledby="requests"><div class="state"><h2 id="requests">Requests</h2>\
        <p class="hint" role="status" id="live-state"><a href="/dashboard">Refresh</a></p></div>
        \(Self.table("Requests", ["No.", "Status", "Endpoint", "Request", "Platform"], id: "live-requests", rows))
        <h3 id="tokens">Issued and still good</h3>
        \(Self.table("Issued and still good", ["Kind", "Of", "Secret", "Ends in"], id: "live-tokens", issued))</section>
        """
    }

    private static func table(_ label: String, _ heads: [String], id: String, _ rows: [HTML]) -> HTML {
        let none: HTML = "<tr><td colspan=\"\(heads.count)\" class=\"quiet\">None yet.</td></tr>"
        return """
            <div class="scroll" tabindex="0" role="region" aria-label="\(label)"><table><thead><tr>\
            \(heads.map { "<th scope=\"col\">\($0)</th>" as HTML })</tr></thead>\
            <tbody id="\(id)" data-live>\(none, if: rows.isEmpty)\(rows)</tbody></table></div>
            """
    }

    private var rows: [HTML] {
        requests.map { number, record in
            let status = record.status.map(String.init) ?? "none yet"
            let names = record.parameterNames.isEmpty ? "" : " (\(record.parameterNames.joined(separator: ", ")))"
            let isBad = (record.status ?? 0) >= 400
            return """
                <tr><td>\(number + 1)</td><td><span class="badge \(isBad ? "bad" : "good")">\(status)</span></td>\
                <td>\(record.endpoint.rawValue)</td><td class="path"><code>\(record.method) \(record.shownPath)\
                </code>\(names)</td><td>\(record.platform ?? "")</td></tr>
                """
        }
    }

    private var issued: [HTML] {
        tokens.map { token in
            """
            <tr><td>\(token.kind)</td><td>\(token.holder)</td><td><code>\(token.masked)</code></td>\
            <td>\(Self.words(token.expires - now))</td></tr>
            """
        }
    }

    /// The two largest units.
    private static func words(_ rest: Duration) -> String {
        let seconds = max(0, rest.inMilliseconds / 1000)
        let parts = [
            (seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
        ]
        let shown = parts.drop { $0.0 == 0 }.prefix(2).map { "\($0.0) \($0.1)" }
        return shown.isEmpty ? "0 s" : shown.joined(separator: " ")
    }
}

extension RequestRecord {
    /// The path without the codes in it, by which others could sign in.
    fileprivate var shownPath: String {
        guard Self.pathsWithCodes.contains(endpoint), let slash = path.lastIndex(of: "/") else { return path }
        return path[...slash] + IssuedToken.mask(String(path[path.index(after: slash)...]))
    }

    private static let pathsWithCodes: Set<Endpoint> = [
        .registrationRecord, .registrationRemoval, .codeCheck, .codeAuthentication, .codePreauthorize, .v2Authenticate,
        .v2SessionResumption, .v2SessionLookup, .v2ProfileOfCode,
    ]
}
