// The types this module's API shows, under its own name: a host imports `AccessEnabler` alone.
public import AdobePass
public import Base
public import EntitlementStore
public import PlatformAccount

/// See `PlatformAccount.PlatformAccountBackend`.
public typealias PlatformAccountBackend = PlatformAccount.PlatformAccountBackend
/// See `PlatformAccount.AbsentPlatformAccount`.
public typealias AbsentPlatformAccount = PlatformAccount.AbsentPlatformAccount
/// See `PlatformAccount.TVProviderDialog`.
public typealias TVProviderDialog = PlatformAccount.TVProviderDialog
/// See `PlatformAccount.PickerProvider`.
public typealias PickerProvider = PlatformAccount.PickerProvider
/// See `AdobePass.ConfiguredMVPD`.
public typealias ConfiguredMVPD = AdobePass.ConfiguredMVPD
/// See `AdobePass.BoardingStatus`.
public typealias BoardingStatus = AdobePass.BoardingStatus
/// See `AdobePass.JSONValue`.
public typealias JSONValue = AdobePass.JSONValue
/// See `AdobePass.PlatformBehaviour`.
public typealias PlatformBehaviour = AdobePass.PlatformBehaviour
/// See `EntitlementStore.StorageIntegrityCheck`.
public typealias StorageIntegrityCheck = EntitlementStore.StorageIntegrityCheck
/// See `Base.Timestamp`.
public typealias Timestamp = Base.Timestamp
/// See `Base.Secret`.
public typealias Secret = Base.Secret
/// See `Base.DeviceClock`.
public typealias DeviceClock = Base.DeviceClock
/// See `Base.SystemClock`.
public typealias SystemClock = Base.SystemClock
/// See `Base.ManualClock`.
public typealias ManualClock = Base.ManualClock
/// See `Base.WaitReason`.
public typealias WaitReason = Base.WaitReason
/// See `Base.LogSink`.
public typealias LogSink = Base.LogSink
/// See `Base.LogLevel`.
public typealias LogLevel = Base.LogLevel
/// See `Base.StandardErrorLog`.
public typealias StandardErrorLog = Base.StandardErrorLog
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
