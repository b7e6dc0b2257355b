import CMachine

/// Texts of a pack that many answers share, such as names of countries and time zones. Each is decoded at its
/// first use.
struct SharedTexts {
  private var texts: [String?]

  init(count: Int) { texts = Array(repeating: nil, count: count) }

  /// Prefetches a text; any number is allowed.
  @inline(__always)
  func willRead(_ number: Int) {
    texts.withUnsafeBufferPointer { texts in
      guard let start = texts.baseAddress else { return }
      machineWillRead(UnsafeRawPointer(start + (number &- 1)))
    }
  }

  /// The text with this number, which is its index plus one; nil if there is none.
  @inline(__always)
  mutating func text(_ number: Int, decode: (Int) -> String?) -> String? {
    guard number > 0, number <= texts.count else { return nil }
    if let known = texts[number - 1] { return known }
    let text = decode(number - 1)
    texts[number - 1] = text
    return text
  }
}
