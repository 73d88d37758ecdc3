import Base
package import FoundationEssentials

/// The answer to a configuration request, JSON or XML.
///
/// Source: "REST API V1", configuration. Choices where it is silent: the requestor may stand at the top or under
/// `requestor` or `config`, MVPDs in a list or in `{mvpd: …}`, truth values and numbers as texts; a configuration
/// without `mvpds` is unreadable, since an empty one would sign everybody out.
package enum ConfigurationBody {
    /// Reads the whole answer or nothing: no half list ever comes out (P02, P06).
    ///
    /// An MVPD that is no object or has no id is passed over; if none of those listed is left, the answer is
    /// unreadable. `requestor` is the id asked for; the result carries it.
    package static func parse(
        _ body: Data, contentType: String?, requestor: String
    ) throws(UnreadableAnswer) -> RequestorConfiguration {
        let document: ConfigurationDocument
        switch try AnswerBody(body, contentType: contentType) {
        case .json(let json): document = try ConfigurationDocument(try JSONDocument(json))
        case .xml(let xml): document = try ConfigurationDocument(try XMLElement.parse(xml))
        }
        if document.mvpds.usable.isEmpty, document.mvpds.hasOthers {
            throw UnreadableAnswer("a configuration none of whose MVPDs has an id")
        }
        return RequestorConfiguration(
            requestor: requestor, name: document.name, domains: document.domains,
            mvpds: uniqueByID(document.mvpds.usable))
    }

    /// One MVPD an id, at the place of the id's first: the first one with single sign-on, else the first (P13, choice).
    ///
    /// Ids are compared byte for byte; Swift's `==` would take a composed and a decomposed é for one (P08).
    static func uniqueByID(_ mvpds: [ConfiguredMVPD]) -> [ConfiguredMVPD] {
        // As a rule they are: then nothing is copied.
        if Set(mvpds.map { ExactText($0.id) }).count == mvpds.count { return mvpds }
        var places: [ExactText: Int] = [:]
        var unique: [ConfiguredMVPD] = []
        places.reserveCapacity(mvpds.count)
        unique.reserveCapacity(mvpds.count)
        for mvpd in mvpds {
            let id = ExactText(mvpd.id)
            guard let place = places[id] else {
                places[id] = unique.count
                unique.append(mvpd)
                continue
            }
            if hasSingleSignOn(mvpd), !hasSingleSignOn(unique[place]) { unique[place] = mvpd }
        }
        return unique
    }

    private static func hasSingleSignOn(_ mvpd: ConfiguredMVPD) -> Bool {
        mvpd.enablePlatformServices && mvpd.boardingStatus == .supported
    }
}

/// What a configuration document holds, in whichever format.
struct ConfigurationDocument {
    /// The requestor's name; empty if not told.
    var name: String
    /// Its domains.
    var domains: [String]
    /// What it lists.
    var mvpds: MVPDList
}

/// The entries of a configuration's list.
struct MVPDList {
    /// Those that are MVPDs, in order.
    private(set) var usable: [ConfiguredMVPD] = []
    /// Whether there are others, which are passed over.
    private(set) var hasOthers = false

    /// Takes the next entry; nil for one that is no MVPD.
    mutating func add(_ mvpd: consuming ConfiguredMVPD?) {
        if let mvpd { usable.append(mvpd) } else { hasOthers = true }
    }
}
