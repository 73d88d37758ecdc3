// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// See `PreauthorizeStatus`: its name in the original.
public typealias Status = PreauthorizeStatus
/// See `PreauthorizeDecision`: its name in the original.
public typealias Decision = PreauthorizeDecision

extension PreauthorizeRequest {
    /// Builds a request, as the original does.
    ///
    /// Source: "Preauthorize API", PreauthorizeRequest.Builder.
    open class Builder {
        private var request = PreauthorizeRequest(resources: [])

        /// Begins a request without resources, with every feature on.
        public init() {}

        /// Sets the resources: ids or MRSS fragments.
        @discardableResult
        open func setResources(resources: [String]) -> Builder {
            request.resources = resources
            return self
        }

        /// Sets what is switched off.
        @discardableResult
        open func disableFeatures(features: Set<Feature>) -> Builder {
            request.disabledFeatures = features
            return self
        }

        /// The request so far; building again gives an equal one.
        open func build() -> PreauthorizeRequest { request }
    }
}

extension PreauthorizeRequest.Feature {
    /// Decisions kept from earlier calls: `localCache`.
    public static let LOCAL_CACHE = Self.localCache
    /// Decisions kept by the service: `remoteCache`.
    public static let REMOTE_CACHE = Self.remoteCache
}

extension PreauthorizeResponse {
    /// Why the call as a whole failed; nil = it did not.
    public func getStatus() -> Status? { status }
    /// One decision for each resource; empty when the call failed.
    public func getDecisions() -> [Decision] { decisions }
}

extension PreauthorizeDecision {
    /// The resource's id, as asked.
    public func getId() -> String { id }
    /// Whether the person may play it.
    public func isAuthorized() -> Bool { authorized }
    /// Why not, when the service says so.
    public func getError() -> Status? { error }
}

extension PreauthorizeStatus {
    /// The HTTP status; 0 = the error is the SDK's own.
    public func getStatus() -> Int { status }
    /// What happened, one word.
    public func getCode() -> String? { code }
    /// A text for people.
    public func getMessage() -> String? { message }
    /// The MVPD's or the degradation rule's text.
    public func getDetails() -> String? { details }
    /// Where to read on.
    public func getHelpUrl() -> String? { helpURL }
    /// The service's trace id.
    public func getTrace() -> String? { trace }
    /// What to do: `none`, `retry`, `authentication`, …
    public func getAction() -> String? { action }
}
