import Foundation
import Testing

@testable import AdobePass

/// The reason a body was called unreadable; nil if it was read. Any other error fails the test.
func refusal<Value>(_ read: @autoclosure () throws -> Value) -> String? {
    do {
        _ = try read()
        return nil
    } catch let error as UnreadableAnswer {
        return error.reason
    } catch {
        Issue.record("not an UnreadableAnswer: \(error)")
        return nil
    }
}

/// Expects that a body is called unreadable.
func expectUnreadable<Value>(
    _ read: @autoclosure () throws -> Value, _ comment: Comment? = nil, at place: SourceLocation = #_sourceLocation
) {
    let reason = refusal(try read())
    #expect(reason != nil, comment, sourceLocation: place)
}

/// Both formats, by name in a test's report.
enum WireFormat: CaseIterable {
    case json, xml

    /// The sample configuration in this format.
    var sample: String {
        switch self {
        case .json: SampleConfiguration.json
        case .xml: SampleConfiguration.xml
        }
    }
}

/// One configuration as both formats write it.
enum SampleConfiguration {
    static let json = """
        {"requestor": {"id": "R1", "name": "Réseau \\u00e9t\\u00E9", "domains": [
            {"name": "one.example", "mvpdInitiated": false}, {"name": "two.example", "mvpdInitiated": true}],
          "mvpds": [
            {"id": "A", "displayName": "A & E \\"Cable\\"", "logoUrl": "https://logo.example/a.png?x=1&y=2",
             "enablePlatformServices": true, "boardingStatus": "SUPPORTED", "displayInPlatformPicker": true,
             "platformMappingId": "a_apple", "requiredMetadataFields": ["uid", "zip"],
             "isProxy": true, "authPerAggregator": true, "iFrameRequired": true, "iFrameWidth": 600,
             "iFrameHeight": 400, "foregroundLogout": true, "passiveAuthnEnabled": false},
            {"id": "T", "isTempPass": true, "boardingStatus": "PICKER"}
          ]}}
        """

    static let xml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <ns2:config xmlns:ns2="http://pass.adobe.com/config"><requestor>
            <id>R1</id><name>Réseau été</name>
            <domains><domain><name>one.example</name><mvpdInitiated>false</mvpdInitiated></domain>
                <domain>two.example</domain></domains>
            <channels/>
            <mvpds>
            <mvpd><id>A</id><displayName>A &amp; E "Cable"</displayName>
            <logoUrl>https://logo.example/a.png?x=1&amp;y=2</logoUrl>
            <enablePlatformServices>true</enablePlatformServices><boardingStatus>SUPPORTED</boardingStatus>
            <displayInPlatformPicker>1</displayInPlatformPicker><platformMappingId>a_apple</platformMappingId>
            <requiredMetadataFields><field>uid</field><field>zip</field></requiredMetadataFields>
            <isProxy>TRUE</isProxy><authPerAggregator>true</authPerAggregator><iFrameRequired>true</iFrameRequired>
            <iFrameWidth>600</iFrameWidth><iFrameHeight> 400 </iFrameHeight><foregroundLogout>true</foregroundLogout>
            <passiveAuthnEnabled>false</passiveAuthnEnabled></mvpd>
            <mvpd id="T" isTempPass="true"><boardingStatus>PICKER</boardingStatus></mvpd>
            </mvpds></requestor></ns2:config>
        """

    static var parsed: RequestorConfiguration {
        var a = ConfiguredMVPD(id: "A", displayName: "A & E \"Cable\"")
        a.logoURL = "https://logo.example/a.png?x=1&y=2"
        a.enablePlatformServices = true
        a.boardingStatus = .supported
        a.displayInPlatformPicker = true
        a.platformMappingID = "a_apple"
        a.requiredMetadataFields = ["uid", "zip"]
        a.isProxy = true
        a.authPerAggregator = true
        a.iFrameRequired = true
        a.iFrameWidth = 600
        a.iFrameHeight = 400
        a.foregroundLogout = true
        a.otherFields = ["passiveAuthnEnabled": "false"]
        var t = ConfiguredMVPD(id: "T")
        t.isTempPass = true
        t.boardingStatus = .picker
        return RequestorConfiguration(
            requestor: "R1", name: "Réseau été", domains: ["one.example", "two.example"], mvpds: [a, t])
    }

    /// Reads a configuration of requestor R1.
    static func read(_ body: Data, contentType: String? = nil) throws(UnreadableAnswer) -> RequestorConfiguration {
        try ConfigurationBody.parse(body, contentType: contentType, requestor: "R1")
    }

    static func read(_ text: String) throws(UnreadableAnswer) -> RequestorConfiguration {
        try read(Data(text.utf8))
    }

    /// A document around the elements of `mvpds`.
    static func xml(mvpds: String, declaration: String = "") -> String {
        declaration + "<config><requestor><id>R1</id><mvpds>\(mvpds)</mvpds></requestor></config>"
    }

    /// A document around the entries of `mvpds`.
    static func json(mvpds: String) -> String {
        #"{"requestor":{"id":"R1","mvpds":[\#(mvpds)]}}"#
    }
}
