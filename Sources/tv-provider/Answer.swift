import Base
import FoundationEssentials
import PlatformAccount

/// What a command found or did: as JSON one object or array, for a person a few lines.
struct Answer {
    var json: any Encodable
    var lines: [String]
    /// Ids alone.
    var ids: [String] = []

    func text(_ invocation: Invocation) -> String {
        if invocation.isJSON {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return (try? encoder.encode(json)).map { String(decoding: $0, as: UTF8.self) + "\n" } ?? ""
        }
        return (invocation.isQuiet ? ids : lines).map { printable($0, longest: .max) + "\n" }.joined()
    }
}

extension Answer {
    /// Who is signed in. Never the session.
    struct Account: Encodable {
        var provider: String
        var name: String
        var expires: String?
        var isLapsed: Bool
        var signedIn: String
        var identity: String

        private enum CodingKeys: String, CodingKey {
            case provider, name, expires, identity
            case isLapsed = "lapsed"
            case signedIn = "signed_in"
        }

        init(_ account: DeviceAccount, at now: Timestamp) {
            provider = account.providerIdentifier
            name = account.displayName
            expires = account.expires.map(utc)
            isLapsed = account.expires.map { $0 <= now } ?? false
            signedIn = utc(account.signedIn)
            identity = account.identityURL
        }
    }

    struct Status: Encodable {
        var account: Account?
        var applications: Int

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            // Null, not left out.
            try container.encode(account, forKey: .account)
            try container.encode(applications, forKey: .applications)
        }

        private enum CodingKeys: String, CodingKey { case account, applications }
    }

    struct Provider: Encodable {
        var id: String
        var name: String
        var logo: String?
        var singleSignOn: Bool

        private enum CodingKeys: String, CodingKey {
            case id, name, logo
            case singleSignOn = "single_sign_on"
        }
    }

    struct Application: Encodable {
        var id: String
        var name: String
        var permission: String
        var firstAsked: String?

        private enum CodingKeys: String, CodingKey {
            case id, name, permission
            case firstAsked = "first_asked"
        }

        init(_ application: DeviceApplication) {
            id = application.identifier
            name = application.name
            permission = application.permission.word
            firstAsked = application.firstAsked.map(utc)
        }
    }

    static func status(_ account: DeviceAccount?, _ applications: [DeviceApplication], at now: Timestamp) -> Answer {
        let shown = account.map { Account($0, at: now) }
        var lines = ["Nobody is signed in."]
        if let shown {
            lines = ["Signed in at \(shown.name) (\(shown.provider))."]
            if let expires = shown.expires {
                lines.append(
                    shown.isLapsed ? "The sign-in ended \(expires): sign in again." : "Holds until \(expires).")
            }
        }
        for permission in [AccessPermission.granted, .denied, .restricted, .notDetermined] {
            let names = applications.filter { $0.permission == permission }.map(\.name)
            if !names.isEmpty { lines.append("\(permission.heading): \(names.joined(separator: ", ")).") }
        }
        return Answer(json: Status(account: shown, applications: applications.count), lines: lines)
    }

    static func providers(_ providers: [IdentityProvider]) -> Answer {
        let width = providers.map(\.displayName.count).max() ?? 0
        return Answer(
            json: providers.map {
                Provider(
                    id: $0.identifier, name: $0.displayName, logo: $0.logoURL, singleSignOn: $0.hasSingleSignOn)
            },
            lines: providers.isEmpty
                ? ["There are no providers."] : providers.map { "\(padded($0.displayName, width))  \($0.identifier)" },
            ids: providers.map(\.identifier))
    }

    static func applications(_ applications: [DeviceApplication]) -> Answer {
        let width = applications.map(\.name.count).max() ?? 0
        return Answer(
            json: applications.map(Application.init),
            lines: applications.isEmpty
                ? ["No application has asked yet."]
                : applications.map {
                    "\(padded($0.name, width))  \(padded($0.permission.heading, 12))  \($0.identifier)"
                },
            ids: applications.map(\.identifier))
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

extension AccessPermission {
    /// In JSON.
    var word: String {
        switch self {
        case .notDetermined: "not_determined"
        case .restricted: "restricted"
        case .denied: "denied"
        case .granted: "granted"
        }
    }

    /// For a person.
    var heading: String {
        switch self {
        case .notDetermined: "Not decided"
        case .restricted: "Restricted"
        case .denied: "Denied"
        case .granted: "Allowed"
        }
    }
}

/// An instant as a person and a program can read it.
func utc(_ instant: Timestamp) -> String {
    Date(timeIntervalSince1970: Double(instant.milliseconds / 1000)).formatted(.iso8601)
}
