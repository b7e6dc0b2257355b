public import GeoCore

/// A beacon that the device has seen.
///
/// - Source: Apple's reference of `CLBeacon`.
public final class CLBeacon: Sendable {
  /// In capitals.
  public let uuid: String
  public let major: Int
  public let minor: Int
  public let proximity: CLProximity
  /// The distance in meters, about; −1 if unknown.
  public let accuracy: CLLocationAccuracy
  /// The strength of the signal in decibels; 0 if unknown.
  public let rssi: Int
  public let timestamp: NSDate

  init(
    _ identity: CLBeaconIdentity, proximity: CLProximity, accuracy: CLLocationAccuracy, rssi: Int,
    timestamp: NSDate
  ) {
    uuid = identity.uuid
    major = identity.major ?? 0
    minor = identity.minor ?? 0
    self.proximity = proximity
    self.accuracy = accuracy
    self.rssi = rssi
    self.timestamp = timestamp
  }

  /// The beacon of a line of the event log, or of a message as OwnTracks sends it.
  ///
  /// - Errors: ``GeoError`` that says which member cannot be used.
  /// - Source: owntracks.org/booklet/tech/json, `_type=beacon`; RG-45, RG-47.
  package convenience init(message json: JSONValue, at time: TimeInterval) throws(GeoError) {
    guard case .string(let uuid)? = json["uuid"] else {
      throw GeoError(.data, "uuid is missing (expected the beacon's UUID as text)")
    }
    let numbers = (try CLBeacon.number(json, ["major"]), try CLBeacon.number(json, ["minor"]))
    let (major, minor) = (numbers.0.flatMap { Int(exactly: $0) }, numbers.1.flatMap { Int(exactly: $0) })
    guard (numbers.0 == nil) == (major == nil), (numbers.1 == nil) == (minor == nil),
      let identity = CLBeaconIdentity(uuid: uuid, major: major, minor: minor)
    else {
      throw GeoError(
        .data,
        "uuid \"\(uuid)\", major or minor cannot be used (expected a UUID such as "
          + "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0, and numbers of 0 to 65535)")
    }
    let accuracy = try CLBeacon.number(json, ["accuracy", "acc"]) ?? -1
    self.init(
      identity, proximity: try CLBeacon.proximity(json, accuracy), accuracy: accuracy < 0 ? -1 : accuracy,
      rssi: try CLBeacon.number(json, ["rssi"]).flatMap { Int(exactly: $0.rounded()) } ?? 0,
      timestamp: NSDate(timeIntervalSince1970: time))
  }

  var identity: CLBeaconIdentity? { CLBeaconIdentity(uuid: uuid, major: major, minor: minor) }

  /// Whether it is the same beacon, seen at another time.
  func isSame(as other: CLBeacon) -> Bool {
    uuid == other.uuid && major == other.major && minor == other.minor
  }

  private static func number(_ json: JSONValue, _ names: [String]) throws(GeoError) -> Double? {
    for name in names {
      switch json[name] {
      case nil, .null: continue
      case .integer(let number): return Double(number)
      case .number(let number): return number
      default: throw GeoError(.data, "\(name) is not a number")
      }
    }
    return nil
  }

  /// The proximity as the message says it, or else that of the distance.
  private static func proximity(_ json: JSONValue, _ accuracy: Double) throws(GeoError) -> CLProximity {
    if case .string(let name)? = json["proximity"] {
      guard let known = CLProximity.allCases.first(where: { "\($0)" == name }) else {
        let names = CLProximity.allCases.map { "\($0)" }.joined(separator: ", ")
        throw GeoError(.data, "proximity \"\(name)\" is unknown (expected \(names))")
      }
      return known
    }
    if let number = try number(json, ["proximity", "prox"]) {
      return Int(exactly: number).flatMap { CLProximity(rawValue: $0) } ?? .unknown
    }
    switch accuracy {
    case ..<0: return .unknown
    case ..<CLBeacon.immediate: return .immediate
    case ..<CLBeacon.near: return .near
    default: return .far
    }
  }

  /// Up to this distance in meters a beacon is immediate, and up to the next one near; ours, Apple gives none.
  private static let immediate = 0.5
  private static let near = 4.0
}

/// How far away a beacon is, roughly.
///
/// - Source: Apple's CLRegion.h, iOS 7.
public enum CLProximity: Int, ConstantGroup {
  case unknown = 0
  case immediate, near, far

  public static let constantPrefix = "CLProximity"
}

extension CLBeacon: CustomStringConvertible {
  /// As Core Location prints it.
  public var description: String {
    "CLBeacon (uuid:\(uuid), major:\(major), minor:\(minor), proximity:\(proximity.rawValue) "
      + "+/- \(fixed(accuracy, 2))m, rssi:\(rssi))"
  }
}
