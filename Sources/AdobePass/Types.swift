// The types this module's API shows, under its own name: a host that speaks to the service itself imports it alone.
public import Base

/// See `Base.Secret`.
public typealias Secret = Base.Secret
/// See `Base.Timestamp`.
public typealias Timestamp = Base.Timestamp
/// See `Base.Deadline`.
public typealias Deadline = Base.Deadline
/// See `Base.DeviceClock`.
public typealias DeviceClock = Base.DeviceClock
/// See `Base.SystemClock`.
public typealias SystemClock = Base.SystemClock
/// See `Base.ManualClock`.
public typealias ManualClock = Base.ManualClock
/// See `Base.CurlTransport`.
public typealias CurlTransport = Base.CurlTransport
/// See `Base.HTTPTransport`.
public typealias HTTPTransport = Base.HTTPTransport
/// See `Base.HTTPRequest`.
public typealias HTTPRequest = Base.HTTPRequest
/// See `Base.HTTPResponse`.
public typealias HTTPResponse = Base.HTTPResponse
/// See `Base.HTTPTransportError`.
public typealias HTTPTransportError = Base.HTTPTransportError
/// See `Base.LogSink`.
public typealias LogSink = Base.LogSink
/// See `Base.LogLevel`.
public typealias LogLevel = Base.LogLevel
/// See `Base.StandardErrorLog`.
public typealias StandardErrorLog = Base.StandardErrorLog
