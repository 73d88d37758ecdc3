/// A name as it may be shown: on one line, of `longest` characters at most, with nothing that moves a terminal's cursor or turns
/// its text around.
///
/// Applications and providers name themselves.
package func printable(_ name: String, longest: Int = 200) -> String {
    let scalars = name.unicodeScalars.prefix(longest).map { scalar in
        let isPlain = ![.control, .format, .lineSeparator, .paragraphSeparator].contains(
            scalar.properties.generalCategory)
        return isPlain ? scalar : " "
    }
    return String(String.UnicodeScalarView(scalars))
}
