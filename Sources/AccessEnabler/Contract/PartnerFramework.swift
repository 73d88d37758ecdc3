package import AdobePass
import PlatformAccount

extension PartnerFrameworkStatus {
    /// What REST API V2 is told of a look at the platform.
    ///
    /// A lapsed account is told as none, and an error as one of the provider: the permission was granted when the token it
    /// is asked for was got (choice).
    package init(_ reading: PlatformReading) {
        switch reading {
        case .denied: self.init(permission: .denied)
        case .undetermined: self.init(permission: .notDetermined)
        case .noAccount, .lapsed: self.init(permission: .granted)
        case .failed(let error):
            self.init(permission: .granted, providerFailure: Failure(code: String(error.code.rawValue)))
        case .signedIn(let account):
            self.init(
                permission: .granted, providerIdentifier: account.providerIdentifier, accountExpires: account.expires)
        }
    }
}
