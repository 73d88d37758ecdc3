#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The functions of libsecret and GLib that a keychain needs, found when the program runs.
///
/// Loaded instead of linked: a set-top box has neither the library nor a session bus, and must not need them to start.
struct SecretLibrary: Sendable {
    typealias Pointer = UnsafeMutableRawPointer
    typealias ErrorSlot = UnsafeMutablePointer<Pointer?>

    let service: @convention(c) (Int32, Pointer?, ErrorSlot?) -> Pointer?
    let store:
        @convention(c) (
            UnsafeRawPointer, Pointer, UnsafePointer<CChar>?, UnsafePointer<CChar>, UnsafePointer<CChar>, Pointer?,
            ErrorSlot?
        ) -> Int32
    let lookup: @convention(c) (UnsafeRawPointer, Pointer, Pointer?, ErrorSlot?) -> UnsafeMutablePointer<CChar>?
    let clear: @convention(c) (UnsafeRawPointer, Pointer, Pointer?, ErrorSlot?) -> Int32
    let search: @convention(c) (UnsafeRawPointer, Pointer, Int32, Pointer?, ErrorSlot?) -> Pointer?
    let attributes: @convention(c) (Pointer) -> Pointer?
    let modified: @convention(c) (Pointer) -> UInt64
    let freePassword: @convention(c) (UnsafeMutablePointer<CChar>?) -> Void
    let errorDomain: @convention(c) () -> UInt32
    let newTable: @convention(c) (Pointer?, Pointer?) -> Pointer?
    let insert: @convention(c) (Pointer, Pointer, Pointer) -> Int32
    let valueOf: @convention(c) (Pointer, UnsafePointer<CChar>) -> UnsafePointer<CChar>?
    let freeTable: @convention(c) (Pointer) -> Void
    let freeError: @convention(c) (Pointer) -> Void
    let freeObject: @convention(c) (Pointer) -> Void
    let freeList: @convention(c) (Pointer?) -> Void
    /// `g_str_hash` and `g_str_equal`, to be handed on.
    // Addresses of code, which nobody changes.
    nonisolated(unsafe) let stringHash: Pointer?
    // As above.
    nonisolated(unsafe) let stringEqual: Pointer?

    /// Loads them; nil when the library, or one of them, is not here.
    init?() {
        // Its own dependencies, GLib among them, are found through it. It stays: it has started threads.
        guard let library = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL) else { return nil }
        func find<Function>(_ name: String, _ type: Function.Type = Function.self) -> Function? {
            dlsym(library, name).map { unsafeBitCast($0, to: type) }
        }
        guard let service: @convention(c) (Int32, Pointer?, ErrorSlot?) -> Pointer? = find("secret_service_get_sync"),
            let store:
                @convention(c) (
                    UnsafeRawPointer, Pointer, UnsafePointer<CChar>?, UnsafePointer<CChar>, UnsafePointer<CChar>,
                    Pointer?,
                    ErrorSlot?
                ) -> Int32 = find("secret_password_storev_sync"),
            let lookup: @convention(c) (UnsafeRawPointer, Pointer, Pointer?, ErrorSlot?) -> UnsafeMutablePointer<CChar>?
            =
                find("secret_password_lookupv_sync"),
            let clear: @convention(c) (UnsafeRawPointer, Pointer, Pointer?, ErrorSlot?) -> Int32 = find(
                "secret_password_clearv_sync"),
            let search: @convention(c) (UnsafeRawPointer, Pointer, Int32, Pointer?, ErrorSlot?) -> Pointer? = find(
                "secret_password_searchv_sync"),
            let attributes: @convention(c) (Pointer) -> Pointer? = find("secret_retrievable_get_attributes"),
            let modified: @convention(c) (Pointer) -> UInt64 = find("secret_retrievable_get_modified"),
            let freePassword: @convention(c) (UnsafeMutablePointer<CChar>?) -> Void = find("secret_password_free"),
            let errorDomain: @convention(c) () -> UInt32 = find("secret_error_get_quark"),
            let newTable: @convention(c) (Pointer?, Pointer?) -> Pointer? = find("g_hash_table_new"),
            let insert: @convention(c) (Pointer, Pointer, Pointer) -> Int32 = find("g_hash_table_insert"),
            let valueOf: @convention(c) (Pointer, UnsafePointer<CChar>) -> UnsafePointer<CChar>? = find(
                "g_hash_table_lookup"),
            let freeTable: @convention(c) (Pointer) -> Void = find("g_hash_table_unref"),
            let freeError: @convention(c) (Pointer) -> Void = find("g_error_free"),
            let freeObject: @convention(c) (Pointer) -> Void = find("g_object_unref"),
            let freeList: @convention(c) (Pointer?) -> Void = find("g_list_free"),
            let stringHash = dlsym(library, "g_str_hash"), let stringEqual = dlsym(library, "g_str_equal")
        else { return nil }
        self.service = service
        self.store = store
        self.lookup = lookup
        self.clear = clear
        self.search = search
        self.attributes = attributes
        self.modified = modified
        self.freePassword = freePassword
        self.errorDomain = errorDomain
        self.newTable = newTable
        self.insert = insert
        self.valueOf = valueOf
        self.freeTable = freeTable
        self.freeError = freeError
        self.freeObject = freeObject
        self.freeList = freeList
        self.stringHash = stringHash
        self.stringEqual = stringEqual
    }
}
