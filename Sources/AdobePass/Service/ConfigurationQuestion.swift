import Base

/// One question for a requestor's configuration, with the help of what an earlier answer left behind.
struct ConfigurationQuestion: Sendable {
    let connection: AuthorizedConnection
    let cache: any ConfigurationCache
    let requestor: String
    let call: ServiceCall
    /// What is asked: each API has a question of its own.
    let request: ServiceRequest
    /// Apart from V1's entries, which came first and have none.
    var entryPrefix = ""

    /// Under which entry the body is kept: iOS and tvOS never share one (V10), nor do two APIs.
    private var key: String {
        "\(entryPrefix)\(connection.connection.address.base) \(call.platform.rawValue) \(requestor)"
    }

    func answer() async throws(ServiceError) -> ConfigurationAnswer {
        guard let kept = await cache.load(key: key), !validators(of: kept).isEmpty else { return try await ask() }
        let answer = try await connection.send(request(validating: kept), call: call)
        guard answer.status == 304 else { return try await read(answer) }
        if let configuration = try? ConfigurationBody.parse(
            kept.body, contentType: kept.contentType, requestor: requestor)
        {
            return ConfigurationAnswer(configuration: configuration, serviceTime: answer.serviceTime)
        }
        // What we kept is damaged: nothing is lost but one request.
        await cache.save(nil, key: key)
        return try await ask()
    }

    private func ask() async throws(ServiceError) -> ConfigurationAnswer {
        try await read(try await connection.send(request(validating: nil), call: call))
    }

    private func request(validating kept: CachedBody?) -> ServiceRequest {
        var request = request
        request.headers += kept.map(validators) ?? []
        return request
    }

    /// Only what fits a header field: what came from the cache is not trusted to.
    private func validators(of kept: CachedBody) -> [(name: String, value: String)] {
        let fields = [("If-None-Match", kept.entityTag), ("If-Modified-Since", kept.lastModified)]
        return fields.compactMap { name, value in
            value.flatMap { CallHeaders.isSendable($0) ? (name: name, value: $0) : nil }
        }
    }

    private func read(_ answer: ServiceAnswer) async throws(ServiceError) -> ConfigurationAnswer {
        guard answer.status == 200 else { throw ServiceError(.configuration, answer: answer) }
        let configuration: RequestorConfiguration
        do {
            configuration = try ConfigurationBody.parse(
                answer.body, contentType: answer.contentType, requestor: requestor)
        } catch {
            throw ServiceError(.configuration, answer: answer, unreadable: error)
        }
        await keep(answer)
        return ConfigurationAnswer(configuration: configuration, serviceTime: answer.serviceTime)
    }

    /// Keeps a body that could be read; one without validators helps nobody, and makes an older one worthless.
    private func keep(_ answer: ServiceAnswer) async {
        let hasValidators = answer.entityTag != nil || answer.lastModified != nil
        let body = CachedBody(
            body: answer.body, contentType: answer.contentType ?? "", entityTag: answer.entityTag,
            lastModified: answer.lastModified)
        await cache.save(hasValidators ? body : nil, key: key)
    }
}
