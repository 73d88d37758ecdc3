import CQREncode

/// A text in letters five lines high.
public func bigText(_ text: String) -> [String] {
    (0..<5).map { row in
        text.uppercased().map { character in
            // Three bits a row, the top one first.
            let bits = (letters[character] ?? 0) >> (3 * (4 - row))
            return (0..<3).map { bits >> (2 - $0) & 1 == 1 ? "██" : "  " }.joined()
        }.joined(separator: "  ")
    }
}

private let letters: [Character: Int] = [
    "A": 0o25755, "B": 0o65656, "C": 0o34443, "D": 0o65556, "E": 0o74647, "F": 0o74644, "G": 0o34553, "H": 0o55755,
    "I": 0o72227, "J": 0o11152, "K": 0o55655, "L": 0o44447, "M": 0o57755, "N": 0o65555, "O": 0o25552, "P": 0o65644,
    "Q": 0o25573, "R": 0o65655, "S": 0o34216, "T": 0o72222, "U": 0o55557, "V": 0o55552, "W": 0o55775, "X": 0o55255,
    "Y": 0o55222, "Z": 0o71247, "0": 0o75557, "1": 0o26227, "2": 0o61247, "3": 0o71317, "4": 0o55711, "5": 0o74616,
    "6": 0o34656, "7": 0o71244, "8": 0o75757, "9": 0o35316, "-": 0o00700,
]

/// A text as a QR code, two rows a line, dark on light in any terminal; none for a text too long for one.
public func qrCode(_ text: String) -> [String] {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return [] }
    defer { QRcode_free(code) }
    let (width, data) = (Int(code.pointee.width), code.pointee.data)
    func isDark(_ x: Int, _ y: Int) -> Bool {
        guard let data, (0..<width).contains(x), (0..<width).contains(y) else { return false }
        return data[y * width + x] & 1 == 1
    }
    // Two light modules around it, so that a camera finds its edge.
    return stride(from: -2, to: width + 2, by: 2).map { y in
        let row = (-2..<(width + 2)).map { x in
            switch (isDark(x, y), isDark(x, y + 1)) {
            case (false, false): " "
            case (false, true): "▄"
            case (true, false): "▀"
            case (true, true): "█"
            }
        }
        return isTerminal ? "\u{1B}[30;107m\(row.joined())\u{1B}[0m" : row.joined()
    }
}
