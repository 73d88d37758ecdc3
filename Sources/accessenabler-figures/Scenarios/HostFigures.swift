import FoundationEssentials

/// A host as it would be put on a device: Swift's runtime inside, the distribution's C libraries shared, stripped.
enum HostFigures {
    private static let rounds = 30
    private static let limit = 20_000_000

    /// The host does not lie beside this program, or does not run.
    struct Failure: Error {}

    static func measure(_ service: Service) throws -> Chapter {
        let built = Program.folder + "/figures-host"
        guard FileManager.default.fileExists(atPath: built) else { throw Failure() }
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        let host = folder.path + "/host"
        guard Child.output(of: "strip", ["-o", host, built]) != nil else { throw Failure() }
        let libraries = Libraries.loaded(by: host)
        let local = try start(host, [folder.path], nil)
        let cold = try start(host, [folder.path], service)
        return Chapter(
            title: "A stripped host",
            method: [
                "`figures-host`, which has nothing in it but one object: built with `--static-swift-stdlib`, then `strip`.",
                "Start times are from the start of the process to its first verdict, \(rounds) runs; the peer is",
                "`curl --version`, which loads much the same libraries and does nothing.",
            ],
            figures: [size(host), icu(built), loaded(libraries), startFigure(local), coldFigure(cold)],
            notes: [
                "The largest libraries: "
                    + libraries.prefix(6).map { "`\($0.name)` \(Quantity.size($0.size))" }.joined(separator: ", ")
                    + ". The distribution's libxml2 and libcurl bring them along; a device's own builds without ICU, LDAP"
                    + " and Kerberos do not."
            ])
    }

    private static func size(_ file: String) -> Figure {
        let size = Libraries.size(of: file)
        return Figure(
            name: "Size", ours: Quantity.size(size),
            aim: Aim(
                text: "under \(Quantity.size(limit))", isMet: size > 0 && size < limit,
                otherwise: "look at what is linked with `nm --size-sort`."))
    }

    /// The symbols of Swift's own copy of ICU, told from the file before it is stripped.
    private static func icu(_ file: String) -> Figure {
        let symbols = Child.output(of: "nm", ["--defined-only", file])?.split(separator: "\n")
        let prefixes = ["icudt", "swift_ucal_", "swift_uloc_", "swift_ucol_"]
        let found = symbols?.count { line in
            let name = line.split(separator: " ").last ?? ""
            return prefixes.contains { name.hasPrefix($0) }
        }
        return Figure(
            name: "Symbols of an ICU of Swift's own", ours: found.map(String.init) ?? "`nm` is missing",
            aim: Aim(
                text: "0", isMet: found == 0,
                otherwise: "something imports Foundation in place of FoundationEssentials."))
    }

    private static func loaded(_ libraries: [Libraries.File]) -> Figure {
        Figure(
            name: "Shared libraries it loads",
            ours:
                "\(libraries.count), \(Quantity.size(libraries.reduce(0) { $0 + $1.size })) in all")
    }

    private static func startFigure(_ sample: Sample) -> Figure {
        let peer = try? Sample(
            (0..<rounds).map { _ in
                let start = ContinuousClock.now
                guard Child.output(of: "curl", ["--version"]) != nil else { throw Failure() }
                return (ContinuousClock.now - start).seconds
            })
        return Figure(
            name: "Start to the verdict of `checkAuthentication`", ours: Quantity.time(sample),
            peer: peer.map { Quantity.time($0) } ?? "the `curl` command is missing (Debian package curl)",
            ratio: peer.map { Quantity.ratio(sample.median, to: $0.median) } ?? "")
    }

    private static func coldFigure(_ sample: Sample) -> Figure {
        Figure(name: "Start to `setRequestorComplete` 1, on a store of its own", ours: Quantity.time(sample))
    }

    private static func start(_ host: String, _ arguments: [String], _ service: Service?) throws -> Sample {
        Sample(
            try (0..<rounds).map { round in
                let store = "\(arguments[0])/\(service == nil ? "local" : "cold-\(round)")"
                let start = ContinuousClock.now
                let child = try Child(host, [store] + (service.map { [$0.baseURL] } ?? []))
                child.give((service?.softwareStatement ?? "") + "\n", closing: true)
                let verdict = child.line()
                let time = (ContinuousClock.now - start).seconds
                guard child.end().status == 0, verdict == (service == nil ? "0" : "1") else { throw Failure() }
                return time
            })
    }
}
