import CCurl
import FoundationEssentials

/// One exchange as libcurl sees it: the easy handle, what it reads from, and what has arrived.
final class CurlTransfer {
    let order: CurlOrder
    let easy: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private var head = ResponseHead()
    private var body = Data()
    private var refusal: HTTPTransportError?
    private var attempts = 0

    init(_ order: CurlOrder) throws(HTTPTransportError) {
        guard let easy = curl_easy_init() else { throw HTTPTransportError(.other, "libcurl gives no handle") }
        self.order = order
        self.easy = easy
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        try setUp()
    }

    deinit {
        curl_easy_cleanup(easy)
        for list in lists { curl_slist_free_all(list) }
        errorText.deallocate()
    }

    /// The id of the order an easy handle belongs to.
    static func id(of easy: UnsafeMutableRawPointer) -> UInt64? {
        var context: UnsafeMutableRawPointer?
        curl_get_pointer(easy, CURLINFO_PRIVATE, &context)
        return context.map { from($0).order.id }
    }

    /// What the finished transfer gives its caller.
    func outcome(_ code: CURLcode) -> Result<HTTPResponse, HTTPTransportError> {
        if let refusal { return .failure(refusal) }
        guard code == CURLE_OK else {
            var systemError = 0
            curl_get_long(easy, CURLINFO_OS_ERRNO, &systemError)
            let failure = CurlFailure(
                code: code, systemError: systemError, hasHead: head.isComplete, detail: String(cString: errorText))
            return .failure(failure.error(host: order.target.host))
        }
        guard head.isComplete else {
            // libcurl calls a connection closed inside the header a good end.
            return .failure(CurlFailure(code: CURLE_GOT_NOTHING).error(host: order.target.host))
        }
        return .success(HTTPResponse(status: head.status, headers: head.fields, body: body))
    }

    // MARK: Setting up

    private func setUp() throws(HTTPTransportError) {
        try setTarget()
        try setMethodAndBody()
        try setFields()
        try setTLS()
        try setLimits()
        let context = Unmanaged.passUnretained(self).toOpaque()
        try check(curl_set_pointer(easy, CURLOPT_PRIVATE, context))
        try check(curl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText))
        try check(curl_set_pointer(easy, CURLOPT_WRITEDATA, context))
        try check(curl_set_pointer(easy, CURLOPT_HEADERDATA, context))
        try check(curl_set_pointer(easy, CURLOPT_PREREQDATA, context))
        try check(curl_set_receiver(easy, CURLOPT_WRITEFUNCTION, Self.takeBody))
        try check(curl_set_receiver(easy, CURLOPT_HEADERFUNCTION, Self.takeLine))
        try check(curl_set_prerequest(easy, Self.mayBegin))
    }

    private func setTarget() throws(HTTPTransportError) {
        let target = order.target
        try check(curl_set_text(easy, CURLOPT_URL, order.request.url))
        try check(curl_set_long(easy, CURLOPT_PATH_AS_IS, 1))
        try check(curl_set_long(easy, CURLOPT_DISALLOW_USERNAME_IN_URL, 1))
        try check(curl_set_text(easy, CURLOPT_PROTOCOLS_STR, target.isSecure ? "https" : "http"))
        try check(curl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0))
        try check(curl_set_long(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1))
        // An empty text keeps libcurl from reading the environment.
        let proxy = target.isLoopback ? "" : order.settings.proxy ?? ""
        try check(curl_set_text(easy, CURLOPT_PROXY, proxy))
        try check(curl_set_text(easy, CURLOPT_NOPROXY, ""))
        try check(curl_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1))
        try check(curl_set_long(easy, CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue)))
        if target.isLocalhost {
            // Whatever the hosts file or a name server says.
            try setList(CURLOPT_RESOLVE, ["localhost:\(target.port):127.0.0.1,[::1]"])
        }
    }

    private func setMethodAndBody() throws(HTTPTransportError) {
        let request = order.request
        let body = request.body ?? (RequestFields.announcesBody(request.method) ? Data() : nil)
        if let body {
            try check(curl_set_long(easy, CURLOPT_POST, 1))
            try check(curl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
            // libcurl copies; an empty Data has no address, and no address would mean "read the body from stdin".
            let padded = body.isEmpty ? Data([0]) : body
            let result = padded.withUnsafeBytes { bytes in
                curl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
            }
            try check(result)
        } else if request.method == "HEAD" {
            try check(curl_set_long(easy, CURLOPT_NOBODY, 1))
        }
        try check(curl_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method))
    }

    private func setFields() throws(HTTPTransportError) {
        let given = Set(order.request.headers.map { $0.name.lowercased() })
        // libcurl's spelling: "Name;" sends an empty field, "Name:" leaves out its own.
        var lines = order.request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        for own in ["Expect", "Content-Type"] where !given.contains(own.lowercased()) { lines.append("\(own):") }
        try setList(CURLOPT_HTTPHEADER, lines)
        if !given.contains("accept-encoding") { try check(curl_set_text(easy, CURLOPT_ACCEPT_ENCODING, "gzip")) }
    }

    private func setTLS() throws(HTTPTransportError) {
        try check(curl_set_long(easy, CURLOPT_SSL_VERIFYPEER, 1))
        try check(curl_set_long(easy, CURLOPT_SSL_VERIFYHOST, 2))
        try check(curl_set_long(easy, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2))
        // A bundle replaced on disk counts within a minute; libcurl's own choice is a day.
        try check(curl_set_long(easy, CURLOPT_CA_CACHE_TIMEOUT, 60))
        if let file = order.settings.certificateAuthorityFile {
            try check(curl_set_text(easy, CURLOPT_CAINFO, file))
            try check(curl_set_text(easy, CURLOPT_CAPATH, nil))
            try check(curl_set_text(easy, CURLOPT_PROXY_CAINFO, file))
            try check(curl_set_text(easy, CURLOPT_PROXY_CAPATH, nil))
        }
    }

    private func setLimits() throws(HTTPTransportError) {
        try check(curl_set_long(easy, CURLOPT_NOSIGNAL, 1))
        // Otherwise removing a transfer waits for the system's resolver, and every other transfer with it.
        try check(curl_set_long(easy, CURLOPT_QUICK_EXIT, 1))
        try check(curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(order.settings.connectLimit)))
        // A backstop: the caller's limit runs on the injected clock.
        let backstop = min(order.request.timeLimit, .longest) + .seconds(60)
        try check(curl_set_long(easy, CURLOPT_TIMEOUT_MS, Self.milliseconds(backstop)))
    }

    private func setList(_ option: CURLoption, _ lines: [String]) throws(HTTPTransportError) {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            guard let longer = curl_slist_append(list, line) else {
                curl_slist_free_all(list)
                throw HTTPTransportError(.other, "out of memory")
            }
            list = longer
        }
        guard let list else { return }
        lists.append(list)
        try check(curl_set_list(easy, option, list))
    }

    private func check(_ result: CURLcode) throws(HTTPTransportError) {
        guard result == CURLE_OK else { throw CurlFailure(code: result).error(host: order.target.host) }
    }

    /// At least 1, since 0 is "for ever" to libcurl.
    private static func milliseconds(_ duration: Duration) -> Int {
        Int(min(max(duration.inMilliseconds, 1), Int64(Int32.max)))
    }

    // MARK: What libcurl calls

    private static func from(_ context: UnsafeMutableRawPointer) -> CurlTransfer {
        Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    }

    private static let takeLine: curl_write_callback = { bytes, size, count, context in
        guard let bytes, let context else { return 0 }
        let transfer = from(context)
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        guard transfer.head.take(line) else {
            transfer.refuse(.other, "the answer's header is larger than \(ResponseHead.limit) bytes")
            return 0
        }
        return line.count
    }

    private static let takeBody: curl_write_callback = { bytes, size, count, context in
        guard let bytes, let context else { return 0 }
        let transfer = from(context)
        let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
        guard transfer.hasRoom(for: part.count) else {
            transfer.refuse(.bodyTooLarge, "the answer's body is larger than \(transfer.order.request.bodyLimit) bytes")
            return 0
        }
        transfer.body.append(contentsOf: part)
        return part.count
    }

    private static let mayBegin: curl_prereq_callback = { context, _, _, _, _ in
        guard let context else { return CURL_PREREQFUNC_ABORT }
        let transfer = from(context)
        transfer.attempts += 1
        let mayRepeat = RequestFields.isIdempotent(transfer.order.request.method)
        return transfer.attempts == 1 || mayRepeat ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }

    /// An announced length over the limit is refused at the first byte.
    private func hasRoom(for count: Int) -> Bool {
        var announced: curl_off_t = -1
        if body.isEmpty { curl_get_offset(easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &announced) }
        let limit = order.request.bodyLimit
        return count <= limit - body.count && announced <= limit
    }

    private func refuse(_ code: HTTPTransportError.Code, _ reason: String) {
        refusal = HTTPTransportError(code, "\(order.target.host): \(reason)")
    }
}
