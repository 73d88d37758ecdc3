internal import COpenSSL

/// The name of the file that holds an application's store: something to recognise it by, and a digest.
///
/// The digest (SHA-256 of the id's UTF-8 bytes) keeps different ids apart, whatever their characters, case, length or
/// normalisation.
func storeFileName(applicationID: String) -> String {
    let readable = applicationID.unicodeScalars.prefix(40).map { scalar in
        let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        return isPlain || scalar == "." ? Character(scalar) : "_"
    }
    return "store-\(String(readable))-\(sha256(applicationID)).sqlite"
}

/// In lower-case hexadecimal.
private func sha256(_ text: String) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    let bytes = Array(text.utf8)
    EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
    return hexadecimal(digest)
}
