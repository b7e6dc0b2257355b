import CMachine
import Geo
import Glibc

/// Wakes a thread that also waits for a descriptor; once signaled, it stays signaled.
final class WakeDescriptor: Sendable {
  enum Outcome {
    /// The descriptor has bytes, or has ended.
    case ready
    case rung
    case late
  }

  private let reading: Int32
  private let writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    // If no descriptors are left, waiting still works: poll ignores negative ones.
    if machinePipe(&ends, O_CLOEXEC | O_NONBLOCK) != 0 { ends = [-1, -1] }
    reading = ends[0]
    writing = ends[1]
  }

  deinit {
    if reading >= 0 { close(reading) }
    if writing >= 0 { close(writing) }
  }

  func signal() {
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }

  /// Waits until a descriptor is ready, the signal comes, or ``monotonicSeconds()`` reaches `deadline`.
  func wait(for descriptor: Int32 = -1, _ events: Int32 = POLLIN, until deadline: Double) -> Outcome {
    var both = [
      pollfd(fd: descriptor, events: Int16(events), revents: 0),
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      // Rounded up, so that the deadline has passed when poll returns; at most an hour, after which the
      // caller waits again.
      let left = min(max(0, deadline - monotonicSeconds()), 3600)
      let count = poll(&both, 2, Int32((left * 1000).rounded(.up)))
      if both[1].revents != 0 { return .rung }
      if count > 0 { return .ready }
      if count < 0, errno != EINTR { return .late }
      if monotonicSeconds() >= deadline { return .late }
    }
  }
}

/// The pauses between tries: 1, 2, 4 … seconds.
struct Backoff {
  private var next = 1.0
  private let limit: Double

  init(limit: Double = 60) { self.limit = limit }

  mutating func pause() -> Double {
    defer { next = min(next * 2, limit) }
    return next
  }

  mutating func reset() { next = 1 }
}
