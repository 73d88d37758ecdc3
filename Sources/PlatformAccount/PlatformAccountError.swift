/// Why the platform gave no permission or account.
///
/// Source: "Video Subscriber Account", VSError.
public struct PlatformAccountError: Error, Sendable, Hashable {
    /// The platform's error codes; an open set.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The platform's number.
        public var rawValue: Int
        /// Any number, known or not.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// 0: permission is missing.
        public static let accessNotGranted = Code(rawValue: 0)
        /// 1: the provider is not supported; also "Other TV provider".
        public static let unsupportedProvider = Code(rawValue: 1)
        /// 2: the person closed the request.
        public static let userCancelled = Code(rawValue: 2)
        /// 3: time-out or host unreachable.
        public static let serviceTemporarilyUnavailable = Code(rawValue: 3)
        /// 4: the tier lacks it, or a login is needed and interruption is not allowed.
        public static let providerRejected = Code(rawValue: 4)
        /// 5: the provider refused the verification token.
        public static let invalidVerificationToken = Code(rawValue: 5)
        /// 6: for apps of TV providers only.
        public static let rejected = Code(rawValue: 6)
        /// 7: not offered in this region.
        public static let unsupported = Code(rawValue: 7)
    }

    /// The domain of the platform's framework.
    public static let frameworkDomain = "VSErrorDomain"

    /// The domain the code belongs to.
    public var domain: String
    /// The code.
    public var code: Code
    /// The platform's text, without secrets.
    public var message: String
    /// With `unsupportedProvider`: the provider the person chose, if named.
    public var unsupportedProviderIdentifier: String?

    /// The code, when it is one of the platform's framework; nil for an error of another domain, whatever its number.
    public var frameworkCode: Code? { domain == Self.frameworkDomain ? code : nil }

    /// Makes an error.
    public init(
        _ code: Code, domain: String = PlatformAccountError.frameworkDomain, message: String = "",
        unsupportedProviderIdentifier: String? = nil
    ) {
        self.code = code
        self.domain = domain
        self.message = message
        self.unsupportedProviderIdentifier = unsupportedProviderIdentifier
    }
}
