package import AdobePass
import Base

/// An MVPD and the service URL that answers for it.
package struct BoundMVPD: Sendable, Hashable {
    package var mvpd: ConfiguredMVPD
    package var serviceURL: String

    package init(mvpd: ConfiguredMVPD, serviceURL: String) {
        self.mvpd = mvpd
        self.serviceURL = serviceURL
    }

    /// Single sign-on by the platform is on for it; picker only is not (contract, "Words").
    package var isSSOEnabled: Bool {
        mvpd.enablePlatformServices && mvpd.boardingStatus == .supported
    }
}

/// The configuration in force: one requestor's MVPDs from all its service URLs.
package struct MergedConfiguration: Sendable, Hashable {
    package var requestor: String
    package var domains: [String]
    package var mvpds: [BoundMVPD]

    package init(requestor: String, domains: [String] = [], mvpds: [BoundMVPD]) {
        self.requestor = requestor
        self.domains = domains
        self.mvpds = mvpds
    }

    /// What one service URL answered; `arrival` counts answers in the order they came.
    package struct Part: Sendable, Hashable {
        package var serviceURL: String
        package var arrival: Int
        package var configuration: RequestorConfiguration

        package init(serviceURL: String, arrival: Int, configuration: RequestorConfiguration) {
            self.serviceURL = serviceURL
            self.arrival = arrival
            self.configuration = configuration
        }
    }

    /// S2.M: the lists in URL order, each MVPD as the URL that answered first with it has it.
    package init(requestor: String, parts: [Part]) {
        var bound: [ExactText: BoundMVPD] = [:]
        for part in parts.sorted(by: { $0.arrival < $1.arrival }) {
            for mvpd in part.configuration.mvpds where bound[ExactText(mvpd.id)] == nil {
                bound[ExactText(mvpd.id)] = BoundMVPD(mvpd: mvpd, serviceURL: part.serviceURL)
            }
        }
        var listed: Set<ExactText> = []
        var mvpds: [BoundMVPD] = []
        for part in parts {
            for mvpd in part.configuration.mvpds where listed.insert(ExactText(mvpd.id)).inserted {
                if let entry = bound[ExactText(mvpd.id)] { mvpds.append(entry) }
            }
        }
        self.requestor = requestor
        self.domains = parts.first?.configuration.domains ?? []
        self.mvpds = mvpds
    }

    /// The integrated MVPD with that id.
    package func mvpd(id: String) -> BoundMVPD? {
        mvpds.first { $0.mvpd.id.isSameID(as: id) }
    }

    /// The integrated MVPD the platform knows by that provider id: the first SSO enabled one, else the first.
    package func mvpd(providerIdentifier: String) -> BoundMVPD? {
        let mapped = mvpds.filter { $0.mvpd.platformMappingID?.isSameID(as: providerIdentifier) ?? false }
        return mapped.first(where: \.isSSOEnabled) ?? mapped.first
    }
}
