import Base
import Foundation
import TestSupport

extension HTTPTransport {
    /// The error a request ends with; nil when it is answered.
    func failure(of request: HTTPRequest) async -> HTTPTransportError? {
        do throws(HTTPTransportError) {
            _ = try await send(request)
            return nil
        } catch {
            return error
        }
    }
}

extension HTTPResponse {
    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }
}

/// A label that no name may have, so that no packet leaves the machine.
let unknownHost = String(repeating: "x", count: 64) + ".example"
