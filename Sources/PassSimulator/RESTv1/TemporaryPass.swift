import Base

/// Temporary passes (rest-v1, section 9).
///
/// A pass is a device's, or that of whoever has one of the keys in `generic_data`: device or key seen before means the
/// same trial. Its time is wall clock from the first authorization; until then from the first use (choice).
enum TemporaryPass {
    /// `POST /api/v1/authenticate/freepreview`: signs in for as long as the pass runs; one that is over gives no token.
    static func start(
        _ parameters: Parameters, _ state: inout ServiceState, at moment: Moment
    ) throws(Refusal) -> Response {
        let id = try parameters.required("requestor_id")
        let device = try parameters.required("deviceId")
        let mvpdID = try parameters.required("mso_id")
        guard let mvpd = try state.dashboard.requestor(id).integrated(mvpdID), mvpd.isTempPass else {
            throw Refusal(400, "unknown_integration", details: "No temporary pass", action: "configuration")
        }
        let keys = try keys(in: try parameters["generic_data"])
        let key = ServiceState.AuthenticationKey(requestor: id, device: device)
        let index = trial(of: mvpd.id, key, keys: keys, &state, at: moment)
        let end = state.trials[index].start + mvpd.tempPassLife
        if end > moment.now {
            state.authentications[key] = ServiceState.Authentication(
                mvpd: mvpd.id, userID: "u-trial", issued: moment.now, expires: end, isPartner: false)
        }
        return Response(204)  // also when it is over (rest-v1 #21)
    }

    /// Counts a resource, and lets the time run from the first one; gives the pass's end.
    /// - Throws: when the pass is over, or its resources are used up.
    static func authorize(
        _ resource: Resource, _ viewer: Viewer, _ state: inout ServiceState, at moment: Moment
    ) throws(Refusal) -> Timestamp {
        let end = try count(resource, viewer.mvpd, viewer.key, [], &state, at: moment)
        state.authentications[viewer.key]?.expires = end
        return end
    }

    /// The same for whoever has the pass, signed in or not.
    static func count(
        _ resource: Resource, _ mvpd: Dashboard.MVPD, _ key: ServiceState.AuthenticationKey, _ keys: Set<String>,
        _ state: inout ServiceState, at moment: Moment
    ) throws(Refusal) -> Timestamp {
        let index = trial(of: mvpd.id, key, keys: keys, &state, at: moment)
        var trial = state.trials[index]
        if !trial.isAuthorized {
            trial.start = moment.now
            trial.isAuthorized = true
        }
        let end = trial.start + mvpd.tempPassLife
        guard end > moment.now else { throw .enhanced("authentication_session_expired") }
        if let limit = mvpd.tempPassResourceLimit, !trial.resources.contains(resource.key),
            trial.resources.count >= limit
        {
            throw .enhanced("temporary_access_resources_limit_exceeded")
        }
        if !trial.resources.contains(resource.key) { trial.resources.append(resource.key) }
        state.trials[index] = trial
        return end
    }

    /// `DELETE /reset-tempass/v3/reset`: a device's trials, or without `device_id` (or with `all`) everybody's;
    /// `…/reset/generic` those of a `key`.
    static func reset(
        _ parameters: Parameters, isGeneric: Bool, _ state: inout ServiceState
    ) throws(Refusal) -> Response {
        let id = try parameters.required("requestor_id")
        let mvpdID = try parameters.required("mvpd_id")
        guard let mvpd = try state.dashboard.requestor(id).integrated(mvpdID), mvpd.isTempPass else {
            throw Refusal(400, "unknown_integration", details: "No temporary pass", action: "configuration")
        }
        let chosen = try parameters[isGeneric ? "key" : "device_id"].flatMap { $0 == "all" ? nil : $0 }
        state.trials.removeAll { trial in
            guard trial.requestor == id, isSameID(trial.mvpd, mvpd.id) else { return false }
            guard let chosen else { return true }
            return isGeneric ? trial.keys.contains(chosen) : trial.devices.contains(chosen)
        }
        return Response(204)
    }

    /// What user metadata says of a promotional pass.
    static func metadata(
        of mvpd: Dashboard.MVPD, _ key: ServiceState.AuthenticationKey, _ state: ServiceState
    ) -> [JSON.Member] {
        guard let limit = mvpd.tempPassResourceLimit, mvpd.isTempPass,
            let trial = state.trials.first(where: { $0.isOf(mvpd.id, key, keys: []) })
        else { return [] }
        let used = trial.resources.map { String(decoding: $0, as: UTF8.self) }
        return [
            .init(name: "expiration_date", value: .integer((trial.start + mvpd.tempPassLife).milliseconds)),
            .init(name: "remaining_resources", value: .integer(Int64(max(0, limit - used.count)))),
            .init(name: "used_assets", value: .strings(used)),
        ]
    }

    /// The place of the trial, a new one if need be.
    static func trial(
        of mvpd: String, _ key: ServiceState.AuthenticationKey, keys: Set<String>, _ state: inout ServiceState,
        at moment: Moment
    ) -> Int {
        guard let index = state.trials.firstIndex(where: { $0.isOf(mvpd, key, keys: keys) }) else {
            state.trials.append(
                ServiceState.Trial(
                    requestor: key.requestor, mvpd: mvpd, devices: [key.device], keys: keys, start: moment.now))
            return state.trials.count - 1
        }
        state.trials[index].devices.insert(key.device)
        state.trials[index].keys.formUnion(keys)
        return index
    }

    /// The values of `generic_data`, such as a hashed mail address.
    private static func keys(in data: String?) throws(Refusal) -> Set<String> {
        guard let data else { return [] }
        guard let members = JSON(parsing: Array(data.utf8))?.members else {
            throw .invalid("generic_data is no JSON object")
        }
        return Set(members.compactMap(\.value.string).filter { !$0.isEmpty })
    }
}

extension ServiceState.Trial {
    /// Whether a device, or somebody with one of these keys, has used this trial.
    func isOf(_ mvpd: String, _ key: ServiceState.AuthenticationKey, keys: Set<String>) -> Bool {
        requestor == key.requestor && isSameID(self.mvpd, mvpd)
            && (devices.contains(key.device) || !self.keys.isDisjoint(with: keys))
    }
}
