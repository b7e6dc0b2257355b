/// What a worker writes to its ticks, so that it knows them again: ticks of other workers, and older ones, come by the same
/// subject.
///
/// - Source: SC-46.
struct TickMark {
  private let worker = String(UInt64.random(in: 1 ... .max), radix: 16)

  /// The words of a tick that is sent now, on the monotonic clock.
  func text(at now: Double) -> String { "\(worker) \(now)" }

  /// When this worker sent a tick with these words; nil for those of others.
  func sent(_ text: String?) -> Double? {
    guard let words = text?.split(separator: " "), words.count == 2, words[0] == worker else { return nil }
    return Double(words[1])
  }
}
