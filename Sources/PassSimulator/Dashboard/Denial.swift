extension Dashboard {
    /// Why a resource is not permitted.
    public struct Denial: Sendable, Hashable {
        /// A code of the enhanced errors, which settles status and action too; see `codes`. One that is not known is
        /// answered with 403 and action `none`, as tomorrow's service may.
        public var code: String
        /// What the MVPD tells the person.
        public var details: String?

        /// Makes a denial.
        public init(code: String, details: String? = nil) {
            self.code = code
            self.details = details
        }

        /// The MVPD says no.
        public static func byMVPD(_ details: String? = nil) -> Denial {
            Denial(code: "authorization_denied_by_mvpd", details: details)
        }

        /// The MVPD says no because of parental controls.
        public static func byParentalControls(_ details: String? = nil) -> Denial {
            Denial(code: "authorization_denied_by_parental_controls", details: details)
        }

        /// The MVPD cannot be reached: its connection is refused or broken.
        public static let unreachable = Denial(code: "network_received_error")

        /// The MVPD cannot be reached: it does not answer.
        public static let timedOut = Denial(code: "network_connection_timeout")

        /// The codes known, in order.
        public static var codes: [String] { Set(EnhancedError.table.keys).union(ErrorsV2.codes).sorted() }
    }
}
