import AccessEnabler
import AccessEnablerConformance
import Base
import Foundation
import Testing

/// Wrong answers about resources are caught, too.
extension RunnerTests {
    @Test("An authorization nobody answers, or twice", arguments: [0, 2]) func authorizations(count: Int) async throws {
        let wrong = WrongImplementation("\(count) tokens") { callback in
            callback.kind == .setToken ? Array(repeating: callback, count: count) : [callback]
        }
        let result = try await run(wrong, "A3: checkAuthorization, a partner token, on iOS")
        expectProblem("\(count) answers to authorizations came, 1 are due", in: result)
    }

    @Test("An authorization that is not tracked, or too late") func untracked() async throws {
        let silent = WrongImplementation("does not track") { $0.isAuthorizationTracking ? [] : [$0] }
        let permitted = "A3: checkAuthorization, a partner token, on iOS"
        expectProblem("setToken(…, NorthMovies) was not tracked at once", in: try await run(silent, permitted))
        let eager = WrongImplementation("tracks first") {
            let kept = Lock<Callback?>(nil)
            return { callback in
                if callback.kind == .setToken {
                    kept.withLock { $0 = callback }
                    return []
                }
                return [callback] + kept.withLock { kept in kept.take().map { [$0] } ?? [] }
            }
        }
        expectProblem("an authorization was tracked that nobody was told of", in: try await run(eager, permitted))
    }

    private var askedAgain: String { "A7: asked again: one request, another media token" }

    @Test("A media token handed out twice") func repeatedToken() async throws {
        let wrong = WrongImplementation("keeps media tokens") {
            let first = Lock<Callback?>(nil)
            return { callback in
                guard callback.kind == .setToken else { return [callback] }
                return [
                    first.withLock { first in
                        if first == nil { first = callback }
                        return first ?? callback
                    }
                ]
            }
        }
        expectProblem("a media token was handed out twice", in: try await run(wrong, askedAgain))
    }

    @Test("A media token in the log") func tokenInLog() async throws {
        let told = Lock("")
        var wrong = WrongImplementation("talks about tokens") { callback in
            if case .setToken(let token, _) = callback { told.withLock { $0 = token } }
            return [callback]
        }
        wrong.onVerb = { _, context in context.log("the token is \(told.withLock { $0 })") }
        expectProblem("a secret shows in: the token is", in: try await run(wrong, askedAgain))
    }

    @Test("A media token kept in a file of the store") func tokenInStore() async throws {
        let told = Lock("")
        var wrong = WrongImplementation("keeps media tokens") { callback in
            if case .setToken(let token, _) = callback { told.withLock { $0 = token } }
            return [callback]
        }
        wrong.onVerb = { _, context in
            let token = told.withLock { $0 }
            if token.isEmpty { return }
            let file = URL(filePath: context.storeDirectory).appending(path: "kept")
            try? Data("(\(token))".utf8).write(to: file)
        }
        expectProblem("a media token lies in the store", in: try await run(wrong, askedAgain))
    }

    @Test("A media token for another resource") func otherResource() async throws {
        let wrong = WrongImplementation("mixes resources up") { callback in
            guard case .setToken(let token, _) = callback else { return [callback] }
            return [.setToken(token, resource: Programme.news)]
        }
        let result = try await run(wrong, "A3: checkAuthorization, a partner token, on iOS")
        expectProblem("the media token for NorthNews opens nothing", in: result)
        expectProblem(difference, in: result)
    }

    @Test("A resource handed back in other bytes, though Swift takes them for equal") func otherBytes() async throws {
        let wrong = WrongImplementation("composes letters") { callback in
            guard case .setToken(let token, let resource) = callback else { return [callback] }
            return [.setToken(token, resource: resource.precomposedStringWithCanonicalMapping)]
        }
        expectProblem(difference, in: try await run(wrong, "A7: kept for its own resource alone, to the byte"))
    }

    @Test("Decisions with a reason lost") func reasonLost() async throws {
        let wrong = WrongImplementation("forgets reasons") { callback in
            guard case .preauthorizeResponse(var response, let completion) = callback else { return [callback] }
            for place in response.decisions.indices { response.decisions[place].error = nil }
            return [.preauthorizeResponse(response, completion: completion)]
        }
        expectProblem(difference, in: try await run(wrong, "P9: a reason with the refused one, on iOS"))
    }
}
