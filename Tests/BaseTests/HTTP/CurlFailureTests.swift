import CCurl
import Testing

@testable import Base

struct CurlFailureTests {
    @Test(
        "Each of libcurl's results has one meaning",
        arguments: [
            (CURLE_COULDNT_RESOLVE_HOST, .unreachable), (CURLE_COULDNT_RESOLVE_PROXY, .unreachable),
            (CURLE_COULDNT_CONNECT, .unreachable), (CURLE_GOT_NOTHING, .unreachable), (CURLE_RECV_ERROR, .unreachable),
            (CURLE_SEND_ERROR, .unreachable), (CURLE_PROXY, .unreachable), (CURLE_SSL_CONNECT_ERROR, .tls),
            (CURLE_PEER_FAILED_VERIFICATION, .tls), (CURLE_SSL_CACERT_BADFILE, .tls), (CURLE_SSL_CIPHER, .tls),
            (CURLE_PARTIAL_FILE, .unreachable), (CURLE_BAD_CONTENT_ENCODING, .incompleteBody),
            (CURLE_OPERATION_TIMEDOUT, .timedOut), (CURLE_URL_MALFORMAT, .invalidURL), (CURLE_OUT_OF_MEMORY, .other),
            (CURLE_UNSUPPORTED_PROTOCOL, .other), (CURLE_WEIRD_SERVER_REPLY, .other),
        ] as [(CURLcode, HTTPTransportError.Code)])
    func meaning(_ code: CURLcode, _ meaning: HTTPTransportError.Code) {
        #expect(CurlFailure(code: code).error(host: "h").code == meaning)
    }

    @Test(arguments: [CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE])
    func aCutConnectionIsAnIncompleteBodyOnceTheHeadIsThere(code: CURLcode) {
        #expect(CurlFailure(code: code, hasHead: true).error(host: "h").code == .incompleteBody)
    }

    @Test func aResetInsideTheHandshakeIsNoTLSFailure() {
        #expect(CurlFailure(code: CURLE_SSL_CONNECT_ERROR, systemError: 104).error(host: "h").code == .unreachable)
    }

    @Test func detailIsShownOnlyOfWhatComesBeforeTheRequest() {
        let detail = String(repeating: "d", count: 1000)
        let early = CurlFailure(code: CURLE_PEER_FAILED_VERIFICATION, detail: detail).error(host: "h").message
        #expect(early.hasPrefix("h: "))
        #expect(early.contains("ddd") && early.count < 400)
        #expect(!CurlFailure(code: CURLE_RECV_ERROR, detail: detail).error(host: "h").message.contains("ddd"))
    }
}
