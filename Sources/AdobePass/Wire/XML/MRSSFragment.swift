import FoundationEssentials

/// A resource in Media RSS: a channel by its title, perhaps with ratings or an item.
///
/// The MVPD alone understands the rest of it, so no more is looked at. Source: "Identifying Protected Resources".
package struct MRSSFragment: Sendable, Hashable {
    /// The channel's title, what the resource goes by.
    package let title: String

    /// Reads a fragment; nil unless it is well-formed, with one channel that has one title.
    package init?(_ text: String) {
        guard let root = try? XMLElement.parse(Data(text.utf8)) else { return nil }
        let channels = root.name == "channel" ? [root] : root.children.filter { $0.name == "channel" }
        guard channels.count == 1, let channel = channels.first else { return nil }
        let titles = channel.children.filter { $0.name == "title" }
        guard titles.count == 1, let title = titles.first?.text, !title.allSatisfy(\.isWhitespace) else { return nil }
        self.title = title
    }
}
