import Foundation
import Testing

@Suite("tv-provider: homes of all kinds", .timeLimit(.minutes(5)))
struct HomeTests {
    @Test("A home that cannot be made: reading finds nobody, writing is 4")
    func noHome() throws {
        let home = try Home()
        let link = home.directory.path(of: "link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/proc/nowhere")
        for place in ["/proc/nowhere", link] {
            let more = ["XDG_DATA_HOME": place]
            #expect(try home.settings("status", more: more).output == "Nobody is signed in.\n")
            #expect(try home.settings("apps", more: more).output == "No application has asked yet.\n")
            #expect(try home.settings("sign-out", more: more).output == "Nobody was signed in.\n")
            let (status, output, complaints) = try home.settings("allow", "a", more: more)
            #expect(status == 4 && output.isEmpty, "\(output)")
            #expect(
                complaints == "tv-provider: the account database \(place)/tv-provider/account.sqlite3 cannot be "
                    + "opened: making the directory: No such file or directory\n")
        }
    }

    @Test("No HOME and no XDG variables: the user's home as the system knows it; nothing crashes")
    func noVariables() throws {
        let home = try Home()
        let through = ["/usr/bin/env", "-i", "XDG_DATA_HOME=relative", "HOME=\(home.directory.path)"]
        #expect(try Child("tv-provider", ["deny", "a"], home: home, through: through).end().status == 0)
        // A relative one is to be ignored (XDG Base Directory Specification).
        let there = home.directory.path(of: ".local/share/tv-provider/account.sqlite3")
        #expect(FileManager.default.fileExists(atPath: there))
    }
}
