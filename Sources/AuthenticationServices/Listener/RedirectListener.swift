import Base

/// Takes the form of the redirect on 127.0.0.1: from an identity provider of this device, or from the app's relay.
///
/// Only a POST of a form to the one path counts, and only when it names this listener as its host, so that no page
/// elsewhere reaches it under another name.
final class RedirectListener: Sendable {
    /// Where it listens.
    let address: String
    private let server: LocalServer

    /// Listens until `stop()`; `take` says of each form whether a sign-in waited for it.
    init(
        _ settings: RedirectListenerSettings, take: @escaping @Sendable ([UInt8]) -> Bool
    ) throws(LocalServer.Failure) {
        server = try LocalServer(port: settings.port) { bytes, port in
            var reader = RedirectRequestReader()
            reader.take(bytes)
            guard reader.isComplete else { return nil }
            return LocalServer.Answer(Self.page(for: reader.request, port, settings.path, take).bytes)
        }
        address = "http://127.0.0.1:\(server.port)\(settings.path)"
    }

    /// Stops listening. Returns when the port is free; an answer under way is sent before.
    func stop() { server.stopAndWait() }

    private static func page(
        for request: RedirectRequestReader.Request?, _ port: UInt16, _ path: String, _ take: ([UInt8]) -> Bool
    ) -> EndPage {
        guard let request else { return .refused(400) }
        guard ["127.0.0.1:\(port)", "localhost:\(port)"].contains(request.host) else { return .refused(421) }
        guard request.path == path else { return .refused(404) }
        guard request.method == "POST" else { return .refused(405) }
        guard request.isForm else { return .refused(415) }
        return take(request.body) ? .taken : .refused(400)
    }
}

extension EndPage {
    /// The sign-in has its answer.
    fileprivate static let taken = EndPage(
        title: "Back to the app", text: "You can close this page and go back to the app.")

    /// It is not for a sign-in.
    fileprivate static func refused(_ status: Int) -> EndPage {
        EndPage(status, title: "Nothing to do here", text: "No sign-in waits for this page.")
    }
}
