import GeoCore

/// Fingerprints of the fixes that a window accepted last, so that it knows one that is sent again.
///
/// A broker delivers a message again that it saw no answer to, and a phone its whole queue: such fixes are old, in
/// order, and no proof that the dates before them were wrong.
///
/// - Source: MQTT 3.1.1, section 4.3.2 (quality of service 1: at least once); HO-4.
struct RecentFixes {
  /// How many are known: the queue of a phone that was without network for some minutes.
  static let most = 256

  private var marks: [UInt32] = []
  private var oldest = 0

  mutating func insert(_ event: DeviceEvent, ignoringTime: Bool) {
    guard let mark = RecentFixes.mark(event, ignoringTime) else { return }
    if marks.count < RecentFixes.most { return marks.append(mark) }
    marks[oldest] = mark
    oldest = (oldest + 1) % RecentFixes.most
  }

  func contains(_ event: DeviceEvent, ignoringTime: Bool) -> Bool {
    RecentFixes.mark(event, ignoringTime).map(marks.contains) ?? false
  }

  /// Nil for what is not a fix.
  private static func mark(_ event: DeviceEvent, _ ignoresTime: Bool) -> UInt32? {
    guard case .location(let fix) = event.payload else { return nil }
    var hash: UInt64 = 0
    for value in [
      event.timestamp, fix.coordinate.latitude, fix.coordinate.longitude, fix.horizontalAccuracy,
      fix.altitude,
      fix.speed, fix.course, ignoresTime ? 0 : event.time,
    ] {
      // The finalizer of SplitMix64 (Steele, Lea, Flood 2014), once for each number.
      hash = (hash ^ value.bitPattern) &* 0x9e37_79b9_7f4a_7c15
      hash ^= hash >> 29
    }
    return UInt32(truncatingIfNeeded: hash >> 32)
  }
}
