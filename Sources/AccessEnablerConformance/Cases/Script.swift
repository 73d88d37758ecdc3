public import AccessEnabler
public import PlatformAccount

/// One line of a case's script: what the host does, and what changes meanwhile.
public enum ScriptStep: Sendable {
    /// The host names a requestor; no addresses = the service of the object.
    case setRequestor(String = Programme.requestor, at: [ServiceAddress] = [])
    /// The host asks whether somebody is signed in.
    case checkAuthentication
    /// The host asks for metadata.
    case getMetadata(MetadataKey)
    /// The host sets options.
    case setOptions(Options)
    /// The host asks for a login.
    case getAuthentication(forced: Bool = false, filter: ProviderFilter? = nil)
    /// The host selects an MVPD, or none.
    case setSelectedProvider(String?)
    /// The host saw this address.
    case handleExternalURL(String)
    /// The host saw the address at which a person's browser ended last.
    case handleRedirect
    /// The host signs out.
    case logout
    /// The host calls another verb.
    case call(Verb)
    /// A person does something outside the application.
    case person(PersonAct)
    /// A person answers the platform's picker: the one presented last, or an earlier one by its place.
    case answerPicker(PickerChoice, dialog: Int? = nil)
    /// So many polls of the second screen lead nowhere: each wait for one passes.
    case polls(Int)
    /// The waits between polls pass until this callback has arrived so often since the script began.
    case pollsUntil(CallbackKind, count: Int = 1)
    /// Waits until everything before has been answered; then this is true.
    case change([Fact])
    /// This is true at once, whatever is under way.
    case meanwhile([Fact])
    /// Waits until everything before has been answered; then tokens are put into the store, in place of those there.
    case seed([SeededToken])
    /// Waits until this has happened.
    case wait(Moment)
    /// Waits until everything before has been answered, releases the object and, once `facts` are true, makes another.
    case relaunch(Launch = Launch(), [Fact] = [])
    /// Makes a second object beside those there are, and goes on with it.
    case another(Launch = Launch())
    /// Goes on with the object made at that place.
    case use(Int)
    /// Releases the object, whatever is under way.
    case release
    /// Lets a host that blocks in a callback go on.
    case unblock
}

/// What a person does in a browser.
public enum PersonAct: String, Sendable, Hashable, CaseIterable {
    /// Signs in at the page `navigateToUrl` named last, and ends at the redirect.
    case signsIn
    /// Opens that page, types a wrong password and stays there.
    case mistypesPassword
    /// Opens that page, which sends the browser on by itself.
    case opensPage
    /// Enters the code REGCODE told last at the activation page, and signs in.
    case activates
}

/// Something a script waits for.
public enum Moment: Sendable, Hashable {
    /// A callback of this kind has arrived, the `count`-th since the script began.
    case callback(CallbackKind, count: Int = 1)
    /// The platform was asked something it holds back.
    case platformAsked
    /// Nobody waits for the next poll any more.
    case pollingOver
    /// A service was asked a request of this kind.
    case asked(RequestRole, at: ServiceAddress)
    /// A service has answered a request of this kind, and the answer has arrived.
    case answered(RequestRole, at: ServiceAddress)
}

/// What the host does inside a callback, before it returns; once.
public struct Reaction: Sendable {
    /// Inside the first callback of this kind.
    public var inside: CallbackKind
    /// What it does, in order.
    public var acts: [Act]

    /// Things a host may do inside a callback.
    public enum Act: Sendable, Hashable {
        /// A verb.
        case call(Verb)
        /// The page named by the callback is opened, sends the browser on by itself, and the redirect is handed over.
        case followPage
        /// The picker presented by the callback is answered.
        case answerPicker(PickerChoice)
        /// Drops its last reference to the object.
        case release
        /// Blocks until `ScriptStep.unblock`.
        case block
    }

    /// A reaction.
    public init(inside: CallbackKind, _ acts: [Act]) {
        self.inside = inside
        self.acts = acts
    }
}

extension Reaction.Act {
    static func setRequestor(_ requestor: String) -> Self { .call(.setRequestor(requestor, serviceProviders: [])) }
    static let checkAuthentication = Self.call(.checkAuthentication)
    static func getMetadata(_ key: MetadataKey) -> Self { .call(.getMetadata(key, arguments: key.arguments)) }
    static func setOptions(_ options: Options) -> Self { .call(.setOptions(options)) }
    static let getAuthentication = Self.call(.getAuthentication(forced: false, filter: nil))
    static func setSelectedProvider(_ mvpd: String?) -> Self { .call(.setSelectedProvider(mvpd)) }
    static let logout = Self.call(.logout)
}

extension ScriptStep {
    /// The step, for people.
    public var text: String {
        switch self {
        case .setRequestor(let requestor, let addresses):
            let list = addresses.map(\.rawValue).joined(separator: ", ")
            return "setRequestor(\(requestor)\(list.isEmpty ? "" : ", at: \(list)"))"
        case .checkAuthentication: return Verb.checkAuthentication.text
        case .getMetadata(let key): return Verb.getMetadata(key, arguments: key.arguments).text
        case .setOptions(let options): return Verb.setOptions(options).text
        case .getAuthentication(let forced, let filter):
            return Verb.getAuthentication(forced: forced, filter: filter).text
        case .setSelectedProvider(let mvpd): return Verb.setSelectedProvider(mvpd).text
        case .handleExternalURL(let url): return Verb.handleExternalURL(url).text
        case .handleRedirect: return "handleExternalURL(the redirect)"
        case .logout: return Verb.logout.text
        case .call(let verb): return verb.text
        case .person(let act): return "a person \(act.rawValue)"
        case .answerPicker(let choice, let place):
            return "the picker\(place.map { " presented as number \($0 + 1)" } ?? "") is answered: \(choice)"
        case .polls(let count): return "\(count) polls lead nowhere"
        case .pollsUntil(let kind, let count): return "polls go on until \(kind.rawValue) (\(count))"
        case .change(let facts): return "then: " + facts.map(\.text).joined(separator: "; ")
        case .seed(let tokens):
            return "then: tokens of \(tokens.map(\.mvpd).joined(separator: ", ")) are put into the store"
        case .meanwhile(let facts): return "meanwhile: " + facts.map(\.text).joined(separator: "; ")
        case .wait(.callback(let kind, let count)): return "wait for \(kind.rawValue) (\(count))"
        case .wait(.platformAsked): return "wait until the platform is asked"
        case .wait(.pollingOver): return "wait until polling is over"
        case .wait(.asked(let role, let address)):
            return "wait until \(role.rawValue) of the \(address.rawValue) service is asked"
        case .wait(.answered(let role, let address)):
            return "wait until \(role.rawValue) of the \(address.rawValue) service has answered"
        case .relaunch(let launch, let facts):
            return (["new start\(launch.description)"] + facts.map(\.text)).joined(separator: "; ")
        case .another(let launch): return "a second object\(launch.description)"
        case .use(let place): return "back to object \(place + 1)"
        case .release: return "release the object"
        case .unblock: return "the host goes on"
        }
    }
}

// MARK: - Short forms

extension ScriptStep {
    /// The host asks for the selected provider.
    static let getSelectedProvider = ScriptStep.call(.getSelectedProvider)
    /// The host asks for a media token, without a login.
    static func checkAuthorization(_ resource: String, data: [String: String] = [:]) -> ScriptStep {
        .call(.checkAuthorization(resource, data: data))
    }
    /// The host asks for a media token.
    static func getAuthorization(_ resource: String, data: [String: String] = [:]) -> ScriptStep {
        .call(.getAuthorization(resource, data: data))
    }
    /// The host asks which resources may be watched.
    static func checkPreauthorizedResources(_ resources: [String], cache: Bool = true) -> ScriptStep {
        .call(.checkPreauthorizedResources(resources, cache: cache))
    }
    /// The host asks for a decision on each resource.
    static func preauthorize(
        _ resources: [String], without features: Set<PreauthorizeRequest.Feature> = []
    ) -> ScriptStep {
        .call(.preauthorize(PreauthorizeRequest(resources: resources, disabledFeatures: features)))
    }
}

extension Verb {
    /// The verb, for people.
    var text: String {
        switch self {
        case .getSelectedProvider: "getSelectedProvider()"
        case .checkAuthorization(let resource, _): "checkAuthorization(\(resource.prefix(60)))"
        case .getAuthorization(let resource, _): "getAuthorization(\(resource.prefix(60)))"
        case .checkPreauthorizedResources(let resources, let cache):
            "checkPreauthorizedResources(\(resources.joined(separator: " ").prefix(60)), cache: \(cache))"
        case .preauthorize(let request):
            "preauthorize(\(request.resources.joined(separator: " ").prefix(60))"
                + (request.disabledFeatures.isEmpty ? ")" : ", anew)")
        case .setRequestor(let requestor, let addresses):
            "setRequestor(\(([requestor] + addresses).joined(separator: ", ")))"
        case .checkAuthentication: "checkAuthentication()"
        case .getMetadata(let key, _): "getMetadata(\(key.text))"
        case .setOptions: "setOptions(…)"
        case .getAuthentication(let forced, let filter):
            "getAuthentication(\([forced ? "forced" : nil, filter?.text].compactMap { $0 }.joined(separator: ", ")))"
        case .setSelectedProvider(let mvpd): "setSelectedProvider(\(mvpd ?? "nil"))"
        case .handleExternalURL(let url): "handleExternalURL(\(url.prefix(60)))"
        case .logout: "logout()"
        }
    }
}

extension ProviderFilter {
    /// The filter, for people.
    fileprivate var text: String {
        "TV_PROVIDERS: \(tvProviders.joined(separator: " ")), FEATURED: \(featuredTVProviders.joined(separator: " "))"
    }
}
