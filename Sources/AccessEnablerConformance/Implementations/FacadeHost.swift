// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import AccessEnabler
import Base
import PlatformAccount

/// A host of the original SDK: every callback of its two delegates as a value.
///
/// What the delegates tell is taken as it is: a value they cannot say is not made up, and one nobody could understand
/// becomes a callback that no case expects.
final class FacadeHost: EntitlementDelegate, EntitlementStatus, Sendable {
    private let receive: @Sendable (Callback) -> Void
    private let picker = Lock<ViewControllerStandIn?>(nil)

    init(_ receive: @escaping @Sendable (Callback) -> Void) {
        self.receive = receive
    }

    func setRequestorComplete(_ status: Int32) { receive(.setRequestorComplete(Int(status))) }

    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {
        receive(.setAuthenticationStatus(Int(status), errorCode: code ?? "nil"))
    }

    func status(_ statusDictionary: [AnyHashable: Any]!) {
        receive(.status(AdvancedStatus(host: statusDictionary ?? [:])))
    }

    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {
        receive(
            FacadeMetadata.callback(metadata, encrypted: encrypted, key: key, arguments: arguments ?? [:]))
    }

    func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {
        let known: [Int32: TrackingEvent] = [
            TRACKING_AUTHENTICATION: .authentication, TRACKING_AUTHORIZATION: .authorization,
            TRACKING_GET_SELECTED_PROVIDER: .selectedProvider,
        ]
        guard let event = known[event] else { return receive(.unintelligible("tracking event \(event)")) }
        receive(.sendTrackingData(data.texts, event))
    }

    func displayProviderDialog(_ mvpds: [Any]!) {
        receive(.displayProviderDialog((mvpds ?? []).map { ConfiguredMVPD(($0 as? MVPD) ?? MVPD()) }))
    }

    func navigate(toUrl url: String!) { receive(.navigateToUrl(url ?? "nil", useSVC: false)) }

    func navigate(toUrl url: String!, useSVC: Bool) { receive(.navigateToUrl(url ?? "nil", useSVC: useSVC)) }

    func presentTvProviderDialog(_ viewController: UIViewController!) {
        guard let viewController else { return receive(.unintelligible("no view controller to present")) }
        picker.withLock { $0 = viewController }
        receive(.presentTVProviderDialog(viewController.dialog))
    }

    func dismissTvProviderDialog(_ viewController: UIViewController!) {
        // A host dismisses what it presented: another object, though for the same picker, is not on its screen.
        guard let viewController, picker.withLock({ $0 }) === viewController else {
            return receive(.unintelligible("a view controller to dismiss that was not presented"))
        }
        receive(.dismissTVProviderDialog(viewController.dialog))
    }

    func selectedProvider(_ mvpd: MVPD!) { receive(.selectedProvider(mvpd.map { ConfiguredMVPD($0) })) }

    func setToken(_ token: String!, forResource resource: String!) {
        receive(.setToken(token ?? "", resource: resource ?? "nil"))
    }

    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {
        receive(
            .tokenRequestFailed(
                resource: resource ?? "nil", errorCode: code ?? "nil", errorDescription: description ?? "nil"))
    }

    func preauthorizedResources(_ resources: [Any]!) { receive(.preauthorizedResources(resources.texts)) }

    /// No method of a delegate: what `preauthorize` calls.
    func preauthorizeResponse(_ response: PreauthorizeResponse) {
        receive(.preauthorizeResponse(response, completion: { _ in }))
    }
}

/// `getMetadata` as a host of the original SDK asks it and hears its answer.
enum FacadeMetadata {
    /// The arguments of a case go along in the host's own dictionary, which must come back as it is.
    static func question(_ key: MetadataKey, _ arguments: [String: String]) -> [AnyHashable: Any] {
        var question: [AnyHashable: Any] = arguments
        switch key {
        case .authenticationExpiry:
            question[METADATA_OPCODE_KEY] = METADATA_AUTHENTICATION
        case .authorizationExpiry(let resource):
            question[METADATA_OPCODE_KEY] = METADATA_AUTHORIZATION
            question[METADATA_RESOURCE_ID_KEY] = resource
        case .deviceID:
            question[METADATA_OPCODE_KEY] = METADATA_DEVICE_ID
        case .userMetadata(let name):
            question[METADATA_OPCODE_KEY] = METADATA_USER_META
            question[METADATA_USER_META_KEY] = name
        }
        return question
    }

    /// The answer, with the key the facade names and the arguments it hands back.
    static func callback(
        _ value: Any?, encrypted: Bool, key opcode: Int32, arguments: [AnyHashable: Any]
    ) -> Callback {
        let own: Set<AnyHashable> = [METADATA_OPCODE_KEY, METADATA_RESOURCE_ID_KEY, METADATA_USER_META_KEY]
        var rest: [String: String] = [:]
        for (name, text) in arguments where !own.contains(name) {
            if let name = name as? String, let text = text as? String { rest[name] = text }
        }
        guard arguments[METADATA_OPCODE_KEY] as? Int32 == opcode, let key = key(opcode, arguments) else {
            return .unintelligible("metadata for opcode \(opcode)")
        }
        return .setMetadataStatus(value.map { JSONValue(host: $0) }, encrypted: encrypted, key: key, arguments: rest)
    }

    private static func key(_ opcode: Int32, _ arguments: [AnyHashable: Any]) -> MetadataKey? {
        switch opcode {
        case METADATA_AUTHENTICATION: .authenticationExpiry
        case METADATA_AUTHORIZATION:
            (arguments[METADATA_RESOURCE_ID_KEY] as? String).map { .authorizationExpiry(resource: $0) }
        case METADATA_DEVICE_ID: .deviceID
        case METADATA_USER_META: (arguments[METADATA_USER_META_KEY] as? String).map { .userMetadata($0) }
        default: nil
        }
    }
}

extension Callback {
    /// Something no case expects, so that the case fails and its report shows it.
    static func unintelligible(_ what: String) -> Callback {
        .status(AdvancedStatus(errorID: "unintelligible: \(what)", level: .error))
    }
}

extension AdvancedStatus {
    /// Reads the original SDK's dictionary; a key it does not document, or a value of another type, is unintelligible.
    fileprivate init(host dictionary: [AnyHashable: Any]) {
        let level = (dictionary["level"] as? String).flatMap { Level(rawValue: $0) }
        self.init(errorID: dictionary["errorId"] as? String ?? "nil", level: level ?? .error)
        var strange = level == nil ? ["level"] : []
        for (key, value) in dictionary where !["errorId", "level"].contains(key) {
            switch (key as? String, value) {
            case ("message"?, let text as String): message = text
            case ("details"?, let texts as [String: String]): details = texts
            case ("expires"?, let milliseconds as Int): expires = Int64(milliseconds)
            default: strange.append("\(key)")
            }
        }
        if !strange.isEmpty { errorID += " with unintelligible \(strange.sorted().joined(separator: ", "))" }
    }
}

extension ConfiguredMVPD {
    /// What the facade tells of an MVPD.
    fileprivate init(_ mvpd: MVPD) {
        self.init(id: mvpd.id ?? "nil", displayName: mvpd.displayName)
        logoURL = mvpd.logoURL
        enablePlatformServices = mvpd.enablePlatformServices
        boardingStatus = mvpd.boardingStatus.flatMap { BoardingStatus(rawValue: $0) }
    }
}

extension JSONValue {
    /// A value as the facade tells it, in Swift's own types.
    fileprivate init(host value: Any) {
        switch value {
        case let value as JSONValue: self = value
        case let value as String: self = .string(value)
        case let value as Bool: self = .bool(value)
        case let value as Int: self = .integer(Int64(value))
        case let value as Double: self = .number(value)
        case let values as [Any]: self = .array(values.map { JSONValue(host: $0) })
        case let values as [String: Any]: self = .object(values.mapValues { JSONValue(host: $0) })
        default: self = .string("unintelligible: \(type(of: value))")
        }
    }
}

extension [Any]? {
    /// The texts of a list; anything else in it is told as such.
    fileprivate var texts: [String] { (self ?? ["nil"]).map { $0 as? String ?? "unintelligible: \(type(of: $0))" } }
}
