extension String {
    /// As it may stand in a terminal: what would move the cursor or turn the text around shows as its number. The joiners
    /// stay, for names are written with them.
    var shown: String {
        var shown = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .format where scalar.value == 0x200C || scalar.value == 0x200D: shown.append(scalar)
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
                shown.append(contentsOf: "<U+\(String(scalar.value, radix: 16, uppercase: true))>".unicodeScalars)
            default: shown.append(scalar)
            }
        }
        return String(shown)
    }
}
