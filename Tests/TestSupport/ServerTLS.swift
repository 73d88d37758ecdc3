import CTLS
import Foundation

// @unchecked: an address; the library guards what it stands for, and nothing is set once it is made.
/// The server's side of TLS, with one certificate.
final class ServerTLS: @unchecked Sendable {
    /// The library refused it.
    struct Failure: Error {}

    private let context: OpaquePointer

    init(_ certificates: TestCertificates, _ kind: TestCertificates.Kind = .good) throws {
        guard let context = SSL_CTX_new(TLS_server_method()) else { throw Failure() }
        self.context = context
        guard SSL_CTX_use_certificate_file(context, certificates.certificateFile(kind), SSL_FILETYPE_PEM) == 1,
            SSL_CTX_use_PrivateKey_file(context, certificates.keyFile(kind), SSL_FILETYPE_PEM) == 1
        else { throw Failure() }
    }

    deinit { SSL_CTX_free(context) }

    /// Greets the client; nil when they do not come to terms.
    func accept(_ socket: Int32) -> LoopbackChannel? {
        guard let session = SSL_new(context) else { return nil }
        let channel = LoopbackChannel(socket, session)
        return SSL_set_fd(session, socket) == 1 && SSL_accept(session) == 1 ? channel : nil
    }
}

/// What goes over a connection: bytes as they are, or under TLS. The socket stays its owner's.
final class LoopbackChannel {
    let socket: Int32
    private let session: OpaquePointer?

    init(_ socket: Int32, _ session: OpaquePointer? = nil) {
        self.socket = socket
        self.session = session
    }

    deinit { SSL_free(session) }

    /// How many bytes have come; 0 or less once nothing more does.
    func receive(_ buffer: inout [UInt8]) -> Int {
        guard let session else {
            return unlessInterrupted { recv(socket, &buffer, buffer.count, 0) }
        }
        return Int(SSL_read(session, &buffer, Int32(buffer.count)))
    }

    /// How many bytes of them have gone; 0 or less when the other side is gone.
    func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard let session else {
            return unlessInterrupted { Foundation.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
        }
        return Int(SSL_write(session, bytes.baseAddress, Int32(bytes.count)))
    }

    /// Tells the other side that nothing was cut off, where that can be told.
    func sayGoodbye() {
        if let session { SSL_shutdown(session) }
    }

    private func unlessInterrupted(_ call: () -> Int) -> Int {
        while true {
            let count = call()
            if count >= 0 || errno != EINTR { return count }
        }
    }
}
