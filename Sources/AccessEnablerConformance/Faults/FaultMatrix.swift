public import AccessEnabler
public import PassSimulator

/// Every use of every endpoint under every fault switch, on both platforms.
public enum FaultMatrix {
    /// One cell.
    public struct Cell: Sendable, CustomStringConvertible {
        /// The row.
        public let row: FaultRow
        /// The column.
        public let fault: FaultSwitch
        /// iOS or tvOS behaviour.
        public let platform: PlatformBehaviour
        /// The API of the service.
        public var service: ServiceVersion { row.service }

        /// The case it is run as.
        public var conditionCase: ConditionCase { row.cell(fault, on: platform) }
        /// The case's title.
        public var description: String { conditionCase.title }
    }

    /// The rows, in the order of the contract's steps.
    public static let rows: [FaultRow] = ServiceVersion.allCases.flatMap { service -> [FaultRow] in
        let steps: [[FaultRow]] = [
            FaultRow.configuration(service), FaultRow.silentSignIn(service), FaultRow.platformSignIn(service),
            FaultRow.login(service), FaultRow.temporaryPass(service), FaultRow.signedIn(service),
        ]
        return steps.flatMap { $0 }
    }

    /// All cells, row by row.
    public static let cells: [Cell] = rows.flatMap { row in
        FaultSwitch.all.flatMap { fault in
            [PlatformBehaviour.iOS, .tvOS].map { Cell(row: row, fault: fault, platform: $0) }
        }
    }

    /// A part that is quick: some cells of every row, and some of every fault.
    public static let sample: [Cell] = cells.enumerated().filter { place, _ in
        let perRow = 2 * FaultSwitch.all.count
        return (place % perRow + 3 * (place / perRow)) % 14 == 0
    }.map(\.element)

    /// The cells of one row.
    public static func cells(of row: FaultRow) -> [Cell] { cells.filter { $0.row.isSame(as: row) } }

    /// Endpoints that no verb asks, and why.
    public static func reasonForNone(_ endpoint: Endpoint) -> String? {
        switch endpoint {
        case .authenticate, .loginPage, .loginForm, .logoutPage, .activationPage, .activationForm, .activationOutcome,
            .registrationRecord, .codeCheck, .codePreauthorize, .v2Authenticate:
            "for a person's browser"
        case .codeAuthentication, .v2SessionLookup: "for the second screen's own application"
        case .temporaryPassReset, .temporaryPassGenericReset: "for a programmer's support desk"
        case .authorization: "a media token says the same, and more"
        case .v2Profiles: "the profile of one MVPD is what is asked for"
        case .identityProviders, .identitySignInPage, .identitySignInForm, .identityToken, .identityAttributes,
            .identitySignOut:
            "the providers' own, asked for the device's account: what fails there is the platform's failure (S4.E3)"
        case .other: "no endpoint of the service"
        default: nil
        }
    }
}
