import Foundation
import Testing

/// The targets of `make fuzz` over the checked-in inputs: seeds, and what the fuzzer once found.
@Suite("Fuzz corpus")
struct CorpusTests {
    private static let corpus = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")

    @Test("Every input keeps what must hold", arguments: FuzzTarget.all)
    func replay(_ target: FuzzTarget) throws {
        let folder = Self.corpus.appending(path: target.name)
        let inputs = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(inputs.count >= 3, "\(target.name) has hardly any seed")
        for input in inputs.sorted(by: { $0.path < $1.path }) {
            let data = try Data(contentsOf: input)
            #expect(data.count <= target.longestInput, "\(input.lastPathComponent) is larger than the fuzzer takes")
            #expect(throws: Never.self, "\(target.name)/\(input.lastPathComponent)") { try target.run(data) }
        }
    }

    @Test("Every folder of the corpus has a target: make fuzz goes by the folders")
    func folders() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
        #expect(Set(folders) == Set(FuzzTarget.all.map(\.name)))
    }
}

extension FuzzTarget: CustomTestStringConvertible {
    var testDescription: String { name }
}
