import CMachine

/// Texts of a pack that many answers share, as the names of countries and time zones are: each is decoded when it is
/// first asked for.
struct SharedTexts {
  private var texts: [String?]

  init(count: Int) { texts = Array(repeating: nil, count: count) }

  /// Says that a text will soon be asked for; it may be any number.
  @inline(__always)
  func willRead(_ number: Int) {
    texts.withUnsafeBufferPointer { texts in
      guard let start = texts.baseAddress else { return }
      machineWillRead(UnsafeRawPointer(start + (number &- 1)))
    }
  }

  /// The text with this number, which is one more than its place; nil where there is none.
  @inline(__always)
  mutating func text(_ number: Int, decode: (Int) -> String?) -> String? {
    guard number > 0, number <= texts.count else { return nil }
    if let known = texts[number - 1] { return known }
    let text = decode(number - 1)
    texts[number - 1] = text
    return text
  }
}
