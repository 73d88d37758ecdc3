import AdobePass
import Base

/// The service URLs in use, each with one service that keeps its registration.
final class ServicePool: Sendable {
    /// The service's time and the device's, at one moment.
    struct ClockReading: Sendable {
        var service: Timestamp
        var device: Timestamp
    }

    /// What all URLs together answered.
    struct Answers: Sendable {
        var merged: Result<MergedConfiguration, ServiceError>
        var reading: ClockReading?
    }

    /// No requestor has more service URLs; the rest of a longer list is not asked. Choice.
    private static let mostURLs = 64
    /// No requestor has a longer id. Choice.
    private static let longestRequestor = 512

    private let make: @Sendable (String) -> any EntitlementService
    private let standardURL: String
    private let clock: any DeviceClock
    private let services = Lock<[String: any EntitlementService]>([:])

    init(
        standardURL: String, clock: any DeviceClock, make: @escaping @Sendable (String) -> any EntitlementService
    ) {
        self.standardURL = standardURL
        self.clock = clock
        self.make = make
    }

    /// The service at a URL, made at first use.
    func service(at url: String) -> any EntitlementService {
        services.withLock { services in
            if let service = services[url] { return service }
            let service = make(url)
            services[url] = service
            return service
        }
    }

    /// The URLs to ask: the host's, each once, in the service's own spelling; or the standard one.
    func urls(_ serviceProviders: [String]) -> [String] {
        var urls: [String] = []
        var seen: Set<String> = []
        for url in serviceProviders.lazy.map(ServiceURL.base) where urls.count < Self.mostURLs {
            if seen.insert(url).inserted { urls.append(url) }
        }
        return urls.isEmpty ? [standardURL] : urls
    }

    /// S2.M: asks all URLs at once. One failing does not fail the call; all failing does, with the first URL's error.
    func configurations(of requestor: String, from urls: [String], call: ServiceCall) async -> Answers {
        // An id that can be none is the service's "unknown requestor" without asking it.
        if requestor.allSatisfy(\.isWhitespace) || requestor.utf8.count > Self.longestRequestor {
            return Answers(merged: .failure(ServiceError(.configuration, .status(400), message: "no requestor id")))
        }
        typealias Outcome = (index: Int, result: Result<ConfigurationAnswer, ServiceError>, device: Timestamp)
        let arrived = await withTaskGroup(of: Outcome.self) { group in
            for (index, url) in urls.enumerated() {
                group.addTask { [self] in
                    let result = await answer(of: requestor, from: url, call)
                    return (index, result, clock.now)
                }
            }
            var outcomes: [Outcome] = []
            for await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
        var parts: [MergedConfiguration.Part?] = Array(repeating: nil, count: urls.count)
        for (arrival, outcome) in arrived.enumerated() {
            guard case .success(let answer) = outcome.result else { continue }
            parts[outcome.index] = MergedConfiguration.Part(
                serviceURL: urls[outcome.index], arrival: arrival, configuration: answer.configuration)
        }
        let listed = arrived.sorted { $0.index < $1.index }
        return Answers(
            merged: merge(requestor, parts.compactMap(\.self), listed.first?.result), reading: reading(listed))
    }

    private func answer(
        of requestor: String, from url: String, _ call: ServiceCall
    ) async -> Result<ConfigurationAnswer, ServiceError> {
        do {
            return .success(try await service(at: url).configuration(of: requestor, call: call))
        } catch {
            return .failure(error)
        }
    }

    private func merge(
        _ requestor: String, _ parts: [MergedConfiguration.Part], _ first: Result<ConfigurationAnswer, ServiceError>?
    ) -> Result<MergedConfiguration, ServiceError> {
        if parts.isEmpty, case .failure(let error) = first { return .failure(error) }
        return .success(MergedConfiguration(requestor: requestor, parts: parts))
    }

    /// The first URL's time: a successful answer before a failed one.
    private func reading(
        _ listed: [(index: Int, result: Result<ConfigurationAnswer, ServiceError>, device: Timestamp)]
    ) -> ClockReading? {
        let told = listed.compactMap { outcome -> (isAnswer: Bool, reading: ClockReading)? in
            switch outcome.result {
            case .success(let answer):
                return answer.serviceTime.map { (true, ClockReading(service: $0, device: outcome.device)) }
            case .failure(let error):
                return error.serviceTime.map { (false, ClockReading(service: $0, device: outcome.device)) }
            }
        }
        return (told.first(where: \.isAnswer) ?? told.first)?.reading
    }
}

/// Service URLs as hosts write them.
///
/// Source: "iOS/tvOS SDK API Reference", setRequestor (service providers); "REST API V1", hosts.
enum ServiceURL {
    /// The production host of the REST APIs.
    static let production = "https://api.auth.adobe.com"

    /// The hosts of the original SDK, with or without scheme and `/adobe-services`, and those of the REST APIs.
    private static let hosts = [
        "sp.auth.adobe.com": "api.auth.adobe.com", "sp.auth-staging.adobe.com": "api.auth-staging.adobe.com",
    ]

    /// The base URL to ask: no trailing slash, and the SDK's own hosts mapped to those of the REST APIs.
    static func base(_ url: String) -> String {
        var base = Substring(url.filter { !$0.isWhitespace })
        while base.hasSuffix("/") { base.removeLast() }
        var host = base.lowercased()
        for scheme in ["https://", "http://"] where host.hasPrefix(scheme) { host.removeFirst(scheme.count) }
        if host.hasSuffix("/adobe-services") { host.removeLast("/adobe-services".count) }
        if let host = hosts[host] { return "https://\(host)" }
        return base.contains("://") ? String(base) : "https://\(base)"
    }
}
