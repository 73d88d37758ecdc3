import Base

extension ServiceState {
    /// Whose profiles: on REST API V2 they belong to client, device and requestor (rest-v2, Ground rules).
    struct Holder: Sendable, Hashable {
        var client: String
        var device: String
        var requestor: String
    }

    /// A sign-in at an MVPD.
    struct Profile: Sendable {
        var mvpd: String
        var userID: String
        var issued: Timestamp
        var expires: Timestamp
        /// It came from a platform account.
        var isPartner: Bool
    }

    /// What a login session knows beside its code.
    struct SessionV2: Sendable {
        /// The application that opened it.
        var client: String
        var domain: String?
        var redirect: String?
    }

    /// Nobody is signed in any more, on either API.
    mutating func forgetAuthentications() {
        authentications = [:]
        profiles = [:]
    }

    /// The living profile at an MVPD, one of each kind.
    func profile(of holder: Holder, at mvpd: String, isPartner: Bool, _ moment: Moment) -> Profile? {
        kept(of: holder, at: mvpd, isPartner: isPartner).flatMap { $0.expires > moment.now ? $0 : nil }
    }

    /// The profile at an MVPD, over or not.
    func kept(of holder: Holder, at mvpd: String, isPartner: Bool) -> Profile? {
        profiles[holder]?.first { isSameID($0.mvpd, mvpd) && $0.isPartner == isPartner }
    }

    /// Keeps a profile in place of an earlier one of its kind.
    mutating func keep(_ profile: Profile, for holder: Holder) {
        profiles[holder, default: []].removeAll {
            isSameID($0.mvpd, profile.mvpd) && $0.isPartner == profile.isPartner
        }
        profiles[holder, default: []].append(profile)
    }

    /// Forgets the profiles at an MVPD.
    mutating func forgetProfiles(of holder: Holder, at mvpd: String) {
        profiles[holder]?.removeAll { isSameID($0.mvpd, mvpd) }
    }
}

extension Dashboard {
    /// Switches of REST API V2 alone.
    public struct V2: Sendable, Hashable {
        /// Addresses in answers are absolute; otherwise they are relative to the base, as the samples have them.
        public var sendsAbsoluteURLs = false
        /// The spellings of older samples: `reason`, `domain`, `existing`.
        public var spellsAsBefore = false
        /// A missing profile refuses a whole request for decisions with 403; otherwise each resource by itself.
        public var refusesDecisionsWhole = false
        /// A new session has forgotten what it was told but the MVPD, and asks for it again.
        public var forgetsSessionParameters = false

        /// The documented ways.
        public init() {}
    }
}
