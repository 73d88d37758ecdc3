import CCurl

/// What the transport's thread does: it alone touches libcurl's handles.
final class CurlWorker {
    private let loop: CurlLoop
    private let multi: CurlMulti
    private var transfers: [UInt64: CurlTransfer] = [:]
    /// When the first transfer may be late; those that ended since do not count, so looking may be in vain.
    private var nextEnd: ContinuousClock.Instant?

    /// Longest time asleep.
    ///
    /// Orders wake it at once; this only bounds a lost wake-up.
    private static let longestNap = Duration.seconds(60)

    init(_ loop: CurlLoop, _ multi: CurlMulti) {
        self.loop = loop
        self.multi = multi
    }

    /// Works until the loop is stopped, then answers what is left and frees the multi handle.
    func run() {
        while let work = loop.nextWork() {
            for order in work.orders { begin(order) }
            for id in work.withdrawn { drop(id) }
            var running: Int32 = 0
            var result = curl_multi_perform(multi.pointer, &running)
            finishDone()
            let nap = dropLate()
            if result == CURLM_OK { result = curl_multi_poll(multi.pointer, nil, 0, nap, nil) }
            if result != CURLM_OK { failAll(String(cString: curl_multi_strerror(result))) }
        }
        let waiting = loop.close()
        for id in transfers.keys.sorted() { drop(id) }
        curl_multi_cleanup(multi.pointer)
        for order in waiting { order.answer.give(.failure(.cancelled)) }
    }

    private func begin(_ order: CurlOrder) {
        do throws(HTTPTransportError) {
            let transfer = try CurlTransfer(order)
            let result = curl_multi_add_handle(multi.pointer, transfer.easy)
            guard result == CURLM_OK else {
                throw HTTPTransportError(.other, String(cString: curl_multi_strerror(result)))
            }
            transfers[order.id] = transfer
            if let end = order.end { nextEnd = min(nextEnd ?? end, end) }
        } catch {
            order.answer.give(.failure(error))
        }
    }

    private func finishDone() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi.pointer, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
                let id = CurlTransfer.id(of: easy)
            else { continue }
            let code = message.pointee.data.result
            guard let transfer = take(id) else { continue }
            transfer.order.answer.give(transfer.outcome(code))
        }
    }

    /// Ends a transfer nobody waits for any more.
    ///
    /// It may be finished already: withdrawals cross answers on the way.
    private func drop(_ id: UInt64) {
        take(id)?.order.answer.give(.failure(.cancelled))
    }

    /// Ends the transfers whose time is up; how many ms may pass before the next look.
    private func dropLate() -> Int32 {
        guard let nextEnd else { return Int32(Self.longestNap.inMilliseconds) }
        let now = ContinuousClock.now
        if now >= nextEnd {
            for (id, transfer) in transfers {
                guard let end = transfer.order.end, end <= now else { continue }
                let late = HTTPTransportError.late(transfer.order.target, transfer.order.request.timeLimit)
                take(id)?.order.answer.give(.failure(late))
            }
            self.nextEnd = transfers.values.compactMap(\.order.end).min()
        }
        let rest = self.nextEnd.map { $0 - now } ?? Self.longestNap
        return Int32(min(max(rest, .zero), Self.longestNap).inMilliseconds) + 1
    }

    private func failAll(_ message: String) {
        for id in transfers.keys.sorted() {
            take(id)?.order.answer.give(.failure(HTTPTransportError(.other, message)))
        }
    }

    /// Removing an unfinished transfer closes its connection.
    @discardableResult
    private func take(_ id: UInt64) -> CurlTransfer? {
        guard let transfer = transfers.removeValue(forKey: id) else { return nil }
        curl_multi_remove_handle(multi.pointer, transfer.easy)
        return transfer
    }
}
