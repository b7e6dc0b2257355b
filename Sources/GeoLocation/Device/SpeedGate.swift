import GeoCore

/// Holds a fix that only a jump could have reached, until the next one shows whether it was one.
///
/// A fix that implies too high a speed from the last good one is held. If the next fix is within that speed
/// of it, it is used. Otherwise it is dropped, and the next one is checked in its place.
struct SpeedGate {
  /// Meters per second; infinity for no limit.
  var maximum: CLLocationSpeed = .infinity
  /// The held fix, if there is one: most devices have no limit, and stay small.
  private var waiting: [Held] = []

  struct Held {
    let fix: Fix
    let timestamp: TimeInterval
  }

  init(holding held: Held? = nil) { self.held = held }

  private(set) var held: Held? {
    get { waiting.first }
    set { waiting = newValue.map { [$0] } ?? [] }
  }

  enum Answer {
    /// The fix is good; if one was held, `drops` or `confirmed` gives its fate.
    case use(confirmed: Held?, drops: Bool)
    /// The fix waits for the next; the implied speed.
    case hold(CLLocationSpeed, drops: Bool)
  }

  /// Checks a fix against the last good one; nil if there is none.
  mutating func judge(_ fix: Fix, _ timestamp: TimeInterval, last: (Fix, TimeInterval)?) -> Answer {
    let fresh = Held(fix: fix, timestamp: timestamp)
    var drops = false
    if let held {
      if Self.speed((held.fix, held.timestamp), fresh) <= maximum {
        self.held = nil
        return .use(confirmed: held, drops: false)
      }
      self.held = nil
      drops = true
    }
    guard let last else { return .use(confirmed: nil, drops: drops) }
    let speed = Self.speed(last, fresh)
    if speed <= maximum { return .use(confirmed: nil, drops: drops) }
    held = fresh
    return .hold(speed, drops: drops)
  }

  /// Drops the held fix.
  mutating func drop() { held = nil }

  /// The speed from one fix to the next; infinite for two places at one time.
  private static func speed(_ from: (Fix, TimeInterval), _ to: Held) -> CLLocationSpeed {
    let meters = Geodesic.distance(from: from.0.coordinate, to: to.fix.coordinate)
    return meters == 0 ? 0 : meters / max(0, to.timestamp - from.1)
  }
}
