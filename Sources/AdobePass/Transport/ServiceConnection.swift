import Base

/// Sends requests to one service: in turn, within the deadline, again where `RetryPolicy` says so.
struct ServiceConnection: Sendable {
    let address: ServiceAddress
    let transport: any HTTPTransport
    let clock: any DeviceClock
    let random: @Sendable () -> Double
    /// Nil where no pace is kept.
    let pacer: Pacer?
    /// Time allowed for one request.
    let requestLimit: Duration
    let log: any LogSink

    /// The last answer, whatever its status.
    ///
    /// - Throws: when there is none: transport, deadline, cancellation.
    func send(_ request: ServiceRequest, by deadline: Deadline) async throws(ServiceError) -> ServiceAnswer {
        var attempt = 0
        while true {
            attempt += 1
            let answer = try await sendOnce(request, by: deadline)
            guard let trouble = answer.verdict.trouble,
                let pause = RetryPolicy.pause(
                    after: trouble, attempt: attempt, isIdempotent: request.isIdempotent,
                    retryAfter: answer.retryAfter(now: clock.now), remaining: deadline.remaining(on: clock),
                    random: random())
            else { return answer }
            note(ServiceError(request.stage, answer: answer), next: "tried again in \(pause.inMilliseconds) ms")
            try await backOff(pause, request.stage)
        }
    }

    /// Waits before another try about a part of an answer that had a bad moment, such as one resource of several.
    ///
    /// `attempt` counts the tries so far; false when this was the last one.
    func backOffForPart(
        _ stage: ServiceError.Stage, attempt: Int, by deadline: Deadline
    ) async throws(ServiceError) -> Bool {
        guard
            let pause = RetryPolicy.pause(
                after: .transient, attempt: attempt, isIdempotent: true, retryAfter: nil,
                remaining: deadline.remaining(on: clock), random: random())
        else { return false }
        try await backOff(pause, stage)
        return true
    }

    private func backOff(_ pause: Duration, _ stage: ServiceError.Stage) async throws(ServiceError) {
        do {
            try await clock.sleep(for: pause, reason: .backOff)
        } catch {
            throw ServiceError(stage, .cancelled, because: "cancelled before a retry")
        }
    }

    /// Every failure of `body` leaves one line in the log.
    func reporting<Value: Sendable>(
        _ body: () async throws(ServiceError) -> Value
    ) async throws(ServiceError) -> Value {
        do {
            return try await body()
        } catch {
            let level = error.code == .cancelled ? .debug : error.stage.logLevel
            log.log(level, category: "service", error.logLine)
            throw error
        }
    }

    /// Logs a failure that was got over.
    func note(_ failure: ServiceError, next: String) {
        log.log(.debug, category: "service", "\(failure.logLine), \(next)")
    }

    private func sendOnce(
        _ request: ServiceRequest, by deadline: Deadline
    ) async throws(ServiceError) -> ServiceAnswer {
        do {
            try await pacer?.turn(at: address.authority, by: deadline)
        } catch {
            switch error {
            case .cancelled: throw ServiceError(request.stage, .cancelled, because: "cancelled while waiting its turn")
            case .tooLate:
                throw ServiceError(
                    request.stage, .throttled, because: "no turn before the deadline at the allowed pace")
            }
        }
        if Task.isCancelled { throw ServiceError(request.stage, .cancelled, because: "cancelled") }
        let remaining = deadline.remaining(on: clock)
        guard remaining > .zero else {
            throw ServiceError(request.stage, .timedOut, because: "the deadline passed before the request was sent")
        }
        do {
            let response = try await transport.send(
                request.onWire(to: address, timeLimit: min(requestLimit, remaining)))
            return ServiceAnswer(response, hiding: request.secrets)
        } catch {
            throw ServiceError(request.stage, transport: error)
        }
    }
}

extension ServiceError {
    /// Its line in a log: stage and reason, code, the service's request id.
    var logLine: String {
        "\(message) [\(code)]" + (requestID.map { " request \($0)" } ?? "")
    }
}
