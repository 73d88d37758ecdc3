import AccessEnabler
import Base
import Foundation
import TestSupport
import Testing

@testable import AccessEnablerConformance

/// Adapters that misbehave: each gives a clear answer, and leaves nothing behind.
@Suite("An adapter's process") struct AdapterProcessTests {
    static let hello = #"{"type":"hello","protocol":1,"name":"x","capabilities":["speaksV1","behavesAsIOS"]}"#

    private func failure(_ script: String, helloLimit: Duration = .seconds(60)) async -> AdapterError? {
        await failure(["/bin/sh", "-c", script], helloLimit: helloLimit)
    }

    private func failure(_ command: [String], helloLimit: Duration = .seconds(60)) async -> AdapterError? {
        do throws(AdapterError) {
            let implementation = try await ProcessImplementation.start(command, helloLimit: helloLimit)
            await implementation.close()
            return nil
        } catch {
            return error
        }
    }

    @Test("A program that is not there")
    func missing() async {
        guard case .cannotStart(let command, let reason)? = await failure(["/no/such/program", "x"]) else {
            Issue.record("it started")
            return
        }
        #expect(command == "/no/such/program x")
        #expect(reason == "No such file or directory")
        #expect(await failure([String]()) != nil)
    }

    @Test("One that never says hello, and does not end by itself")
    func silent() async {
        let limit = Duration.milliseconds(200)
        #expect(
            await failure("echo waiting >&2; sleep 600", helloLimit: limit)
                == .noHello(after: limit, errors: ["waiting"]))
    }

    @Test("One that ends before its hello: its status, and what it wrote to standard error")
    func ends() async throws {
        let error = try #require(await failure("echo no such module >&2; exit 3"))
        #expect(error == .exited(3, errors: ["no such module"]))
        #expect(error.description.contains("exit status 3") && error.description.contains("no such module"))
        #expect(await failure("kill -9 $$") == .killed(signal: 9, errors: []))
        #expect(await failure("") == .exited(0, errors: []))
    }

    @Test(
        "One that writes what is no message",
        arguments: [
            "echo nonsense", "echo '[1]'", "echo '{\"a\":1}'", "echo '{\"type\":\"party\"}'", "echo '{\"type\":1}'",
            "echo '{\"type\":\"hello\",\"protocol\":1}'", "head -c 200 /dev/urandom; echo",
            "echo '{\"type\":\"callback\",\"object\":1,\"callback\":\"setRequestorComplete\",\"status\":1}'",
            "echo '{\"type\":\"made\",\"number\":7}'", "echo '{\"type\":\"log\",\"text\":\"early\"}'",
            "echo '{\"type\":\"sleep\",\"sleep\":1}'",
        ])
    func garbage(_ script: String) async {
        guard case .strange(let line, _)? = await failure(script + "; sleep 600") else {
            Issue.record("it was understood: \(script)")
            return
        }
        #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }

    @Test("One that speaks another version", arguments: ["2", "\"1\""])
    func version(_ version: String) async {
        let hello = #"{"type":"hello","protocol":\#(version),"name":"x","capabilities":[]}"#
        #expect(await failure("echo '\(hello)'; sleep 600") == .otherProtocol(version))
    }

    @Test("Half a line, a line without end, a closed output")
    func streams() async {
        #expect(await failure("printf '{\"type\":'") == .halfLine("{\"type\":"))
        #expect(
            await failure("head -c 5000000 /dev/zero | tr '\\0' x; sleep 600") == .lineTooLong(LineBuffer.limit))
        #expect(await failure("exec >&-; sleep 600") == .closedOutput)
    }

    @Test("A flood on standard error holds nothing up, and its end is kept")
    func errors() async {
        #expect(await failure("head -c 3000000 /dev/zero >&2; echo '\(Self.hello)'; cat >/dev/null") == nil)
        #expect(
            await failure("for i in $(seq 1 500); do echo line $i >&2; done; exit 1")
                == .exited(1, errors: (481...500).map { "line \($0)" }))
    }

    @Test("What a later protocol adds is passed over")
    func later() async throws {
        let line =
            #"{"type":"hello","protocol":1,"name":"x","capabilities":["speaksV1","flies"],"colour":"blue"}"#
        let implementation = try await ProcessImplementation.start(["/bin/sh", "-c", "echo '\(line)'; cat >/dev/null"])
        #expect(implementation.capabilities == [.speaksV1])
        await implementation.close()
    }

    @Test("It inherits nothing but its streams, and nothing of it stays: no process, no open file")
    func leavesNothing() async throws {
        let script =
            "sleep 600 & echo \"{\\\"type\\\":\\\"hello\\\",\\\"protocol\\\":1,\\\"name\\\":\\\"$!\\\",\\\"capabilities\\\":[]}\"; exec cat >/dev/null"
        let implementation = try await ProcessImplementation.start(["/bin/sh", "-c", script])
        let pid = try #require(implementation.processes.first)
        let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").sorted()
        #expect(files == ["0", "1", "2"])
        let pipes = try ["0", "2"].map {
            try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/fd/\($0)")
        }
        #expect(pipes.allSatisfy { $0.hasPrefix("pipe:") && openFiles.contains($0) })
        await implementation.close()
        #expect(!FileManager.default.fileExists(atPath: "/proc/\(pid)"))
        #expect(pipes.allSatisfy { !openFiles.contains($0) })
        // What it had started itself is gone, too, or a zombie of somebody else's; the system ends it in its own time.
        var isGone: Bool {
            let status = try? String(contentsOfFile: "/proc/\(implementation.name)/status", encoding: .utf8)
            return status?.contains("State:\tZ") ?? true
        }
        let end = ContinuousClock.now + .seconds(60)
        while !isGone, ContinuousClock.now < end { await Task.yield() }
        #expect(isGone)
    }

    private var openFiles: [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return files.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
    }

    @Test("One that does not end when its input does is ended")
    func stubborn() async throws {
        let implementation = try await ProcessImplementation.start(
            ["/bin/sh", "-c", "trap '' TERM HUP; echo '\(Self.hello)'; while :; do sleep 600; done"])
        let pid = try #require(implementation.processes.first)
        await implementation.close()
        #expect(!FileManager.default.fileExists(atPath: "/proc/\(pid)"))
    }

    /// A case that needs no more than `hello` tells.
    private func simplest() throws -> ConditionCase {
        try #require(ConditionCase.all.first { $0.title == "S2.X2: nobody signed in" })
    }

    private func run(_ script: String, answerLimit: Duration = .seconds(60)) async throws -> CaseResult {
        let implementation = try await ProcessImplementation.start(
            ["/bin/sh", "-c", "echo '\(Self.hello)'; \(script)"], answerLimit: answerLimit)
        let result = await ConformanceRunner(implementation, patience: .seconds(300)).run(try simplest())
        await implementation.close()
        return result
    }

    /// Reads the make message and answers it.
    private let made =
        #"read line; echo "{\"type\":\"made\",\"number\":$(echo "$line" | sed 's/.*"number":\([0-9]*\).*/\1/')}"; "#

    @Test("One that ends in the middle of a case fails it at once, with what was seen and why")
    func endsInACase() async throws {
        let callback = #"echo '{"type":"callback","object":1,"callback":"setRequestorComplete","status":1}'; "#
        let result = try await run(made + "read line; " + callback + "echo bye >&2; exit 5")
        #expect(result.outcome == .fails)
        #expect(result.seen.map(\.kind) == [.setRequestorComplete])
        #expect(result.problems.contains { $0.contains("exit status 5") && $0.contains("bye") }, "\(result.problems)")
        // Not before the limit of an answer has passed: nobody is left to say `released`.
        #expect(result.duration < .seconds(60))
    }

    @Test("One that breaks the protocol in the middle of a case fails it")
    func nonsenseInACase() async throws {
        let result = try await run(made + "read line; echo nonsense; sleep 600")
        #expect(result.problems.contains { $0.contains("no message") && $0.contains("nonsense") })
    }

    @Test("One that makes no object: the case could not be run")
    func makesNothing() async throws {
        let refusing = try await run(made.replacingOccurrences(of: "made", with: "failed") + "cat >/dev/null")
        #expect(refusing.outcome == .couldNotRun)
        let silent = try await run("sleep 600", answerLimit: .milliseconds(200))
        #expect(silent.outcome == .couldNotRun)
        #expect(silent.reason?.contains("did not answer 'make'") == true)
    }

    @Test("One that does not read what it is told")
    func deaf() async throws {
        let implementation = try await ProcessImplementation.start(
            ["/bin/sh", "-c", "echo '\(Self.hello)'; \(made) sleep 600"])
        let bench = try Bench(.v1)
        let run = CaseRun(try simplest(), implementation, bench, patience: .seconds(300))
        let (reasons, sink) = AsyncStream<String>.makeStream()
        var context = try await run.context(Launch())
        context.gone = { sink.yield($0) }
        let instance = try await implementation.make(context) { _ in }
        for _ in 0..<6 { instance.perform(.handleExternalURL(String(repeating: "x", count: 1 << 20))) }
        var seen = reasons.makeAsyncIterator()
        #expect(await seen.next()?.contains("does not read") == true)
        await implementation.close()
        await bench.close()
    }

    @Test("Nothing secret in arguments and environment")
    func secrets() async throws {
        let implementation = try await ProcessImplementation.start(
            ["/bin/sh", "-c", "echo '\(Self.hello)'; \(made) cat >/dev/null"])
        let bench = try Bench(.v1)
        let run = CaseRun(try simplest(), implementation, bench, patience: .seconds(300))
        _ = try await implementation.make(try await run.context(Launch())) { _ in }
        let pid = try #require(implementation.processes.first)
        for file in ["cmdline", "environ"] {
            let told = String(decoding: try Data(contentsOf: URL(filePath: "/proc/\(pid)/\(file)")), as: UTF8.self)
            #expect(!told.contains(bench.first.softwareStatement))
        }
        await implementation.close()
        await bench.close()
    }
}
