import AdobePass

/// Z130: whether the service can be asked about a resource at all.
///
/// Not when it is empty, blank or over 8 kB (choice), nor when it looks like XML and is no MRSS fragment.
package func isUsableResource(_ resource: String) -> Bool {
    guard resource.utf8.count <= 8192, let first = resource.first(where: { !$0.isWhitespace }) else { return false }
    return first != "<" || MRSSFragment(resource) != nil
}
