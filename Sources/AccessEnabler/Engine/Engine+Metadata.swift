import AdobePass
import Base
import EntitlementStore
import FoundationEssentials

extension Engine {
    /// getMetadata, carried out: one `setMetadataStatus`.
    func getMetadata(_ key: MetadataKey, _ arguments: [String: String]) async {
        var step: Metadata.Step
        if key == .deviceID {
            step = Metadata.deviceID(deviceID())
        } else {
            let token = await judgeAuthentication().token
            step = Metadata.decide(
                key, token: token, userMetadata: token.flatMap(keptMetadata),
                authorization: token.flatMap { keptAuthorization(key, $0) })
        }
        if case .read(let token) = step {
            let read = await readMetadata(of: token)
            step =
                read.map { Metadata.decide(key, token: token, userMetadata: $0) }
                ?? .answer(nil, isEncrypted: false)
        }
        guard case .answer(let value, let isEncrypted) = step else { return }
        tell(.setMetadataStatus(value, encrypted: isEncrypted, key: key, arguments: arguments))
    }

    /// Reads the service's user metadata and keeps it with the token.
    private func readMetadata(of token: AuthenticationToken) async -> UserMetadata? {
        let call = serviceCall(
            deviceID: token.deviceID, deadline: Deadline(in: surroundings.verbLimit, on: surroundings.clock))
        let read = await ask(.error, "user metadata") { () async throws(ServiceError) in
            try await surroundings.services.service(at: token.serviceURL).userMetadata(
                requestor: token.requestor, mvpd: token.mvpd, call: call)
        }
        guard let read else { return nil }
        let kept = KeptMetadata.encode(read)
        _ = attempt("keeping user metadata") { store throws(StoreError) in
            try store.saveMetadata(kept, of: token)
        }
        return read
    }

    /// The authorization a question for its expiry is about, unless it is over.
    private func keptAuthorization(_ key: MetadataKey, _ token: AuthenticationToken) -> AuthorizationToken? {
        guard case .authorizationExpiry(let resource) = key else { return nil }
        return keptAuthorization(of: resource, token).flatMap { $0.expires > now ? $0 : nil }
    }

    private func keptMetadata(of token: AuthenticationToken) -> UserMetadata? {
        guard let data = token.metadata, let kept = try? JSONDecoder().decode(KeptMetadata.self, from: data)
        else { return nil }
        return UserMetadata(values: kept.values, encryptedKeys: kept.encrypted)
    }
}

/// User metadata as it is kept with a token.
struct KeptMetadata: Codable {
    var values: [String: JSONValue]
    var encrypted: Set<String>

    /// Nil when a value cannot be written: then it is read from the service again.
    static func encode(_ metadata: UserMetadata) -> Data? {
        try? JSONEncoder().encode(KeptMetadata(values: metadata.values, encrypted: metadata.encryptedKeys))
    }
}
