import CCurl

/// The peer: libcurl's easy interface as a C program drives it, one handle, one kept connection, nothing kept of the
/// answers.
final class EasyCurl {
    private let handle: UnsafeMutableRawPointer
    private var fields: UnsafeMutablePointer<curl_slist>?

    init?(url: String, headers: [(name: String, value: String)]) {
        guard let handle = curl_easy_init() else { return nil }
        self.handle = handle
        for (name, value) in headers { fields = curl_slist_append(fields, "\(name): \(value)") }
        curl_set_text(handle, CURLOPT_URL, url)
        curl_set_list(handle, CURLOPT_HTTPHEADER, fields)
        curl_set_text(handle, CURLOPT_ACCEPT_ENCODING, "gzip")
        curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        curl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { _, size, count, _ in size * count }
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(fields)
    }

    /// One request; whether it was answered with 200.
    func perform() -> Bool {
        var status = 0
        return curl_easy_perform(handle) == CURLE_OK
            && curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK && status == 200
    }
}
