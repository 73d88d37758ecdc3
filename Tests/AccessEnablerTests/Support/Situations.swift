import AdobePass
import Base
import EntitlementStore
import FoundationEssentials
import PlatformAccount
import Testing

@testable import AccessEnabler

/// The moment at which all pure decisions of these tests are taken.
let decisionTime = Timestamp(milliseconds: 1_796_050_800_000)

/// Every code the platform knows, and one it does not.
let everyPlatformCode =
    (0...7).map(PlatformAccountError.Code.init(rawValue:)) + [PlatformAccountError.Code(rawValue: 4242)]

/// How an MVPD stands in the configuration; the words of the contract and what the service may say for them.
enum Integration: CaseIterable {
    case enabled, switchedOff, notBoarded, unknownBoarding, pickerOnly, pickerSwitchedOff, notIntegrated

    /// "SSO enabled: `enablePlatformServices` is true and `boardingStatus` is `SUPPORTED`".
    var isSSOEnabled: Bool { self == .enabled }

    /// As the configuration lists it; nil = it does not.
    func mvpd(_ id: String, mappingID: String? = nil) -> ConfiguredMVPD? {
        var mvpd = ConfiguredMVPD(id: id)
        mvpd.platformMappingID = mappingID
        mvpd.enablePlatformServices = self != .switchedOff && self != .pickerSwitchedOff
        switch self {
        case .enabled, .switchedOff: mvpd.boardingStatus = .supported
        case .pickerOnly, .pickerSwitchedOff: mvpd.boardingStatus = .picker
        case .notBoarded: mvpd.boardingStatus = nil
        case .unknownBoarding:
            mvpd.boardingStatus = nil
            mvpd.otherFields = ["boardingStatus": "BETA"]
        case .notIntegrated: return nil
        }
        return mvpd
    }
}

/// A token of requestor `NORTHSTAR`.
func token(
    _ kind: AuthenticationToken.Kind = .partner, mvpd: String = "NorthCable", expires: Timestamp? = nil,
    provider: String? = "northcable_apple", userID: String? = "u-81", metadata: Data? = nil
) -> AuthenticationToken {
    AuthenticationToken(
        requestor: "NORTHSTAR", mvpd: mvpd, kind: kind, service: .restV1,
        expires: expires ?? decisionTime + .seconds(3600), userID: userID.map { Secret($0) },
        deviceID: Secret("device-1"), platformProviderID: kind == .partner ? provider : nil,
        serviceURL: "https://one.example", metadata: metadata)
}

/// Collects the situations in which expectation and outcome differ, and fails with the first of them.
///
/// Whole spaces of situations are walked in one test; a macro for each would cost more than the code under test. The
/// walk makes room for other tests now and then, since those that wait share its threads.
func expectAgreement<Situation>(
    _ situations: some Sequence<Situation>, atLeast count: Int, sourceLocation: SourceLocation = #_sourceLocation,
    _ disagreement: (Situation) -> String?
) async {
    var walked = 0
    var found: [String] = []
    for situation in situations {
        walked += 1
        if walked % 256 == 0 { await Task.yield() }
        if let text = disagreement(situation), found.count < 5 { found.append("\(situation)\n  \(text)") }
    }
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))", sourceLocation: sourceLocation)
    #expect(walked >= count, "only \(walked) situations", sourceLocation: sourceLocation)
}

/// A random generator whose runs repeat.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
