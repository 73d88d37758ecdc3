extension RESTv2 {
    /// User metadata of the profile the service holds at this MVPD: its attributes. One request.
    ///
    /// `tokenSource` is the attribute if the service sends one, else `Apple` for a platform sign-in, else none.
    /// - Errors: stage `userMetadata`; `unreadable` also when there is no profile.
    /// - Source: "REST API V2", retrieve profile for specific MVPD; `tokenSource`: choice.
    public func userMetadata(
        requestor: String, mvpd: String, call: ServiceCall
    ) async throws(ServiceError) -> UserMetadata {
        try await reporting { () async throws(ServiceError) in
            let found = try await questions(requestor, call).one(.userMetadata, mvpd: mvpd)
            guard let metadata = found?.metadata else {
                throw ServiceError(
                    .userMetadata, .unreadable, because: "the service holds no profile at this MVPD")
            }
            return metadata
        }
    }

    /// The profiles the service holds for this device and requestor, at whichever MVPD; empty = not signed in.
    ///
    /// Degraded and temporary ones are not among them. One request.
    /// - Errors: stage `authentication`.
    /// - Source: "REST API V2", retrieve profiles.
    public func profiles(
        of requestor: String, call: ServiceCall
    ) async throws(ServiceError) -> [ServiceAuthentication] {
        try await reporting { () async throws(ServiceError) in
            try await questions(requestor, call).all(.authentication)
        }
    }

    func questions(_ requestor: String, _ call: ServiceCall) -> ProfileQuestions {
        ProfileQuestions(connection: connection, requestor: requestor, call: call)
    }
}
