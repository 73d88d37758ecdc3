import Foundation

// libFuzzer brings `main` and calls this for each input: built by `make fuzz` alone.

/// Which target runs: the environment variable `FUZZ_TARGET`.
private let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
        let names = FuzzTarget.all.map(\.name).joined(separator: ", ")
        FileHandle.standardError.write(Data("Set FUZZ_TARGET to one of: \(names)\n".utf8))
        exit(2)
    }
    return target
}()

/// Takes one input; a property that breaks ends the process, and libFuzzer keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = start.map { Data(bytes: $0, count: count) } ?? Data()
    // Not into the corpus (-1): the search shall stay among inputs of this size.
    if input.count > target.longestInput { return -1 }
    do {
        try target.run(input)
    } catch {
        FileHandle.standardError.write(Data("\(target.name): \(error)\n".utf8))
        abort()
    }
    return 0
}
