// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are the framework's.

/// The domain of `VSError`.
public let VSErrorDomain = VSError.errorDomain
/// `userInfo` key: the provider's SAML response.
public let VSErrorInfoKeySAMLResponse = "VSErrorInfoKeySAMLResponse"
/// `userInfo` key: the status in the provider's SAML response.
public let VSErrorInfoKeySAMLResponseStatus = "VSErrorInfoKeySAMLResponseStatus"
/// `userInfo` key: the provider's answer, a `VSAccountProviderResponse`.
public let VSErrorInfoKeyAccountProviderResponse = "VSErrorInfoKeyAccountProviderResponse"
/// `userInfo` key: the id of the provider the person picked, a String; with `unsupportedProvider` only, and optional.
public let VSErrorInfoKeyUnsupportedProviderIdentifier = "VSErrorInfoKeyUnsupportedProviderIdentifier"
