import FoundationEssentials

/// The body of a refusal, in any of the service's forms.
enum ErrorBody {
    static func parse(_ body: Data, contentType: String?) -> ServiceErrorDetail? {
        nil
    }
}
