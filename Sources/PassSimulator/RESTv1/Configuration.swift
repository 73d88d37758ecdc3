import Base

/// `GET /api/v1/config/{requestor}` (rest-v1, section 4).
enum Configuration {
    static func answer(
        _ request: Request, requestor id: String, suffix: Format?, _ dashboard: Dashboard
    ) throws(Refusal) -> Response {
        _ = try DeviceInfo(of: request)
        let requestor = try dashboard.requestor(id)
        let format = dashboard.forcesXML ? .xml : Format.wanted(by: request, suffix: suffix)
        let mvpds = requestor.mvpds.filter(\.isIntegrated).map { fields(of: $0, platform: Platform.name(of: request)) }
        let response =
            switch format {
            case .json: Response(200, json(requestor, mvpds))
            case .xml: Response(200, xml(requestor, mvpds).document, contentType: "application/xml;charset=UTF-8")
            }
        return dashboard.sendsValidators ? validated(response, request) : response
    }

    /// Adds `ETag`, or answers 304 when the client has this body already.
    static func validated(_ response: Response, _ request: Request) -> Response {
        let tag = "\"" + hexText(sha256(response.body).prefix(16)) + "\""
        let headers = [("ETag", tag), ("Vary", "Accept, X-Device-Info")]
        let known = (request.header("If-None-Match") ?? "").split(separator: ",").map { trimmed($0) }
        // Compared weakly, as RFC 9110 has it for If-None-Match.
        if known.contains("*") || known.contains(where: { $0 == tag || $0 == "W/" + tag }) {
            return Response(304, headers: headers)
        }
        var response = response
        response.headers += headers
        return response
    }

    /// A field of an MVPD; every format is written from the same list.
    enum Value {
        case text(String)
        case bool(Bool)
        case texts([String])
    }

    typealias Field = (name: String, value: Value)

    static func fields(of mvpd: Dashboard.MVPD, platform: String?) -> [Field] {
        var fields: [Field] = [
            ("id", .text(mvpd.id)), ("displayName", .text(mvpd.displayName)), ("logoUrl", .text(mvpd.logoURL)),
            ("iFrameRequired", .bool(false)), ("isProxy", .bool(false)), ("isTempPass", .bool(mvpd.isTempPass)),
            ("authPerAggregator", .bool(false)), ("authPerBrowserSession", .bool(false)),
            ("passiveAuthnEnabled", .bool(false)), ("foregroundLogout", .bool(false)),
        ]
        if mvpd.hasPlatformFields {
            // Set per platform: one the dashboard does not know has it off (choice; the sources are silent).
            let isEnabled = platform.flatMap { mvpd.enablePlatformServices[$0] } ?? false
            fields.append(("enablePlatformServices", .bool(isEnabled)))
            if let status = mvpd.boardingStatus { fields.append(("boardingStatus", .text(status))) }
            fields.append(("displayInPlatformPicker", .bool(mvpd.displayInPlatformPicker)))
            if let id = mvpd.platformMappingID { fields.append(("platformMappingId", .text(id))) }
            fields.append(("requiredMetadataFields", .texts(mvpd.requiredMetadataFields)))
        }
        for (name, text) in mvpd.extraFields.sorted(by: { $0.key < $1.key }) {
            // A known name is overwritten: tomorrow's service may say something else there.
            if let index = fields.firstIndex(where: { $0.name == name }) {
                fields[index].value = .text(text)
            } else {
                fields.append((name, .text(text)))
            }
        }
        return fields
    }

    private static func json(_ requestor: Dashboard.Requestor, _ mvpds: [[Field]]) -> JSON {
        .object([
            "requestor": .object([
                "id": .string(requestor.id), "name": .string(requestor.name),
                "domains": .array(
                    requestor.domains.map { .object(["name": .string($0), "mvpdInitiated": .bool(false)]) }),
                "mvpds": .array(mvpds.map { .object($0.map(member)) }),
            ])
        ])
    }

    static func member(_ field: Field) -> JSON.Member {
        let value: JSON =
            switch field.value {
            case .text(let text): .string(text)
            case .bool(let bool): .bool(bool)
            case .texts(let texts): .strings(texts)
            }
        return JSON.Member(name: field.name, value: value)
    }

    private static func xml(_ requestor: Dashboard.Requestor, _ mvpds: [[Field]]) -> XML {
        let children = [
            XML("id", requestor.id), XML("name", requestor.name),
            XML("domains", requestor.domains.map { XML("domain", $0) }), XML("channels", [XML]()),
            XML("mvpds", mvpds.map { XML("mvpd", $0.flatMap(elements)) }),
        ]
        return XML(
            "ns2:config", attributes: ["xmlns:ns2=\"http://pass.adobe.com/config\""], [XML("requestor", children)])
    }

    private static func elements(_ field: Field) -> [XML] {
        switch field.value {
        case .text(let text): element(field.name, text)
        case .bool(let bool): [XML(field.name, String(bool))]
        case .texts(let texts): texts.map { XML(field.name, $0) }
        }
    }

    /// An element of a name from the dashboard. A prefix is declared on the spot; a name XML cannot say is left out.
    private static func element(_ name: String, _ text: String) -> [XML] {
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy(isXMLName) else { return [] }
        var element = XML(name, text)
        if parts.count == 2 { element.attributes = ["xmlns:\(parts[0])=\"urn:simulator:\(parts[0])\""] }
        return [element]
    }

    private static func isXMLName(_ name: Substring) -> Bool {
        guard let first = name.utf8.first else { return false }
        let isLetter = { (byte: UInt8) in byte == UInt8(ascii: "_") || Character(UnicodeScalar(byte)).isLetter }
        return isLetter(first)
            && name.utf8.allSatisfy { byte in
                byte < 128
                    && (isLetter(byte) || Character(UnicodeScalar(byte)).isNumber || byte == UInt8(ascii: "-")
                        || byte == UInt8(ascii: "."))
            } && name != "xmlns" && name != "xml"
    }
}

extension Dashboard.MVPD {
    /// Platform fields are there only on MVPDs set up for platform sign-in (rest-v1, section 4).
    fileprivate var hasPlatformFields: Bool {
        platformMappingID != nil || boardingStatus != nil || enablePlatformServices.values.contains(true)
    }
}
