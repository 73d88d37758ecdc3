// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The constants of the original SDK's headers. Values: the reference where it tells them, else public host code, else a
// choice; hosts use the names.

/// The status of success. Source: "iOS/tvOS SDK API Reference", handleExternalURL ("a status code of 1").
public let ACCESS_ENABLER_STATUS_SUCCESS: Int32 = 1
/// The status of failure. Source: "iOS/tvOS SDK API Reference", handleExternalURL ("a status code of 0").
public let ACCESS_ENABLER_STATUS_ERROR: Int32 = 0

/// `setAuthenticationStatus` on success: no code. Source: "iOS/tvOS SDK API Reference", setAuthenticationStatus.
public let USER_AUTHENTICATED = AuthenticationErrorCode.none.rawValue
/// `setAuthenticationStatus`, `tokenRequestFailed`: no valid authentication.
public let USER_NOT_AUTHENTICATED_ERROR = AuthenticationErrorCode.notAuthenticated.rawValue
/// `setAuthenticationStatus`: the person chose no provider.
public let PROVIDER_NOT_SELECTED_ERROR = AuthenticationErrorCode.providerNotSelected.rawValue
/// `setAuthenticationStatus`: anything else.
public let GENERIC_AUTHENTICATION_ERROR = AuthenticationErrorCode.generic.rawValue
/// `tokenRequestFailed`: the person may not play the resource. Source: "iOS/tvOS SDK API Reference", tokenRequestFailed.
public let USER_NOT_AUTHORIZED_ERROR = AuthorizationErrorCode.notAuthorized.rawValue

/// `getMetadata`: the key whose value is one of the four opcodes. Value: choice.
public let METADATA_OPCODE_KEY = "opcode"
/// `getMetadata`: the key of the resource for `METADATA_AUTHORIZATION`. Value: choice.
public let METADATA_RESOURCE_ID_KEY = "resource_id"
/// `getMetadata`: the key of the name for `METADATA_USER_META`. Value: seen in public host code.
public let METADATA_USER_META_KEY = "user_metadata_name"
/// `getMetadata`: when the authentication ends. Value: seen in public host code, as the next two.
public let METADATA_AUTHENTICATION: Int32 = 0
/// `getMetadata`: when the authorization of a resource ends.
public let METADATA_AUTHORIZATION: Int32 = 1
/// `getMetadata`: the device id.
public let METADATA_DEVICE_ID: Int32 = 2
/// `getMetadata`: what the MVPD tells of the person. Value: choice.
public let METADATA_USER_META: Int32 = 3

/// `sendTrackingData`: an authentication was checked. Values of the three: seen in public host code.
public let TRACKING_AUTHENTICATION = Int32(TrackingEvent.authentication.rawValue)
/// `sendTrackingData`: an authorization was answered.
public let TRACKING_AUTHORIZATION = Int32(TrackingEvent.authorization.rawValue)
/// `sendTrackingData`: a provider was selected.
public let TRACKING_GET_SELECTED_PROVIDER = Int32(TrackingEvent.selectedProvider.rawValue)

/// `adobepass://ios.app`: where login and logout pages end. Source: "iOS/tvOS SDK API Reference", handleExternalURL.
public let ADOBEPASS_REDIRECT_URL = AccessEnablerCore.redirectURL

/// `getAuthentication` filter: the MVPD ids the picker is limited to. Source: "iOS/tvOS SDK API Reference",
/// getAuthentication with filter.
public let TV_PROVIDERS = "TV_PROVIDERS"
/// `getAuthentication` filter: the MVPD ids shown first.
public let FEATURED_TV_PROVIDERS = "FEATURED_TV_PROVIDERS"
