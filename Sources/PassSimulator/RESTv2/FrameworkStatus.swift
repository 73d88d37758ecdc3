import Base

/// What the platform's account framework told the application: header `AP-Partner-Framework-Status` (rest-v2, Headers).
struct FrameworkStatus: Sendable, Hashable {
    private enum Content: Sendable, Hashable {
        case absent
        /// Nothing that can be read: a permission that is not there.
        case unreadable
        case told(access: String, provider: String?, expires: Timestamp?)
    }

    private let content: Content

    /// Reads the field; both of its objects must be there.
    init(_ request: Request) {
        guard let text = request.header("AP-Partner-Framework-Status") else {
            content = .absent
            return
        }
        guard let bytes = decodedBase64(text), let json = JSON(parsing: bytes),
            let permission = json["frameworkPermissionInfo"], permission.members != nil,
            let provider = json["frameworkProviderInfo"], provider.members != nil,
            let access = permission["accessStatus"]?.string
        else {
            content = .unreadable
            return
        }
        // The end is a text of ms; one that is something else is no end at all, which is in the past.
        let expires = provider["expirationDate"].map { date in
            Timestamp(milliseconds: date.string.flatMap { Int64($0) } ?? 0)
        }
        content = .told(access: access, provider: provider["id"]?.string, expires: expires)
    }

    /// Whether the application sent one.
    var isPresent: Bool { content != .absent }

    /// The provider's id, whatever else is wrong.
    var provider: String? {
        if case .told(_, let provider, _) = content { provider } else { nil }
    }

    /// The MVPD it speaks of, if it is good: granted, a known id, not expired.
    func mvpd(of requestor: Dashboard.Requestor, at moment: Moment) throws(Refusal) -> Dashboard.MVPD {
        guard case .told(let access, let provider, let expires) = content else {
            throw .v2("invalid_header_pfs_permission_access_not_present")
        }
        switch access {
        case "granted": break
        case "denied", "restricted": throw .v2("invalid_header_pfs_permission_access_not_granted")
        case "notDetermined": throw .v2("invalid_header_pfs_permission_access_not_determined")
        default: throw .v2("invalid_header_pfs_permission_access_not_present")
        }
        guard let provider, let mvpd = requestor.mvpd(mappedTo: provider) else {
            throw .v2("invalid_header_pfs_provider_id_not_determined")
        }
        // An account without an end holds (choice, as in REST V1).
        if let expires, expires <= moment.now { throw .v2("invalid_header_pfs_provider_info_expired") }
        return mvpd
    }

    /// Whether it is good for a platform sign-in at this MVPD.
    func isGood(
        for mvpd: String, of requestor: Dashboard.Requestor, at moment: Moment
    ) -> Bool {
        guard let found = try? self.mvpd(of: requestor, at: moment) else { return false }
        return isSameID(found.id, mvpd)
    }
}

extension Dashboard.Requestor {
    /// The MVPD with that mapping id, integrated or not; of several one with single sign-on, else an integrated one.
    func mvpd(mappedTo provider: String) -> Dashboard.MVPD? {
        let found = mvpds.filter { $0.platformMappingID.map { isSameID($0, provider) } ?? false }
        let supported = found.first { $0.isIntegrated && $0.enablePlatformServices.values.contains(true) }
        return supported ?? found.first(where: \.isIntegrated) ?? found.first
    }

    /// The MVPD of a call.
    /// - Throws: for one that is not known, or not integrated.
    func integratedV2(_ id: String) throws(Refusal) -> Dashboard.MVPD {
        guard let mvpd = mvpds.first(where: { isSameID($0.id, id) }) else { throw .v2("invalid_parameter_mvpd") }
        guard mvpd.isIntegrated else { throw .v2("invalid_integration") }
        return mvpd
    }
}
