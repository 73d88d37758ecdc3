public import Base

/// A service on loopback that a host cannot tell from the documented one.
///
/// The port is chosen by the system. Everything it knows can be changed while it runs, through this object or over HTTP.
public final class PassSimulator: Sendable {
    /// Starts a service with these requestors and MVPDs.
    ///
    /// - Throws: `SimulatorError` when no port can be had.
    public init(_ scenario: Scenario = .small, clock: any DeviceClock = SystemClock()) throws {
        baseURL = "http://127.0.0.1:0"
        softwareStatement = ""
        identityProvider = SimulatedIdentityProvider()
    }

    /// Where it listens: `http://127.0.0.1:<port>`.
    public let baseURL: String

    /// A software statement this service accepts.
    public let softwareStatement: String

    /// Issues SAML responses this service accepts, as an MVPD's identity endpoint would.
    public let identityProvider: SimulatedIdentityProvider

    /// Stops listening and waits until every connection is closed. Safe to call twice.
    public func stop() {}

    /// What has been asked, in order.
    public var requests: [RequestRecord] { [] }

    /// Forgets the requests recorded so far.
    public func clearRequests() {}

    /// Reads or changes the dashboard: requestors, MVPDs, switches, lifetimes.
    public func dashboard<Result>(_ body: (inout Dashboard) -> Result) -> Result { fatalError("not built yet") }

    /// Sets, replaces or (with nil) clears the fault of an endpoint.
    public func setFault(_ fault: Fault?, at endpoint: Endpoint) {}

    /// Clears all faults.
    public func clearFaults() {}

    /// Lets answers waiting by `Fault.Effect.hold` go.
    public func releaseHeld() {}
}

/// Why a simulator did not start.
public struct SimulatorError: Error, Sendable, Hashable {
    /// What went wrong.
    public var message: String

    /// Makes an error.
    public init(_ message: String) { self.message = message }
}

/// The endpoints a fault can be set at.
public enum Endpoint: String, Sendable, Hashable, CaseIterable {
    /// `POST /o/client/register`
    case register
    /// `POST /o/client/token`
    case token
    /// `GET /api/v1/config/{requestor}`
    case configuration
    /// `GET /api/v1/{requestor}/profile-requests/{mvpd}`
    case profileRequest
    /// `POST /api/v1/tokens/authn`
    case exchange
    /// `GET /api/v1/tokens/authn`
    case authentication
    /// `GET /api/v1/checkauthn`
    case checkAuthentication
    /// `GET /api/v1/tokens/usermetadata`
    case userMetadata
    /// `DELETE /api/v1/logout`
    case logout
    /// Anything else.
    case other
}

/// What an endpoint does wrong.
public struct Fault: Sendable, Hashable {
    /// The effect.
    public enum Effect: Sendable, Hashable {
        /// Answers this status with this body.
        case status(Int, body: String, contentType: String, headers: [String: String])
        /// Answers properly, but only after this many ms of real time.
        case delay(milliseconds: Int)
        /// Does not answer until `releaseHeld()` or the client goes.
        case hold
        /// Sends headers and half of the body, then closes.
        case truncated
        /// As `truncated`, but without a length, so that the close looks like an end.
        case truncatedWithoutLength
        /// `200 text/html` with a sign-in page.
        case html
        /// Resets the connection.
        case reset
        /// 429 with an HTML body, no `Retry-After`.
        case throttled
        /// This redirect status to this address.
        case redirect(Int, to: String)
        /// Sends this body with status 200, in place of the proper one.
        case body(String, contentType: String)
        /// Sends the proper answer a byte at a time, this many ms apart.
        case drip(milliseconds: Int)
    }

    /// What happens.
    public var effect: Effect
    /// How many requests it happens to; nil = all.
    public var times: Int?

    /// Makes a fault.
    public init(_ effect: Effect, times: Int? = nil) {
        self.effect = effect
        self.times = times
    }
}

/// One request as recorded; nothing secret in it.
public struct RequestRecord: Sendable, Hashable {
    /// Which endpoint.
    public var endpoint: Endpoint
    /// The method.
    public var method: String
    /// The path, without query.
    public var path: String
    /// The names of query and form parameters, in order.
    public var parameterNames: [String]
    /// Header fields that are no secret, names in lower case.
    public var headers: [String: String]
    /// The status answered; nil when none was.
    public var status: Int?

    /// Makes a record.
    public init(
        endpoint: Endpoint, method: String, path: String, parameterNames: [String] = [],
        headers: [String: String] = [:], status: Int? = nil
    ) {
        self.endpoint = endpoint
        self.method = method
        self.path = path
        self.parameterNames = parameterNames
        self.headers = headers
        self.status = status
    }
}
