import CCurl

/// One exchange asked of the transport's thread.
struct CurlOrder: Sendable {
    let id: UInt64
    let request: HTTPRequest
    let target: RequestTarget
    let settings: CurlTransport.Settings
    /// When to give up; nil when somebody else sees to that.
    let end: ContinuousClock.Instant?
    let answer: OneShot<Result<HTTPResponse, HTTPTransportError>>
}

/// libcurl's multi handle.
// @unchecked: the thread alone calls into it, but for `wakeUp`, which libcurl allows from anywhere while it lives.
struct CurlMulti: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer

    func wakeUp() { curl_multi_wakeup(pointer) }
}

/// The door to the transport's thread: orders go in, the thread takes them out and answers each once.
final class CurlLoop: Sendable {
    /// What the thread has to do next.
    struct Work: Sendable {
        var orders: [CurlOrder] = []
        var withdrawn: [UInt64] = []

        var isEmpty: Bool { orders.isEmpty && withdrawn.isEmpty }
    }

    private struct State: Sendable {
        /// Nil once the thread is ending, or could not be started.
        var multi: CurlMulti?
        var thread: OwnThread?
        var isStopping = false
        var lastID: UInt64 = 0
        var work = Work()
    }

    private let state = Lock(State())

    /// Starts the thread.
    ///
    /// When the system refuses one, every exchange fails as `other`. It blocks every signal, SIGPIPE too: libcurl, told to
    /// use no signals, leaves that to us where its TLS library writes to a closed connection.
    init(connectionLimit: Int) {
        guard Self.isLibraryReady, let pointer = curl_multi_init() else { return }
        let multi = CurlMulti(pointer: pointer)
        curl_multi_set_long(pointer, CURLMOPT_MAX_TOTAL_CONNECTIONS, connectionLimit)
        curl_multi_set_long(pointer, CURLMOPT_MAXCONNECTS, connectionLimit)
        state.withLock { $0.multi = multi }
        let thread = OwnThread(named: "HTTP") { CurlWorker(self, multi).run() }
        state.withLock { state in
            state.thread = thread
            if thread == nil { state.multi = nil }
        }
        if thread == nil { curl_multi_cleanup(pointer) }
    }

    /// Hands an exchange to the thread and waits for its answer, no longer than its time limit on `clock`.
    ///
    /// On the real clock the thread itself watches the limit, which costs next to nothing; on any other an alarm does.
    /// Cancelling closes the connection, and so does being late.
    func exchange(
        _ request: HTTPRequest, with target: RequestTarget, _ settings: CurlTransport.Settings,
        on clock: any DeviceClock = SystemClock()
    ) async -> Result<HTTPResponse, HTTPTransportError> {
        if Task.isCancelled { return .failure(.cancelled) }
        let limit = min(request.timeLimit, .longest)
        if limit <= .zero { return .failure(.late(target, limit)) }
        let isReal = clock is SystemClock
        // The limit begins before the request does: an alarm set late rings no later.
        let end = clock.uptime + limit
        let answer = OneShot<Result<HTTPResponse, HTTPTransportError>>()
        let id = submit(request, target, settings, isReal ? .now + limit : nil, answer)
        let giveUp = { @Sendable (error: HTTPTransportError) in
            answer.give(.failure(error))
            self.withdraw(id)
        }
        let alarm =
            isReal
            ? nil
            : Task {
                try await clock.sleep(for: max(.zero, end - clock.uptime), reason: .deadline)
                giveUp(.late(target, limit))
            }
        defer { alarm?.cancel() }
        return await withTaskCancellationHandler {
            await answer.value
        } onCancel: {
            giveUp(.cancelled)
        }
    }

    /// Ends the thread and waits for that, unless called on it; what is under way ends as `cancelled`.
    ///
    /// Waiting matters at the end of a process, where the TLS library frees itself under a thread still using it.
    func stop() {
        let thread = state.withLock { state -> OwnThread? in
            state.isStopping = true
            state.multi?.wakeUp()
            defer { state.thread = nil }
            return state.thread
        }
        thread?.join()
    }

    /// For the thread: what is to be done now; nil when it is to end.
    func nextWork() -> Work? {
        state.withLock { state in
            if state.isStopping { return nil }
            defer { state.work = Work() }
            return state.work
        }
    }

    /// For the thread: nothing is taken from here on; the orders not begun.
    func close() -> [CurlOrder] {
        state.withLock { state in
            state.isStopping = true
            state.multi = nil
            defer { state.work = Work() }
            return state.work.orders
        }
    }

    private func submit(
        _ request: HTTPRequest, _ target: RequestTarget, _ settings: CurlTransport.Settings,
        _ end: ContinuousClock.Instant?, _ answer: OneShot<Result<HTTPResponse, HTTPTransportError>>
    ) -> UInt64 {
        let (id, refusal) = state.withLock { state -> (UInt64, HTTPTransportError?) in
            if state.isStopping { return (0, .cancelled) }
            guard let multi = state.multi else { return (0, Self.noThread) }
            state.lastID += 1
            // Work that waits has woken the thread already.
            if state.work.isEmpty { multi.wakeUp() }
            state.work.orders.append(
                CurlOrder(
                    id: state.lastID, request: request, target: target, settings: settings, end: end, answer: answer))
            return (state.lastID, nil)
        }
        if let refusal { answer.give(.failure(refusal)) }
        return id
    }

    private func withdraw(_ id: UInt64) {
        state.withLock { state in
            guard !state.isStopping, let multi = state.multi else { return }
            if state.work.isEmpty { multi.wakeUp() }
            state.work.withdrawn.append(id)
        }
    }

    private static let noThread = HTTPTransportError(.other, "the transport's thread could not be started")

    /// libcurl is set up once a process, and never torn down: the host may use it too.
    private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
