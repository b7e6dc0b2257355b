import Synchronization

/// The newest messages of a run to its pages: the run's memory, from which a page that comes later catches up.
///
/// Each page reads it at its own speed, so a slow one costs the run nothing.
///
/// - Source: HO-111.
public final class PageJournal: Sendable {
  struct Message: Sendable {
    /// From 1, without gaps.
    let number: Int
    /// Seconds on a clock that never goes back.
    let time: Double
    let line: [UInt8]
  }

  private struct Kept {
    var messages: [Message] = []
    /// The first that counts; those before it are removed now and then.
    var head = 0
    var bytes = 0
    var last = 0
  }

  private let kept = Mutex(Kept())
  private let mostBytes: Int
  private let longest: Double

  /// - Units: bytes, seconds.
  public init(bytes: Int = 64 << 20, seconds: Double = 86_400) {
    (mostBytes, longest) = (bytes, seconds)
  }

  /// The number of the newest message, 0 before the first.
  public var last: Int { kept.withLock { $0.last } }

  /// The number of the oldest message that is kept.
  public var first: Int { kept.withLock { $0.last - ($0.messages.count - $0.head) + 1 } }

  /// Adds a message, and forgets what is too old or too much; the newest always stays.
  ///
  /// - Parameter now: seconds on a clock that never goes back.
  public func append(_ line: [UInt8], at now: Double) {
    kept.withLock { kept in
      kept.last += 1
      kept.messages.append(Message(number: kept.last, time: now, line: line))
      kept.bytes += line.count
      while kept.head < kept.messages.count - 1,
        kept.bytes > mostBytes || now - kept.messages[kept.head].time > longest
      {
        kept.bytes -= kept.messages[kept.head].line.count
        kept.head += 1
      }
      guard kept.head > 1000, kept.head > kept.messages.count / 2 else { return }
      kept.messages.removeFirst(kept.head)
      kept.head = 0
    }
  }

  /// The next message after a number, or the oldest that is kept; nil if there is none.
  func next(after number: Int) -> Message? {
    kept.withLock { kept in
      guard number < kept.last else { return nil }
      let first = kept.last - (kept.messages.count - kept.head) + 1
      return kept.messages[kept.head + max(0, number + 1 - first)]
    }
  }
}
