// The types this module's API shows, under its own name: a host imports it alone.
public import Base

/// See `Base.Secret`.
public typealias Secret = Base.Secret
/// See `Base.Timestamp`.
public typealias Timestamp = Base.Timestamp
/// See `Base.DeviceClock`.
public typealias DeviceClock = Base.DeviceClock
/// See `Base.SystemClock`.
public typealias SystemClock = Base.SystemClock
/// See `Base.HTTPTransport`.
public typealias HTTPTransport = Base.HTTPTransport
/// See `Base.CurlTransport`.
public typealias CurlTransport = Base.CurlTransport
/// See `Base.LogSink`.
public typealias LogSink = Base.LogSink
/// See `Base.StandardErrorLog`.
public typealias StandardErrorLog = Base.StandardErrorLog
