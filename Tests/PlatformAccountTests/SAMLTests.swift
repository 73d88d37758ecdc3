import Base
import PlatformAccount
import Testing

@Suite struct SAMLTests {
    /// What the identity endpoint was asked.
    private struct Asked: Equatable, Sendable {
        var provider: String
        var token: String?
        var attributes: [String]
    }

    private let asked = Lock<[Asked]>([])

    private func endpoint(_ answer: Secret? = Secret("<saml/>")) -> Scripted.SAMLSource {
        .endpoint { [asked] provider, token, attributes in
            asked.withLock { $0.append(Asked(provider: provider, token: token, attributes: attributes)) }
            return answer
        }
    }

    @Test("S2.X7: the endpoint is asked with provider token and attributes")
    func theEndpointIsAskedWithProviderTokenAndAttributes() async throws {
        let device = platform { $0.saml = endpoint() }
        let answer = try await device.account(withAttributes, presenter: nil)
        #expect(answer == AccountMetadata(providerIdentifier: "adobe-tv", samlResponse: Secret("<saml/>")))
        #expect(
            asked.withLock { $0 } == [Asked(provider: "adobe-tv", token: "payload", attributes: ["userID"])])
    }

    @Test("S3: without attributes the endpoint is never asked") func withoutAttributesTheEndpointIsNeverAsked()
        async throws
    {
        let device = platform { $0.saml = endpoint() }
        let request = AccountRequest(verificationToken: "payload")
        #expect(try await device.account(request, presenter: nil).samlResponse == nil)
        #expect(asked.withLock { $0 }.isEmpty)
    }

    @Test("V06, S2.X7: no SAML in every shape", arguments: [nil, Secret(""), Secret(" "), Secret("<saml/>")])
    func noSAMLInEveryShape(_ text: Secret?) async throws {
        let fixed = platform { $0.saml = .text(text) }
        #expect(try await fixed.account(withAttributes, presenter: nil).samlResponse == text)
        let asking = platform { $0.saml = endpoint(text) }
        #expect(try await asking.account(withAttributes, presenter: nil).samlResponse == text)
    }

    @Test("V06, S2.X3: the endpoint is not asked for nobody") func theEndpointIsNotAskedForNobody() async throws {
        for account in [nil, Scripted.Account(providerIdentifier: nil)] {
            let device = platform {
                $0.account = account
                $0.saml = endpoint()
            }
            #expect(try await device.account(withAttributes, presenter: nil) == AccountMetadata())
        }
        #expect(asked.withLock { $0 }.isEmpty)
    }

    @Test func theEndpointLearnsTheProviderEvenWhenTheHostDoesNot() async throws {
        let device = platform { $0.saml = endpoint() }
        var request = withAttributes
        request.includesProviderIdentifier = false
        #expect(try await device.account(request, presenter: nil).providerIdentifier == nil)
        #expect(asked.withLock { $0 }.map(\.provider) == ["adobe-tv"])
    }

    @Test("S2.E3: each error of the query with attributes", arguments: everyCode)
    func eachErrorOfTheQueryWithAttributes(_ code: PlatformAccountError.Code) async throws {
        let error = PlatformAccountError(code, message: "text")
        let device = platform {
            $0.samlError = error
            $0.saml = endpoint()
        }
        await #expect(throws: error) { try await device.account(withAttributes, presenter: nil) }
        #expect(asked.withLock { $0 }.isEmpty)
        // The query without attributes answers all the same.
        #expect(try await device.account(silent, presenter: nil).providerIdentifier == "adobe-tv")
    }

    @Test func theResponseDoesNotShowItself() async throws {
        let device = platform { $0.saml = .text(Secret("<saml>SECRET-77</saml>")) }
        let answer = try await device.account(withAttributes, presenter: nil)
        #expect(!"\(answer)".contains("SECRET-77"))
        #expect(!String(reflecting: answer).contains("SECRET-77"))
    }
}
