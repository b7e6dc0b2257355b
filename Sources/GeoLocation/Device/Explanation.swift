public import GeoCore
public import GeoRegions

/// The argument of ``Device/Hooks/onExplain``: why a fix did or did not cause an event.
///
/// - Units: seconds since 1970-01-01 UTC.
public struct Explanation: Sendable {
  public enum Subject: Sendable {
    case region(RegionDecision)
    case fix(FixOutcome)
    case alert(AlertDecision)
  }

  /// On the device's clock.
  public var time: TimeInterval
  /// When the fix was measured; nil if the clock decided.
  public var timestamp: TimeInterval?
  public var subject: Subject
  /// The privacy zone that stands in place of distances.
  public var zone: String?

  /// An explanation that the clock or a call decided.
  public init(time: TimeInterval, timestamp: TimeInterval? = nil, subject: Subject) {
    (self.time, self.timestamp, self.subject) = (time, timestamp, subject)
  }
}

/// Why a fix did not reach the regions, or not yet.
public enum FixOutcome: Sendable, Hashable, CustomStringConvertible {
  /// Outside the window, and older than a used fix.
  case late
  /// Older than the window; held until two more like it show that the newer fixes were wrong.
  case heldAsLate
  case duplicate
  case future
  /// A jump of over a day, held for a second fix to confirm it.
  case heldAsFuture
  /// While location was off.
  case withheld
  /// While regions could not, or must not, be monitored.
  case unwatched
  case invalidCoordinate, invalidAccuracy
  /// Implies more than `maximumSpeed`; held for the next fix.
  case heldAsFast(CLLocationSpeed, maximum: CLLocationSpeed)
  /// Was held for its speed, and the next fix did not confirm it.
  case tooFast

  public var isHeld: Bool {
    switch self {
    case .heldAsLate, .heldAsFuture, .heldAsFast: true
    default: false
    }
  }

  public var description: String {
    switch self {
    case .late: "older than a fix that was used"
    case .heldAsLate: "older than a fix that was used; two more like it would set the clock back"
    case .duplicate: "received twice"
    case .future: "dated in the future"
    case .heldAsFuture: "over a day ahead; the next fix must confirm it"
    case .withheld: "location is off or not allowed"
    case .unwatched: "regions cannot, or may not, be watched"
    case .invalidCoordinate: "not a place on the earth"
    case .invalidAccuracy: "negative accuracy: the coordinate is not valid"
    case .heldAsFast(let speed, let maximum):
      "\(signedFixed(speed, 0)) m/s from the last fix is above maximumSpeed \(signedFixed(maximum, 0)) m/s; "
        + "the next fix must confirm it"
    case .tooFast: "above maximumSpeed, and the next fix is not near it"
    }
  }
}
