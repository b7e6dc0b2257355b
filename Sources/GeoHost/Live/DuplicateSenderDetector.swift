import Geo
import Glibc

/// Detects two phones that send under one name: their fixes jump back and forth faster than anything travels.
///
/// geoscript only warns, because it cannot know which of the two is the device.
struct DuplicateSenderDetector {
  private var last: (coordinate: CLLocationCoordinate2D, accuracy: Double, timestamp: TimeInterval)?
  private var jumps = (count: 0, since: -TimeInterval.infinity)

  /// Jumps within a minute that prove two senders; a receiver that regains its position jumps once or twice.
  static let jumpCount = 5
  private static let minute: TimeInterval = 60
  /// Meters per second: faster than an airliner with tailwind.
  private static let speed = 350.0
  /// Meters by which a position in a city may be wrong.
  private static let slack = 1000.0

  /// Takes a fix; returns, once, the meters of the jump that proves two senders.
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

  /// Meters on a plane, which is exact enough to distinguish a jump from a walk.
  private static func distance(_ a: CLLocationCoordinate2D, _ b: CLLocationCoordinate2D) -> Double {
    // A minute of latitude is a nautical mile.
    let degree = 60 * 1852.0
    let east = remainder(b.longitude - a.longitude, 360) * cos(a.latitude * .pi / 180)
    let north = b.latitude - a.latitude
    return degree * (east * east + north * north).squareRoot()
  }
}
