/// What an endpoint does wrong.
public struct Fault: Sendable, Hashable {
    /// The effect.
    public enum Effect: Sendable, Hashable {
        /// Answers this status with this body. What HTTP cannot say (status 99, a line end in a header) closes the
        /// connection instead.
        case status(Int, body: String, contentType: String, headers: [String: String])
        /// Answers properly, but only after this many ms of real time: by what is true then.
        case delay(milliseconds: Int)
        /// Does not answer until `releaseHeld()`, and not at all when the client goes before.
        case hold
        /// Sends headers and half of the body, then closes; closes without an answer when there is no body.
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
        /// Refuses with this code of REST API V2, as its table has it; see `PassSimulator.enhancedErrorCodes`. A code that
        /// is not in it is refused with 500.
        case enhancedError(String)
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
