import Base

/// Which resources a person may watch, asked lot by lot.
struct PreauthorizationQuestion: Sendable {
    let connection: AuthorizedConnection
    let request: PreauthorizationRequest
    let call: ServiceCall

    /// What the service takes at once unless agreed otherwise.
    static let lotSize = 5
    /// How long the list of a lot may get, in bytes of the query: an address of 8 kB is the most many servers take.
    /// Choice.
    static let lotLength = 4096

    /// One decision for each resource, in the order asked.
    func answer() async throws(ServiceError) -> [PreauthorizationDecision] {
        var decisions: [ExactText: PreauthorizationDecision] = [:]
        for lot in Self.lots(of: request.resources) {
            for decision in try await decide(lot) { decisions[ExactText(decision.resource)] = decision }
        }
        return request.resources.map { resource in
            decisions[ExactText(resource)] ?? PreauthorizationDecision(resource: resource, isAuthorized: false)
        }
    }

    /// Asks about a lot, then again about those of it the service had a bad moment for.
    private func decide(_ lot: [String]) async throws(ServiceError) -> [PreauthorizationDecision] {
        var (decided, open) = ([PreauthorizationDecision](), lot)
        var attempt = 0
        while true {
            attempt += 1
            let told = try await ask(open)
            let failed = told.filter { !$0.isAuthorized && $0.error?.action == "retry" }
            guard !failed.isEmpty,
                try await connection.connection.backOffForPart(
                    .preauthorization, attempt: attempt, by: call.deadline)
            else { return decided + told }
            decided += told.filter { !failed.contains($0) }
            open = failed.map(\.resource)
        }
    }

    /// `GET preauthorize`: what it says about the resources of the lot; of two words on one the first counts.
    private func ask(_ lot: [String]) async throws(ServiceError) -> [PreauthorizationDecision] {
        // The commas stay as they are: a service that parts before it decodes finds them, and so does any other.
        let list = lot.map(Percent.encode).joined(separator: ",")
        let question = ServiceRequest(
            stage: .preauthorization, path: "/api/v1/preauthorize?resource=" + list,
            query: [("requestor", request.requestor), ("deviceId", call.deviceID.exposed)])
        let answer = try await connection.send(question, call: call)
        guard answer.status == 200 else { throw ServiceError(.preauthorization, answer: answer) }
        do throws(UnreadableAnswer) {
            let told = try PreauthorizationBody.parse(answer.body, contentType: answer.contentType)
            // An empty list is how some services say that there were too many (P17): no answer is no denial.
            if told.isEmpty { throw UnreadableAnswer("a list of resources without any") }
            return lot.compactMap { resource in
                // A document may be written with blanks around its texts.
                let word =
                    told.first { $0.resource.isSameID(as: resource) }
                    ?? told.first { $0.resource.trimmed.isSameID(as: resource.trimmed) }
                return word.map {
                    PreauthorizationDecision(resource: resource, isAuthorized: $0.isAuthorized, error: $0.error)
                }
            }
        } catch {
            throw ServiceError(.preauthorization, answer: answer, unreadable: error)
        }
    }

    /// The resources in lots, each once.
    ///
    /// One that holds a comma is asked alone, so that what the service makes of it is not mixed up with others.
    static func lots(of resources: [String]) -> [[String]] {
        var lots: [[String]] = []
        var (lot, length) = ([String](), 0)
        var seen = Set<ExactText>()
        for resource in resources where seen.insert(ExactText(resource)).inserted {
            if resource.utf8.contains(UInt8(ascii: ",")) {
                lots.append([resource])
                continue
            }
            let size = Percent.encode(resource).utf8.count + 1
            if lot.count == lotSize || (length + size > lotLength && !lot.isEmpty) {
                lots.append(lot)
                (lot, length) = ([], 0)
            }
            lot.append(resource)
            length += size
        }
        return lot.isEmpty ? lots : lots + [lot]
    }
}
