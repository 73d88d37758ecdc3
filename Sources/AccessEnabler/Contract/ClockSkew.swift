import Base

/// S2.K: how far the service's time is from the device's.
package enum ClockSkew {
    /// Beyond this the host is told and expiry is judged by the service's time. Choice: 5 min.
    package static let threshold = Duration.seconds(300)

    /// Whether a service's time can be one: 2020 to 2100. Choice.
    package static func isPlausible(_ service: Timestamp) -> Bool {
        (1_577_836_800_000..<4_102_444_800_000).contains(service.milliseconds)
    }

    /// What to add to the device's time to judge expiry: zero while both agree well enough.
    package static func offset(service: Timestamp, device: Timestamp) -> Duration {
        let difference = service - device
        return abs(difference) > threshold ? difference : .zero
    }

    private static func abs(_ duration: Duration) -> Duration {
        duration < .zero ? .zero - duration : duration
    }
}
