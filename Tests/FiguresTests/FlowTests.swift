import PassSimulator
import Testing

@testable import accessenabler_figures

/// What repeats exactly.
@Suite(.timeLimit(.minutes(10))) struct FlowTests {
    @Test("Each flow takes its round trips, every time: cold, warm, silent, login, second screen")
    func roundTrips() async throws {
        let simulator = try PassSimulator()
        defer { simulator.stop() }
        let service = Service(baseURL: simulator.baseURL, softwareStatement: simulator.softwareStatement)
        let chapter = try await FlowFigures.measure(service, plain: 0)
        let trips = chapter.figures.map { $0.ours.prefix { $0 != "," } }
        #expect(trips == ["3 round trips", "1 round trips", "4 round trips", "3 round trips", "3 round trips"])
    }
}
