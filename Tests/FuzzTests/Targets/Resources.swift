import AccessEnabler
import Foundation

@testable import AdobePass

extension FuzzTarget {
    /// A resource a host names, plain or as MRSS.
    static let resources = FuzzTarget("resources", longestInput: 10_000) { input in
        guard let text = String(validating: input, as: UTF8.self) else { return }
        let fragment = MRSSFragment(text)
        if let fragment { try hold(!fragment.title.isBlank, "a fragment without a title") }
        guard isUsableResource(text) else { return }
        try hold(!text.isBlank && text.utf8.count <= 8192, "a blank or endless resource is asked for")
        guard text.trimmed.hasPrefix("<") else { return }
        try hold(fragment != nil, "what looks like XML and is no fragment is asked for")
        // P02: a fragment cut short is none.
        let cut = String(text.trimmed.dropLast())
        try hold(!isUsableResource(cut), "a fragment without its end is asked for")
    }
}
