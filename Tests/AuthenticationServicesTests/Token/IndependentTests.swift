import Base
import Foundation
import TestSupport
import Testing

@testable import AuthenticationServices

/// PyJWT of the distribution beside this verifier, on the same tokens.
@Suite("ID tokens judged by another implementation")
struct IndependentTests {
    private struct Verdict: Decodable, Equatable {
        let accepted: Bool
        let subject: String?
    }

    @Test("AS.T6: PyJWT and this verifier agree on 200 tokens, valid and not")
    func agreement() async throws {
        var random = SeededNumbers(seed: 20_261_130)
        // PyJWT reads the system's clock; so all times here lie minutes from every edge.
        let now = SystemClock().now.milliseconds / 1000
        let tokens = (0..<200).map { Self.token($0, now, &random) }
        let server = try KeyServer([SigningKey.first.jwk, SigningKey.second.jwk])
        let verifier = server.verifier(SystemClock())
        var ours: [Verdict] = []
        for token in tokens {
            let read = try? await verifier.verify(
                Secret(token), audience: Forge.audience, nonce: .sent(Forge.nonce))
            ours.append(Verdict(accepted: read != nil, subject: read?.subject.exposed))
        }
        let theirs = try Self.judged(tokens, keys: "{\"keys\":[\(SigningKey.first.jwk),\(SigningKey.second.jwk)]}")
        #expect(theirs.count == 200)
        for (number, (left, right)) in zip(ours, theirs).enumerated() {
            #expect(left == right, "token \(number): \(tokens[number])")
        }
        // Neither side may be right by refusing everything.
        #expect((60...140).contains(ours.count { $0.accepted }))
    }

    /// Every other token is valid; the rest has one thing wrong each.
    private static func token(_ number: Int, _ now: Int64, _ random: inout SeededNumbers) -> String {
        var forge = Forge()
        let isSecond = Bool.random(using: &random)
        forge.key = isSecond ? .second : .first
        forge.header["kid"] = forge.key.id
        forge.claims["sub"] = "00\(UInt64.random(in: 0...UInt64.max, using: &random)).\(number)"
        forge.claims["iat"] = now - Int64.random(in: 0...3000, using: &random)
        forge.claims["exp"] = now + Int64.random(in: 600...86_400, using: &random)
        forge.claims["email_verified"] = [true, "true", false, "false"].randomElement(using: &random) ?? true
        guard number.isMultiple(of: 2) else { return forge.token }
        switch Int.random(in: 0..<14, using: &random) {
        case 0: forge.claims["exp"] = now - Int64.random(in: 300...100_000, using: &random)
        case 1: forge.claims["iat"] = now + Int64.random(in: 300...100_000, using: &random)
        case 2: forge.claims["iss"] = "https://other.example"
        case 3: forge.claims["aud"] = "com.example.other"
        case 4: forge.claims["nonce"] = "other"
        case 5: forge.claims["nonce"] = nil
        case 6: forge.key = .stranger
        case 7: forge.header["kid"] = "UNKNOWN"
        case 8: forge.header["alg"] = ["none", "RS384", "PS256", "HS512"].randomElement(using: &random) ?? "none"
        case 9: forge.claims[["sub", "exp", "iat", "aud", "iss"].randomElement(using: &random) ?? "sub"] = nil
        case 10: return String(forge.token.dropLast(Int.random(in: 1...400, using: &random)))
        case 11:
            // One bit of one character of the signature.
            var bytes = Array(forge.token.utf8)
            bytes[bytes.count - 20] =
                bytes[bytes.count - 20] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            return String(decoding: bytes, as: UTF8.self)
        case 12: return forge.hmacToken(secret: SigningKey.first.publicPEM)
        default: forge.claims["exp"] = "soon"
        }
        return forge.token
    }

    /// Asks `jwt_check.py`: the keys on the first line, then a token a line; a verdict a line comes back.
    private static func judged(_ tokens: [String], keys: String) throws -> [Verdict] {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "jwt_check.py")
        let process = ChildProcess()
        // The distribution's own: another Python on the PATH does not have its packages.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-I", script.path, Forge.issuer, Forge.audience, Forge.nonce]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // More than a pipe holds: written while the answers are read.
        let writer = Thread {
            input.fileHandleForWriting.write(Data(([keys] + tokens).joined(separator: "\n").utf8))
            try? input.fileHandleForWriting.close()
        }
        writer.start()
        let answers = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "python3-jwt and python3-cryptography are needed")
        return try answers.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Verdict.self, from: $0) }
    }
}

/// The same numbers in each run.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        // SplitMix64.
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
