import COpenSSL

/// The SHA-256 digest of some bytes.
func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
    return digest
}

/// So many bytes from the system's random source, as text for a URL.
func randomText(bytes count: Int) -> String {
    var source = SystemRandomNumberGenerator()
    return Base64URL.text((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &source) })
}
