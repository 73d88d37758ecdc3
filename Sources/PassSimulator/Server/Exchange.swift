import CMicrohttpd

/// One request on its way through the server. Touched by the server's thread alone.
final class Exchange {
    enum Phase {
        /// The head is there; nothing else has been looked at.
        case head
        /// The body is coming in.
        case body
        /// The answer waits.
        case waiting(ticket: UInt64)
        /// The answer has been handed to the library.
        case answered
    }

    var phase = Phase.head
    var request: Request
    var plan: Plan?

    init(target: String) {
        request = Request(target: target)
    }
}

/// What is to happen to a request.
package struct Plan: Sendable {
    /// How the answer goes out.
    package enum Delivery: Sendable, Hashable {
        /// As it is.
        case whole
        /// The head with the full length and half of the body, then the connection closes.
        case cut
        /// Half of the body under HTTP/1.0 and no length, then the connection closes.
        case cutWithoutLength
        /// A byte at a time, this many ms apart.
        case drip(milliseconds: Int)
        /// Not at all: the connection is reset.
        case reset
    }

    /// Waits before it answers.
    package var wait: WaitingRoom.Wait?
    /// How the answer goes out.
    package var delivery = Delivery.whole
    /// Makes the answer, after the wait. Not called when the peer has left or the connection is reset.
    package var answer: @Sendable () -> Response

    /// Plans an answer.
    package init(
        wait: WaitingRoom.Wait? = nil, delivery: Delivery = .whole, answer: @escaping @Sendable () -> Response
    ) {
        self.wait = wait
        self.delivery = delivery
        self.answer = answer
    }
}
