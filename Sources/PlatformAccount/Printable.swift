/// A name as it may be shown: on one line, of `longest` characters at most, with nothing that moves a terminal's cursor or turns
/// its text around.
///
/// Applications and providers name themselves.
package func printable(_ name: String, longest: Int = 200) -> String {
    // Most names, at once: the properties of each character take long in a list of thousands.
    if name.utf8.count <= longest, name.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return name }
    let scalars = name.unicodeScalars.prefix(longest).map { scalar in
        let isPlain = ![.control, .format, .lineSeparator, .paragraphSeparator].contains(
            scalar.properties.generalCategory)
        return isPlain ? scalar : " "
    }
    return String(String.UnicodeScalarView(scalars))
}
