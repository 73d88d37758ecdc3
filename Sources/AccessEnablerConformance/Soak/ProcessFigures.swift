import CMalloc

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What this process holds of the machine.
public struct ProcessFigures: Sendable, Hashable {
    /// Bytes in use on the heap; 0 where the C library does not tell.
    public var heap: Int
    /// Bytes resident in memory.
    public var resident: Int
    /// Open file descriptors.
    public var descriptors: Int
    /// Threads.
    public var threads: Int

    /// Names the figures.
    public init(heap: Int, resident: Int, descriptors: Int, threads: Int) {
        self.heap = heap
        self.resident = resident
        self.descriptors = descriptors
        self.threads = threads
    }

    /// The figures of this moment; what is free on the heap is given back to the system first, so that memory once
    /// used does not hide what is used now.
    public static func now() -> ProcessFigures {
        // In this order: what is free is given back before the resident bytes are looked at.
        let heap = malloc_bytes_in_use()
        return ProcessFigures(
            heap: heap, resident: resident, descriptors: entries(of: "/proc/self/fd") - 1,
            threads: entries(of: "/proc/self/task"))
    }

    private static var resident: Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 128)
        guard fgets(&buffer, Int32(buffer.count), file) != nil else { return 0 }
        let words = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .split(separator: " ")
        return words.count > 1 ? (Int(words[1]) ?? 0) * Int(getpagesize()) : 0
    }

    private static func entries(of directory: String) -> Int {
        guard let folder = opendir(directory) else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return count - 2
    }
}
