import Base
import Testing

@testable import AdobePass

@Suite struct TokenLifeTests {
    @Test("E01: expires_in is in seconds, whatever its JSON type", arguments: ["86400", "\"86400\""])
    func secondsNotMilliseconds(_ life: String) async throws {
        let stage = Stage()
        stage.fake.setTokenLife(life)
        try await stage.configuration()
        stage.clock.advance(by: .seconds(86_400 - 60))
        try await stage.configuration()
        #expect(stage.fake.count(.token) == 1, "at +23:59 it is good still")
        stage.clock.advance(by: .seconds(60))
        try await stage.configuration()
        try await stage.configuration()
        #expect(stage.fake.count(.token) == 2, "at +24:00 exactly one")
    }

    @Test("E01: no token is used for ever", arguments: ["1000000000000000000", "9223372036854775807"])
    func hugeLife(_ life: String) async throws {
        let stage = Stage()
        stage.fake.setTokenLife(life)
        try await stage.configuration()
        try await stage.configuration()
        #expect(stage.fake.count(.token) == 1)
        stage.clock.advance(by: .seconds(8 * 86_400))
        try await stage.configuration()
        #expect(stage.fake.count(.token) == 2)
    }

    @Test("E01: a token of a few seconds is used while it lasts", arguments: [1, 10, 60])
    func shortLife(_ seconds: Int) async throws {
        let stage = Stage()
        stage.fake.setTokenLife("\(seconds)")
        try await stage.configuration()
        stage.clock.advance(by: .milliseconds(500 * seconds))
        try await stage.configuration()
        #expect(stage.fake.count(.token) == 1)
        stage.clock.advance(by: .milliseconds(500 * seconds))
        try await stage.configuration()
        #expect(stage.fake.count(.token) == 2)
    }

    @Test("E06: one object over months gets new tokens by itself")
    func longRunning() async throws {
        let stage = Stage()
        try await stage.configuration()
        for (round, pause) in [Duration.seconds(25 * 3600), .seconds(60 * 86_400), .seconds(400 * 86_400)].enumerated()
        {
            stage.clock.advance(by: pause)
            try await stage.configuration()
            try await stage.configuration()
            #expect(stage.fake.count(.token) == round + 2)
        }
        #expect(stage.fake.count(.register) == 1)
    }

    @Test("E06: a clock set back by years, or forward, costs one token and no more")
    func clockSet() async throws {
        let stage = Stage()
        let start = stage.clock.now
        try await stage.configuration()
        stage.clock.setWall(start - .seconds(3 * 365 * 86_400))
        try await stage.configuration()
        try await stage.configuration()
        #expect(stage.fake.count(.token) == 2)
        stage.clock.setWall(start)
        try await stage.configuration()
        try await stage.configuration()
        #expect(stage.fake.count(.token) == 3)
        #expect(stage.fake.count(.register) == 1)
    }

    @Test("A clock set back by an hour hides the end of a token; the service's 401 shows it")
    func clockSetBackALittle() async throws {
        let stage = Stage()
        try await stage.configuration()
        stage.clock.advance(by: .seconds(21_600))
        stage.clock.setWall(stage.clock.now - .seconds(3600))
        stage.fake.revokeTokens()
        try await stage.configuration()
        #expect(stage.fake.endpoints.suffix(3) == [.configuration, .token, .configuration])
    }
}
