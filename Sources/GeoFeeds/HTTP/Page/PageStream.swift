import Geo

/// What one page has got of a journal, and what it gets next.
///
/// - Source: HO-111.
struct PageStream {
  private let journal: PageJournal
  /// The last message that it got.
  private var number: Int
  /// Whether it has had all messages once; then it is slow if it falls behind.
  private var isCurrent = false
  /// When something was written last.
  private var lastTime: Double?

  /// Seconds after which a message is no longer sent to a page that had all messages once.
  static let patience = 10.0
  /// Seconds of silence until a line says that the connection is alive.
  static let silence = 15.0
  /// Seconds after which a page that takes nothing is given up.
  static let limit = 90.0

  /// - Parameters:
  ///   - number: the last message that the page has; 0 for none.
  ///   - begin: when the state before the messages is written; nil if it is not.
  init(_ journal: PageJournal, after number: Int, at begin: Double? = nil) {
    (self.journal, lastTime) = (journal, begin)
    // A number that is not there yet is that of another run.
    self.number = number > journal.last ? 0 : max(0, number)
  }

  /// The next line to write; nil for none.
  mutating func next(at now: Double) -> [UInt8]? {
    let since = lastTime ?? now
    if lastTime == nil { lastTime = now }
    guard let message = journal.next(after: number) else {
      isCurrent = true
      guard now - since > PageStream.silence else { return nil }
      lastTime = now
      return Array("{\"type\":\"alive\"}\n".utf8)
    }
    lastTime = now
    // What a slow page has missed is gone for it: it sees what is now.
    let newest = journal.last
    let isLate = isCurrent && now - message.time > PageStream.patience && newest > message.number
    if isLate || (message.number > number + 1 && number > 0) {
      let next = isLate ? newest : message.number
      defer { number = next - 1 }
      return Array("{\"type\":\"skipped\",\"messages\":\(next - 1 - number)}\n".utf8)
    }
    number = message.number
    return message.line
  }

  /// Whether the page takes nothing any more.
  func isDead(at now: Double) -> Bool { lastTime.map { now - $0 > PageStream.limit } ?? false }
}
