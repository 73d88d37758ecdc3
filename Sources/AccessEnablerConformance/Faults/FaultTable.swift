import AccessEnabler
import PassSimulator

/// The fault matrix as tables, made from results.
public struct FaultTable {
    private let results: [(cell: FaultMatrix.Cell, result: CaseResult)]

    /// A table of these results, one for each cell, in the same order.
    public init(_ cells: [FaultMatrix.Cell], _ results: [CaseResult]) {
        self.results = Array(zip(cells, results))
    }

    /// One section a row: what came on each platform, faults with the same outcome in one line.
    public var markdown: String {
        var lines = [
            "# What comes of a faulty answer", "",
            """
            Every use the SDK makes of the service, with every fault of the simulator, on the real stack: HTTP on \
            loopback, the store on disk, a clock that the case moves.
            """, "",
            "## Overview", "",
            """
            In every run the verb ended within its limit on the clock; sign-ins of all requestors, client credentials \
            and device id were kept, but for those the contract ends (by a logout; on V2 with a client the service has \
            forgotten); the application worked once the service was well; nothing was asked of an address a redirect \
            named; and nothing secret stood in a log line, a status, the process's arguments or environment, or a file \
            besides the store. Made by `make faults`, which fails when one does not hold.
            """,
        ]
        for row in rows {
            lines += [
                "", "### \(row.title)", "", "| fault | platform | callbacks |", "|---|---|---|",
            ]
            lines += outcomes(of: row).map { outcome in
                "| \(outcome.faults.joined(separator: ", ")) | \(outcome.platforms) | \(outcome.text) |"
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What a page made of all results says otherwise than these results, some of them or all.
    public func contradictions(in page: String) -> [String] {
        let sections = page.split(separator: "\n### ").dropFirst().map { $0.split(separator: "\n") }
        return results.compactMap { cell, result in
            let wanted = Self.text(of: cell, result)
            let lines = sections.first { $0.first.map(String.init) == cell.row.title } ?? []
            let found = lines.lazy.map { $0.split(separator: " | ").map { $0.trimming(" |") } }.first { columns in
                columns.count == 3 && [cell.platform.rawValue, "both"].contains(columns[1])
                    && columns[0].split(separator: ", ").contains { $0 == cell.fault.name }
            }
            if found?[2] == wanted { return nil }
            return "\(cell): \(found?[2] ?? "not in the page"), but came \(wanted)"
        }
    }

    /// One line a row and outcome.
    public var text: String {
        var lines: [String] = []
        for row in rows {
            lines.append(row.title)
            for outcome in outcomes(of: row) {
                lines.append("  \(outcome.platforms)  \(outcome.faults.joined(separator: ", "))")
                lines.append("      \(outcome.text)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The rows there are results of.
    private var rows: [FaultRow] {
        FaultMatrix.rows.filter { row in results.contains { $0.cell.row.isSame(as: row) } }
    }

    private struct Outcome {
        var text: String
        var faults: [String]
        var platforms: String
    }

    /// Faults in groups that led to the same, in the order of their first.
    private func outcomes(of row: FaultRow) -> [Outcome] {
        let mine = results.filter { $0.cell.row.isSame(as: row) }
        func outcomes(on platforms: [PlatformBehaviour], _ name: String) -> [Outcome] {
            var outcomes: [Outcome] = []
            for (cell, result) in mine where cell.platform == platforms.first {
                let text = Self.text(of: cell, result)
                if let place = outcomes.firstIndex(where: { $0.text == text }) {
                    outcomes[place].faults.append(cell.fault.name)
                } else {
                    outcomes.append(Outcome(text: text, faults: [cell.fault.name], platforms: name))
                }
            }
            return outcomes
        }
        let phone = outcomes(on: [.iOS], "iOS")
        let television = outcomes(on: [.tvOS], "tvOS")
        let isSame = phone.map(\.text) == television.map(\.text) && phone.map(\.faults) == television.map(\.faults)
        return isSame ? outcomes(on: [.iOS], "both") : phone + television
    }

    /// The callbacks while the fault lasted.
    private static func text(of cell: FaultMatrix.Cell, _ result: CaseResult) -> String {
        guard result.holds else { return "**fails**: \(result.problems.first ?? "not run")" }
        let count = cell.row.faulty(cell.row.harm(of: cell.fault), cell.platform).due.count
        // The first is the device id, asked to see that it stays.
        return result.seen.dropFirst().prefix(count).map(\.brief).joined(separator: ", ")
    }
}

extension Substring {
    /// Without any of these characters at its ends.
    fileprivate func trimming(_ characters: String) -> String {
        String(drop(while: { characters.contains($0) }).reversed().drop(while: { characters.contains($0) }).reversed())
    }
}

extension Callback {
    /// Its name and what matters of it, without addresses and texts.
    fileprivate var brief: String {
        switch self {
        case .setRequestorComplete(let status): "complete(\(status))"
        case .setAuthenticationStatus(let status, let code): "status \(status)" + (code.isEmpty ? "" : " \(code)")
        case .status(let status): status.errorID
        case .setMetadataStatus(let value, _, _, _): value == nil ? "metadata nil" : "metadata"
        case .tokenRequestFailed(_, let code, _): "tokenRequestFailed \(code)"
        case .preauthorizedResources(let resources): "preauthorizedResources [\(resources.joined(separator: ", "))]"
        default: kind.rawValue
        }
    }
}
