import CMachine

/// Texts of a pack that many answers share, as the names of countries and time zones are: each is decoded when it is
/// first asked for.
///
/// - Invariant: only who holds the pack asks, one thread at a time, as ``Gazetteer`` says; no pointer leaves it.
final class SharedTexts {
  private let texts: UnsafeMutableBufferPointer<String?>

  init(count: Int) {
    texts = .allocate(capacity: count)
    texts.initialize(repeating: nil)
  }

  deinit {
    texts.deinitialize()
    texts.deallocate()
  }

  /// Says that a text will soon be asked for; it may be any number.
  @inline(__always)
  func willRead(_ number: Int) {
    guard let start = texts.baseAddress else { return }
    machineWillRead(UnsafeRawPointer(start + (number &- 1)))
  }

  /// The text with this number, which is one more than its place; nil where there is none.
  @inline(__always)
  func text(_ number: Int, decode: (Int) -> String?) -> String? {
    guard number > 0, number <= texts.count else { return nil }
    if let known = texts[number - 1] { return known }
    let text = decode(number - 1)
    texts[number - 1] = text
    return text
  }
}

/// What is said of the sources of an answer, for each set of sources that came lately.
///
/// - Invariant: as that of ``SharedTexts``.
final class SharedAttributions {
  /// Those of ``SourceList``; nothing but 0 is the empty one, of which nothing is said.
  private let keys: UnsafeMutablePointer<SIMD4<UInt64>>
  private let texts: UnsafeMutablePointer<String>
  private static let bits = 6

  init() {
    keys = .allocate(capacity: 1 << SharedAttributions.bits)
    keys.initialize(repeating: SIMD4(), count: 1 << SharedAttributions.bits)
    texts = .allocate(capacity: 1 << SharedAttributions.bits)
    texts.initialize(repeating: "", count: 1 << SharedAttributions.bits)
  }

  deinit {
    texts.deinitialize(count: 1 << SharedAttributions.bits)
    texts.deallocate()
    keys.deallocate()
  }

  @inline(__always)
  func text(_ key: SIMD4<UInt64>, join: () -> String) -> String {
    let mixed = (key &* SIMD4(0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB, 1))
      .wrappedSum()
    let slot = Int(truncatingIfNeeded: mixed >> UInt64(64 - SharedAttributions.bits))
    if keys[slot] == key { return texts[slot] }
    let text = join()
    (keys[slot], texts[slot]) = (key, text)
    return text
  }
}
