/// Which beacons a condition means: those of a UUID, or fewer of them.
///
/// - Source: Apple's reference of `CLMonitor.BeaconIdentityCondition`.
public struct CLBeaconIdentity: Sendable, Hashable {
  /// In capitals.
  public let uuid: String
  /// Nil for any.
  public let major: Int?
  /// Nil for any.
  public let minor: Int?

  /// - Errors: nil for a text that is not a UUID, a number outside 0…65535, or a minor without a major.
  public init?(uuid: String, major: Int? = nil, minor: Int? = nil) {
    let parts = uuid.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [8, 4, 4, 4, 12], parts.joined().utf8.allSatisfy({ $0.isHexDigit }),
      [major, minor].allSatisfy({ $0.map { (0...65535).contains($0) } ?? true }),
      minor == nil || major != nil
    else { return nil }
    self.uuid = uuid.uppercased()
    self.major = major
    self.minor = minor
  }

  /// Whether a beacon that was seen is meant.
  func includes(_ seen: CLBeaconIdentity) -> Bool {
    uuid == seen.uuid && (major == nil || major == seen.major) && (minor == nil || minor == seen.minor)
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
