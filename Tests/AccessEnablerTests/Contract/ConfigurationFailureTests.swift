import AdobePass
import Testing

@testable import AccessEnabler

/// S2.C1: one code for every way a configuration can fail.
@Suite struct ConfigurationFailureTests {
    /// How the transport fails; the stage does not matter.
    @Test(
        "S2.C1, T05: a failure of the way there has its own code at every stage",
        arguments: [
            (ServiceError.Code.unreachable, "CFG404"), (.timedOut, "CFG404"), (.cancelled, "CFG404"),
            (.tls, "SEC420"), (.throttled, "CFG429"),
        ])
    func transport(_ code: ServiceError.Code, _ expected: String) {
        for stage in ServiceError.Stage.allCases {
            #expect(configurationFailure(ServiceError(stage, code)).errorID == expected, "\(stage)")
        }
    }

    @Test("S2.C1, R09: an unusable answer to registration is R400, to the access token R401, whatever its status")
    func registration() {
        let unusable = [ServiceError.Code.unreadable] + (100...599).map { .status($0) }
        for code in unusable {
            #expect(configurationFailure(ServiceError(.registration, code)).errorID == "R400", "\(code)")
            #expect(configurationFailure(ServiceError(.accessToken, code)).errorID == "R401", "\(code)")
        }
    }

    @Test("S2.C1: every status of the configuration, 100 to 599, and beyond")
    func statuses() {
        var table = [400: "CFG400", 404: "CFG400", 401: "R401", 403: "SEC403"]
        for status in 500...599 { table[status] = "CFG\(status)" }
        for status in Array(100...599) + [0, -1, 600, 999, .max, .min] {
            let code = configurationFailure(ServiceError(.configuration, .status(status))).errorID
            #expect(code == table[status] ?? "CFG500", "\(status)")
        }
        #expect(configurationFailure(ServiceError(.configuration, .unreadable)).errorID == "CFG500")
    }

    @Test("S2.C1: the level is error, and nothing of the service's text goes along")
    func levels() {
        let codes: [ServiceError.Code] = [
            .unreachable, .timedOut, .tls, .throttled, .unreadable, .cancelled, .status(400), .status(503),
        ]
        for stage in ServiceError.Stage.allCases {
            for code in codes {
                let error = ServiceError(
                    stage, code, detail: ServiceErrorDetail(message: "SECRET-77"), message: "SECRET-77")
                let status = configurationFailure(error)
                #expect(status == AdvancedStatus(errorID: status.errorID, level: .error))
                #expect(!String(reflecting: status).contains("SECRET-77"))
            }
        }
    }
}
