import Base

/// Which profiles the service holds.
struct ProfileQuestions: Sendable {
    let connection: DeviceConnection
    let requestor: String
    let call: ServiceCall

    /// `GET profiles`: regular and platform sign-ins at all MVPDs.
    func all(_ stage: ServiceError.Stage) async throws(ServiceError) -> [ServiceAuthentication] {
        let question = ServiceRequest(stage: stage, path: PathV2.of(requestor, "profiles"))
        let (answer, body) = try await ask(question, call.company)
        let now = now(answer)
        return body.profiles.filter { $0.notAfter > now }.map(authentication)
    }

    /// `GET profiles/{mvpd}`; nil when there is none that still lives.
    func one(
        _ stage: ServiceError.Stage, mvpd: String, identity: [String: String] = [:]
    ) async throws(ServiceError) -> ServiceAuthentication? {
        let question = ServiceRequest(stage: stage, path: PathV2.of(requestor, "profiles", mvpd))
        let (answer, body) = try await ask(question, call.company + [.temporaryIdentity(identity)])
        return try read(stage, answer, body, mvpd)
    }

    /// The profile at an MVPD out of an answer; nil when there is none that still lives.
    func read(
        _ stage: ServiceError.Stage, _ answer: ServiceAnswer, _ body: ProfilesBody, _ mvpd: String
    ) throws(ServiceError) -> ServiceAuthentication? {
        do throws(UnreadableAnswer) {
            guard let profile = try body.profile(of: mvpd), profile.notAfter > now(answer) else { return nil }
            return authentication(profile)
        } catch {
            throw ServiceError(stage, answer: answer, unreadable: error)
        }
    }

    private func ask(
        _ question: ServiceRequest, _ company: [DeviceConnection.Company]
    ) async throws(ServiceError) -> (ServiceAnswer, ProfilesBody) {
        let answer = try await connection.send(question, company, call: call)
        guard answer.status == 200 else { throw ServiceError(question.stage, answer: answer) }
        do {
            return (answer, try ProfilesBody.parse(answer.body, contentType: answer.contentType))
        } catch {
            throw ServiceError(question.stage, answer: answer, unreadable: error)
        }
    }

    /// By the service's own clock where it tells it (E02).
    private func now(_ answer: ServiceAnswer) -> Timestamp {
        answer.serviceTime ?? connection.connection.clock.now
    }

    private func authentication(_ profile: ProfilesBody.Profile) -> ServiceAuthentication {
        let userID = profile.metadata.values["userID"]?.text?.unlessBlank
        return ServiceAuthentication(
            requestor: requestor, mvpd: profile.mvpd, expires: profile.notAfter, userID: userID.map { Secret($0) },
            source: profile.source, metadata: profile.metadata)
    }
}
