/// The page on which a browser ends at a listener of this device. Whole in itself, with the look of the simulators' pages;
/// nothing may be loaded, run or sent from it, and its address, which may hold a secret, is told to nobody.
package struct EndPage: Sendable {
    private let status: Int
    private let title: String
    private let text: String

    /// A page; its texts are shown as they are.
    package init(_ status: Int = 200, title: String, text: String) {
        self.status = status
        self.title = title
        self.text = text
    }

    /// The whole answer, as it goes on the wire.
    package var bytes: [UInt8] {
        let html = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(Self.escaped(title))</title><style>\(Self.style)</style></head>
            <body class="card"><main><h1>\(Self.escaped(title))</h1><p>\(Self.escaped(text))</p></main></body></html>
            """
        let head = """
            HTTP/1.1 \(status) \(status == 200 ? "OK" : "Refused")\r
            Content-Type: text/html;charset=UTF-8\r
            Content-Length: \(html.utf8.count)\r
            Cache-Control: no-store\r
            Content-Security-Policy: default-src 'none'; style-src '\(Self.styleDigest)'; base-uri 'none'; \
            form-action 'none'; frame-ancestors 'none'\r
            X-Content-Type-Options: nosniff\r
            X-Frame-Options: DENY\r
            Referrer-Policy: no-referrer\r
            Connection: close\r
            \r

            """
        return Array((head + html).utf8)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }

    /// Lines of the simulators' style sheet, to the letter: tests hold the two together.
    package static let style = """
        :root {
          --ground: #f3f4f7; --card: #fff; --ink: #1b1f24; --quiet: #57606a; --line: #d5d9df; --edge: #767f8b;
          font: 16px/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #0f1216; --card: #1a1f26; --ink: #e8ebf0; --quiet: #a7b0bc; --line: #343c47; --edge: #8a94a1;
          }
        }
        * { box-sizing: border-box; }
        body { margin: 0; min-height: 100vh; background: var(--ground); color: var(--ink); overflow-wrap: anywhere; }
        h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; }
        p { margin: 0 0 1rem; }
        .card main {
          width: min(100% - 2rem, 26rem); margin: clamp(1rem, 8vh, 5rem) auto 0; padding: clamp(1.25rem, 5vw, 2rem);
          background: var(--card); border: 1px solid var(--line); border-radius: 1rem;
        }
        """

    /// What the browser compares the style with; tests work it out anew.
    private static let styleDigest = "sha256-1nmlpXjxO30xeA4V+djW8VKbkXHzZnw+8a9aHCDnH4U="
}
