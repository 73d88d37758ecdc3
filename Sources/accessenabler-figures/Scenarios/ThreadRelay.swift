import Dispatch

/// The peer of a call that is answered elsewhere: work handed from queue to queue, and nothing else.
///
/// What it takes is the price of waking threads, below which no call can come that is carried out on one queue and answered
/// on another.
struct ThreadRelay {
    private let queues: [DispatchQueue]
    private let isOver = DispatchSemaphore(value: 0)

    /// A relay over so many queues, each serial and with a thread of its own.
    init(queues count: Int) {
        queues = (0..<count).map { DispatchQueue(label: "figures.relay-\($0)") }
    }

    /// Goes through all queues once, and comes back to the caller.
    func run() {
        hand(over: queues[...])
        isOver.wait()
    }

    private func hand(over rest: ArraySlice<DispatchQueue>) {
        guard let next = rest.first else {
            isOver.signal()
            return
        }
        next.async { hand(over: rest.dropFirst()) }
    }
}
