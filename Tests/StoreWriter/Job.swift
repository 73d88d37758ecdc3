import EntitlementStore
import Foundation

/// What the process is to do, and as whom.
enum Job: String {
    /// Tells the device id.
    case device
    /// Saves until it is killed.
    case saveForever = "save-forever"
    /// Saves a token, then an authorization under it, then a client and its sign-in of V2, until it is killed.
    case pairForever = "pair-forever"
    /// Saves, changes, reads and removes.
    case mix
    /// Locks the file, says `held`, and waits to be killed.
    case hold
    /// Reads and writes as somebody without any right to the store.
    case stranger
    /// Reads and writes while no file may grow.
    case cramped
    /// The same with an integrity check.
    case crampedAll = "cramped-all"
    case crampedClear = "cramped-clear"
    /// Reads and writes while no file may grow beyond `number` bytes.
    case limited
    /// Fills a file system of `number` bytes, then gets room; to be started by `unshare --mount`.
    case smallDisk = "small-disk"
    /// Reads and writes while the directory is mounted read-only; to be started by `unshare --mount`.
    case readOnly = "read-only"
    /// Keeps secrets in a keychain until it is killed.
    case secretsForever = "secrets-forever"
    /// Asks whether a sign-in with Apple still counts, until it is killed.
    case askForever = "ask-forever"

    /// The integrity check of its store.
    var check: StorageIntegrityCheck {
        switch self {
        case .crampedAll: .all
        case .crampedClear: .clear
        default: .none
        }
    }

    /// Makes the conditions; ends the process when it cannot, so that a test cannot pass by accident.
    func takePlace(directory: String, number: Int) throws {
        switch self {
        case .device, .saveForever, .pairForever, .mix, .hold, .secretsForever, .askForever:
            break
        case .stranger:
            // 65534 is `nobody`. Permissions mean nothing to root.
            precondition(geteuid() != 0 || setuid(65534) == 0)
        case .cramped, .crampedAll, .crampedClear:
            limitFiles(to: 0)
        case .limited:
            limitFiles(to: number)
        case .smallDisk:
            precondition(mount("tmpfs", directory, "tmpfs", 0, "size=\(number)") == 0)
        case .readOnly:
            precondition(mount(directory, directory, nil, UInt(MS_BIND), nil) == 0)
            precondition(mount(nil, directory, nil, UInt(MS_REMOUNT | MS_BIND | MS_RDONLY), nil) == 0)
        }
    }

    private func limitFiles(to bytes: Int) {
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
        precondition(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
    }
}
