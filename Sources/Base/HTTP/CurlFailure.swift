import CCurl

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What libcurl says about a transfer that failed, and what it means to a caller.
struct CurlFailure {
    /// libcurl's result.
    var code: CURLcode
    /// The system's error number of the connection, 0 when none.
    var systemError = 0
    /// Whether the answer's head had arrived.
    var hasHead = false
    /// libcurl's own sentence about it.
    var detail = ""

    /// The error for the caller; `host` says of whom it speaks.
    func error(host: String) -> HTTPTransportError {
        HTTPTransportError(meaning, "\(host): \(reason)")
    }

    private var meaning: HTTPTransportError.Code {
        switch code {
        case CURLE_SSL_CONNECT_ERROR:
            // A reset inside the handshake says nothing about TLS: it is a connection like any other that was cut.
            return systemError == Int(ECONNRESET) ? .unreachable : .tls
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
            CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
            CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_SHUTDOWN_FAILED, CURLE_USE_SSL_FAILED:
            return .tls
        case CURLE_BAD_CONTENT_ENCODING:
            return .incompleteBody
        case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR:
            return hasHead ? .incompleteBody : .unreachable
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_GOT_NOTHING,
            CURLE_PROXY, CURLE_INTERFACE_FAILED:
            return .unreachable
        case CURLE_ABORTED_BY_CALLBACK:
            // Only the callback that refuses to repeat a request aborts: the kept connection had died.
            return .unreachable
        case CURLE_OPERATION_TIMEDOUT:
            return .timedOut
        case CURLE_URL_MALFORMAT:
            return .invalidURL
        default:
            return .other
        }
    }

    /// libcurl's own sentence only where no request was sent yet: later ones may quote the answer. What it says of a
    /// proxy's URL may hold a password.
    private var reason: String {
        let general = String(cString: curl_easy_strerror(code))
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_SSL_CONNECT_ERROR,
            CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE:
            return detail.isEmpty ? general : "\(general) (\(detail.prefix(200)))"
        default:
            return general
        }
    }
}
