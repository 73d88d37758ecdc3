import AdobePass
import Base
import CLibXML2
import FoundationEssentials

/// Reading a configuration of 1,000 MVPDs, beside other parsers on the same bytes.
enum ParsingFigures {
    private static let rounds = 25

    /// The service's document could not be had, or not be read.
    struct Failure: Error {}

    static func measure(_ service: Service) async throws -> Chapter {
        let json = try await document("application/json", service)
        let xml = try await document("application/xml", service)
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        let files = (json: folder.path + "/configuration.json", xml: folder.path + "/configuration.xml")
        try json.write(to: URL(filePath: files.json))
        try xml.write(to: URL(filePath: files.xml))
        let ours = (json: try read(json, "application/json"), xml: try read(xml, "application/xml"))
        let peers = (python: python(files.json), xmllint: xmllint(files.xml))
        let fastest = [peers.python, peers.xmllint].compactMap(\.self).min()
        return Chapter(
            title: "A configuration of 1,000 MVPDs",
            method: [
                "The service's own document, \(Quantity.size(json.count)) as JSON and \(Quantity.size(xml.count)) as XML.",
                "Here: from the bytes to the list of MVPDs with every field typed, \(rounds) times. Peers, on the same",
                "bytes and without the start of their processes: `json.loads` of Python as its `timeit` tells (the best",
                "of 5 rounds of 20), and `xmllint --memory --repeat --timing` (the mean of its 100 rounds), which builds",
                "its own tree. Both lines are measured against the faster of the two.",
            ],
            figures: [
                figure("JSON", ours.json, peers.python, "Python's json", "python3", fastest, jsonReason),
                figure(
                    "XML", ours.xml, peers.xmllint, "xmllint", "libxml2-utils", fastest,
                    xmlReason(Sample((0..<rounds).map { _ in libraryAlone(xml) }).median)),
            ])
    }

    private static let jsonReason =
        "the document is read into typed values, the peer stops at a tree of texts; next: read fields while they are found."

    private static func xmlReason(_ alone: Double) -> String {
        "libxml2 takes \(Quantity.time(alone)) of it when it reports to nobody and nothing is kept, fed in small pieces as here "
            + "against hostile documents (Python reads the JSON, which is shorter); the rest is a tree and its values with "
            + "types; next: read fields while the parser reports them, without the tree."
    }

    /// Seconds that the parser takes by itself.
    private static func libraryAlone(_ xml: Data) -> Double {
        let start = ContinuousClock.now
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        guard let parser = xmlCreatePushParserCtxt(&handler, nil, nil, 0, nil) else { return 0 }
        xml.withUnsafeBytes { bytes in
            let characters = bytes.bindMemory(to: CChar.self)
            for place in stride(from: 0, to: characters.count, by: 32 << 10) {
                let piece = UnsafeBufferPointer(rebasing: characters[place...].prefix(32 << 10))
                xmlParseChunk(parser, piece.baseAddress, Int32(piece.count), 0)
            }
        }
        xmlParseChunk(parser, nil, 0, 1)
        xmlFreeParserCtxt(parser)
        return (ContinuousClock.now - start).seconds
    }

    private static func document(_ type: String, _ service: Service) async throws -> Data {
        let answer = try await CurlTransport().send(
            HTTPRequest(url: service.baseURL + "/api/v1/config/NORTHSTAR", headers: [("Accept", type)]))
        guard answer.status == 200 else { throw Failure() }
        return answer.body
    }

    private static func read(_ body: Data, _ type: String) throws -> Sample {
        var times: [Double] = []
        for round in 0...rounds {
            let start = ContinuousClock.now
            let configuration = try ConfigurationBody.parse(body, contentType: type, requestor: "NORTHSTAR")
            let time = (ContinuousClock.now - start).seconds
            guard configuration.mvpds.count == 1000 else { throw Failure() }
            if round > 0 { times.append(time) }
        }
        return Sample(times)
    }

    /// Seconds a document; nil when there is no Python.
    private static func python(_ file: String) -> Double? {
        let program = """
            import json, sys, timeit
            body = open(sys.argv[1], 'rb').read()
            print(min(timeit.repeat(lambda: json.loads(body), number=20, repeat=5)) / 20)
            """
        return Child.output(of: "python3", ["-c", program, file]).flatMap { output in
            output.split(whereSeparator: \.isWhitespace).last.flatMap { Double($0) }
        }
    }

    /// Seconds a document; nil when there is no xmllint.
    private static func xmllint(_ file: String) -> Double? {
        // "100 iterations took 412 ms"
        let output = Child.output(of: "xmllint", ["--noout", "--memory", "--repeat", "--timing", file])
        let words = output?.split(separator: " ") ?? []
        guard words.count >= 4, let count = Double(words[0]), let milliseconds = Double(words[3]) else { return nil }
        return milliseconds / 1000 / count
    }

    private static func figure(
        _ name: String, _ ours: Sample, _ peer: Double?, _ program: String, _ package: String, _ fastest: Double?,
        _ reason: String
    ) -> Figure {
        Figure(
            name: name, ours: Quantity.time(ours),
            peer: peer.map { "\(program): \(Quantity.time($0))" }
                ?? "\(program) is missing (Debian package \(package))",
            ratio: peer.map { Quantity.ratio(ours.median, to: $0) } ?? "",
            aim: fastest.map { fastest in
                Aim(
                    text: "no slower than \(Quantity.time(fastest))", isMet: ours.median <= fastest,
                    otherwise: reason)
            })
    }
}
