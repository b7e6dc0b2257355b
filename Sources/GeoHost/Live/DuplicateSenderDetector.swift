import Geo
import Glibc

/// Finds out that two phones send by one name: fixes that jump back and forth faster than anything travels.
///
/// Nothing is done about it but told: which of the two is the device, nobody here can know.
struct DuplicateSenderDetector {
  private var last: (coordinate: CLLocationCoordinate2D, accuracy: Double, timestamp: TimeInterval)?
  private var jumps = (count: 0, since: -TimeInterval.infinity)

  /// So many jumps within a minute are no faults of a receiver, which jumps once or twice when it finds itself again.
  static let jumpCount = 5
  private static let minute: TimeInterval = 60
  /// Meters a second: faster than an airliner with the wind.
  private static let speed = 350.0
  /// Meters that a position in a city may be wrong.
  private static let slack = 1000.0

  /// Takes a fix; returns meters of the jump that made it certain, once.
  mutating func ingest(_ fix: Fix, timestamp: TimeInterval) -> Double? {
    guard jumps.count < DuplicateSenderDetector.jumpCount, fix.horizontalAccuracy >= 0 else { return nil }
    defer { last = (fix.coordinate, fix.horizontalAccuracy, timestamp) }
    guard let last else { return nil }
    let distance = DuplicateSenderDetector.distance(last.coordinate, fix.coordinate)
    let reach = DuplicateSenderDetector.slack + 2 * (last.accuracy + fix.horizontalAccuracy)
    guard distance > reach + DuplicateSenderDetector.speed * abs(timestamp - last.timestamp) else {
      return nil
    }
    if timestamp - jumps.since > DuplicateSenderDetector.minute { jumps = (0, timestamp) }
    jumps.count += 1
    return jumps.count == DuplicateSenderDetector.jumpCount ? distance : nil
  }

  /// Meters, as on a plane: good enough to tell a jump from a walk.
  private static func distance(_ a: CLLocationCoordinate2D, _ b: CLLocationCoordinate2D) -> Double {
    // A minute of latitude is a nautical mile.
    let degree = 60 * 1852.0
    let east = remainder(b.longitude - a.longitude, 360) * cos(a.latitude * .pi / 180)
    let north = b.latitude - a.latitude
    return degree * (east * east + north * north).squareRoot()
  }
}
