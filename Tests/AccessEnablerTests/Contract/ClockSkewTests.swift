import Base
import Testing

@testable import AccessEnabler

/// S2.K, E02: when the two clocks differ, and by how much expiry is judged.
@Suite struct ClockSkewTests {
    private func offset(_ difference: Duration) -> Duration {
        ClockSkew.offset(service: decisionTime + difference, device: decisionTime)
    }

    @Test("S2.K: up to five minutes either way count as agreement")
    func agreement() {
        for difference in [Duration.zero, .milliseconds(1), .seconds(299), .seconds(300)] {
            #expect(offset(difference) == .zero)
            #expect(offset(.zero - difference) == .zero)
        }
    }

    @Test("S2.K, E02: one millisecond more is a difference, and the whole of it counts")
    func difference() {
        for difference in [Duration.milliseconds(300_001), .seconds(3600), .seconds(86_400), .seconds(86_400 * 3650)] {
            #expect(offset(difference) == difference)
            #expect(offset(.zero - difference) == .zero - difference)
            #expect(decisionTime + offset(difference) == decisionTime + difference)
        }
    }

    @Test("S2.K: the ends of time neither trap nor turn round")
    func extremes() {
        let ends = [Int64.min, .min + 1, -1, 0, 1, .max - 1, .max].map { Timestamp(milliseconds: $0) }
        for service in ends {
            for device in ends {
                let offset = ClockSkew.offset(service: service, device: device)
                if service == device { #expect(offset == .zero) }
                #expect(service > device ? offset >= .zero : offset <= .zero)
                // Applying it never overshoots the service's own time.
                let judged = device + offset
                #expect(service >= device ? judged <= service : judged >= service)
            }
        }
    }
}
