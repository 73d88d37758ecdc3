extension Fact {
    /// What kind of thing becomes true: the name a fact has in the list for other programs.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        // The device's TV provider account.
        /// The app's permission is `permission`.
        case permission
        /// The permission query fails with `error`.
        case permissionFails
        /// The account query without attributes fails with `error`.
        case accountFails
        /// The account query with attributes fails with `error`.
        case samlFails
        /// The permission query is never answered.
        case permissionSilent
        /// The account query without attributes is never answered.
        case accountSilent
        /// The account query with attributes is never answered.
        case samlSilent
        /// The account query without attributes is answered when `platformAnswers` comes true.
        case accountHeld
        /// The permission prompt is open until `platformAnswers` comes true.
        case promptOpen
        /// The person answers the permission prompt with `permission`; null = dismisses it.
        case promptAnswered
        /// The person does `choice` whenever the picker opens.
        case picker
        /// The sign-in of whatever provider is chosen in the picker fails with `error`.
        case pickerFails
        /// The platform does not support `provider`.
        case providerUnsupported
        /// What was held is answered.
        case platformAnswers
        /// An account of `provider` is signed in, for `life` ms; null = none told.
        case accountSignedIn
        /// Nobody is signed in.
        case accountSignedOut
        /// The permission turns `permission` right after the next account query, which is refused for it.
        case withdrawnMeanwhile
        /// The permission turns `permission` right after the next account query, which is answered still.
        case withdrawnAfterwards
        /// The SAML response is `response`; null = missing.
        case saml
        /// The answer with the SAML response names `provider`.
        case samlNames
        /// Everything about the platform is as by default, with an account of `provider` for `life` ms.
        case platformCalm

        // The service's dashboard.
        /// Configurations are in XML.
        case configurationInXML
        /// An older MVPD, first in the list and without single sign-on, has the platform's name of `mvpd`.
        case nameTakenTwice
        /// The software statement is revoked.
        case statementRevoked
        /// `mvpd` is not integrated, at the service `at`.
        case notIntegrated
        /// `mvpd` has single sign-on disabled.
        case ssoDisabled
        /// `mvpd` has single sign-on on iOS alone.
        case ssoOnIOSAlone
        /// `mvpd` has this boarding `status`; null = none.
        case boarding
        /// `mvpd` is degraded.
        case degraded
        /// `mvpd` is degraded by the rule AuthZAll.
        case permitsEverything
        /// `mvpd` is degraded by the rule AuthZNone.
        case deniesEverything
        /// `mvpd` is degraded no more.
        case degradationEnds
        /// `mvpd` wants a Safari view controller.
        case wantsSafariViewController
        /// `mvpd` signs in without a page.
        case signsInWithoutPage
        /// `mvpd` is not shown in the platform's picker.
        case hiddenInPicker
        /// `mvpd` tells these `metadata` of its people.
        case userMetadata
        /// The requestors have a temporary pass for `life` ms from its first use.
        case temporaryPass
        /// The temporary pass `mvpd` permits `limit` resources.
        case passResourceLimit
        /// The temporary pass `mvpd` runs for `life` ms, shorter than its sign-in.
        case passEndsEarly
        /// No MVPD permits `resource`: `code`, `details`.
        case denied
        /// The MVPDs permit everything.
        case nothingDenied
        /// The service tells its reasons.
        case enhancedErrors
        /// Authorizations live for `life` ms.
        case authorizationLife
        /// `limit` resources are too many.
        case preauthorizationLimit

        // The service at work.
        /// The service gives registration code `code` for `life` ms.
        case registrationCode
        /// Requests of `role` at the service `at` are answered with `effect`, so many `times`; null = always.
        case fault
        /// Requests of `role` are not answered; the limit of a request passes.
        case silence
        /// Requests of `role` are redirected to the second service with this `status`.
        case redirected
        /// What the service `at` holds back is answered.
        case serviceAnswers
        /// The service is well.
        case serviceWell
        /// The service is well, with the dashboard of the beginning.
        case serviceCalm
        /// The service forgets its clients.
        case clientsForgotten
        /// Requests of `role` go wrong as the switch `name` of the fault matrix has it.
        case faultSwitch
        /// Configurations come without validators.
        case withoutValidators
        /// A new session has forgotten what it was told, and asks for it again.
        case sessionsForgetful
        /// The service forgets who is signed in.
        case authenticationsForgotten
        /// The service forgets what it authorized.
        case authorizationsForgotten
        /// The service limits requests, and the implementation is told to keep the limit.
        case limited

        // Time and files.
        /// `time` ms pass.
        case timePasses
        /// `time` ms pass when a request is given so long: once, or `always` after
        /// a request of `role`.
        case limitPasses
        /// The access token is over, by the wall clock.
        case accessTokenOver
        /// The device's clock is moved by `time` ms; the service's goes on.
        case deviceClockMoved
        /// The store cannot be opened.
        case storeUnreadable
        /// The store can be opened again.
        case storeReadable
        /// The store's files hold nonsense.
        case storeDamaged
    }
}

extension Fact.Kind {
    /// What an implementation must be able to for this to make a difference to it.
    var needs: Set<Capability> {
        switch self {
        case .permissionSilent, .accountSilent, .samlSilent:
            [.tvProviderAccount, .deviceClock]
        case .permission, .permissionFails, .accountFails, .samlFails, .accountHeld, .promptOpen, .promptAnswered,
            .picker, .pickerFails, .providerUnsupported, .platformAnswers, .accountSignedIn, .withdrawnMeanwhile,
            .withdrawnAfterwards, .saml, .samlNames:
            [.tvProviderAccount]
        case .silence, .timePasses, .limitPasses, .accessTokenOver, .deviceClockMoved, .limited:
            [.deviceClock]
        case .storeUnreadable, .storeReadable, .storeDamaged:
            [.storesFiles]
        case .accountSignedOut, .platformCalm, .configurationInXML, .nameTakenTwice, .statementRevoked, .notIntegrated,
            .ssoDisabled, .ssoOnIOSAlone, .boarding, .degraded, .permitsEverything, .deniesEverything,
            .degradationEnds, .wantsSafariViewController, .signsInWithoutPage, .hiddenInPicker, .userMetadata,
            .temporaryPass, .passResourceLimit, .passEndsEarly, .denied, .nothingDenied, .enhancedErrors,
            .authorizationLife, .preauthorizationLimit,
            .registrationCode, .fault, .redirected, .serviceAnswers, .serviceWell, .serviceCalm, .clientsForgotten,
            .faultSwitch, .withoutValidators, .sessionsForgetful,
            .authenticationsForgotten, .authorizationsForgotten:
            []
        }
    }
}
