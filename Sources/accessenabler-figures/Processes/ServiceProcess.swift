import PassSimulator

/// Where the simulated service is, and what it accepts.
struct Service: Sendable {
    var baseURL: String
    var softwareStatement: String
}

/// The simulated service in a process of its own, so that its work counts for nobody.
final class ServiceProcess {
    /// It did not start.
    struct Failure: Error {}

    let service: Service
    private let child: Child

    /// Starts it, with 1,000 MVPDs or 3.
    init(isLarge: Bool = false) throws {
        child = try Child(Program.own, [Program.Role.service.rawValue] + (isLarge ? ["large"] : []))
        guard let url = child.line(), let statement = child.line() else { throw Failure() }
        service = Service(baseURL: url, softwareStatement: statement)
    }

    /// Ends it.
    func stop() {
        _ = child.end()
    }

    /// What the child does: serves until its input ends, which it does when the parent goes away.
    static func serve(isLarge: Bool) throws {
        let simulator = try PassSimulator(isLarge ? .large : .small)
        print(simulator.baseURL)
        print(simulator.softwareStatement)
        Program.flush()
        while readLine() != nil {}
        simulator.stop()
    }
}
