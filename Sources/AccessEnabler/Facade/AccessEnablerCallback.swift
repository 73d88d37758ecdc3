/// Who waits for the answer to a newer call.
///
/// Source: "Preauthorize API", AccessEnablerCallback.
open class AccessEnablerCallback<Response> {
    private let response: (Response) -> Void
    private let failure: (Response) -> Void

    /// Takes what is to be done with an answer and with a failure.
    public init(
        onResponse response: @escaping (Response) -> Void, onFailure failure: @escaping (Response) -> Void
    ) {
        self.response = response
        self.failure = failure
    }

    /// The service answered; the response has a status when it could not do what was asked.
    open func onResponse(result: Response) { response(result) }

    /// The call never got so far: not authenticated, no configuration, no network.
    open func onFailure(result: Response) { failure(result) }
}
