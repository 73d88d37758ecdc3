import AdobePass
import Testing

/// What a test asks a service with.
protocol Trial {}

extension Trial {
    /// The failure of `body`; nil and an issue when it succeeds.
    func failure<Value>(
        location: SourceLocation = #_sourceLocation, _ body: () async throws(ServiceError) -> Value
    ) async -> ServiceError? {
        do throws(ServiceError) {
            let value = try await body()
            Issue.record("no failure but \(value)", sourceLocation: location)
            return nil
        } catch {
            return error
        }
    }
}
