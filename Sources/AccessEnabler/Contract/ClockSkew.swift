import Base

/// S2.K: how far the service's time is from the device's.
package enum ClockSkew {
    /// Beyond this the host is told and expiry is judged by the service's time. Choice: 5 min.
    package static let threshold = Duration.seconds(300)

    /// What to add to the device's time to judge expiry: zero while both agree well enough.
    package static func offset(service: Timestamp, device: Timestamp) -> Duration {
        let difference = service - device
        return abs(difference) > threshold ? difference : .zero
    }

    private static func abs(_ duration: Duration) -> Duration {
        duration < .zero ? .zero - duration : duration
    }
}
