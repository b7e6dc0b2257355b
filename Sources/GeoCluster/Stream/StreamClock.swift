import Geo
import GeoHost
import Synchronization

/// The time of a partition: that of the stream, never of the wall.
///
/// - Source: SC-30.
final class StreamClock: Sendable {
  private let bits: Atomic<UInt64>

  init(_ time: TimeInterval) { bits = Atomic(time.bitPattern) }

  var now: TimeInterval {
    get { TimeInterval(bitPattern: bits.load(ordering: .relaxed)) }
    set { bits.store(newValue.bitPattern, ordering: .relaxed) }
  }

  /// For the worker: nobody waits for it, and a stream takes nothing back.
  var live: LiveClock { LiveClock(now: { self.now }, signal: {}, refuse: { _ in }, isStream: true) }
}
