/// Finds the sorted names within an edit limit of a word: insertions, deletions, substitutions, and swaps of
/// two neighboring letters.
///
/// It goes through the names in order and keeps, for each letter of the current name, the edit distances
/// between its prefix and every prefix of the word. A prefix shared with the previous name is not computed
/// again, and names with a prefix already beyond the edit limit are skipped.
///
/// - Source: optimal string alignment distance, Damerau 1964 and Levenshtein 1965; halves and backwards lists by Mihov
///   and Schulz, "Fast approximate search in large dictionaries", Computational Linguistics 30 (2004), section 6.
struct Misspelling {
  let word: [UInt32]
  /// The edit limit, and the limit within the first ``half`` letters.
  let slips: UInt8
  let firstSlips: UInt8
  let half: Int

  /// The current name, as far as it was examined.
  private(set) var name: [UInt8] = []
  /// The end of each of its letters, and the letters.
  private var ends: [Int] = []
  private var letters: [UInt32] = []
  /// A row for each letter, and one before the first; stale rows of earlier names may follow.
  private var rows: [UInt8] = []
  /// The length in bytes of a prefix of ``name`` that no near name has; nil if the name may be near.
  private(set) var dead: Int?

  private static let far: UInt8 = 100

  init(_ word: [UInt32], slips: Int, firstSlips: Int, half: Int) {
    self.word = word
    (self.slips, self.firstSlips, self.half) = (UInt8(slips), UInt8(firstSlips), half)
    rows = (0...word.count).map { index in
      index <= (index <= half ? firstSlips : slips) ? UInt8(index) : Misspelling.far
    }
  }

  /// The prefix of near names: the first half if it may have no edits, without a last letter that may be
  /// swapped with the next.
  var beginning: String {
    guard firstSlips == 0, half > 1 else { return "" }
    return String(String.UnicodeScalarView(word.prefix(half - 1).compactMap { Unicode.Scalar($0) }))
  }

  /// Advances to the next name; returns its edit distance if it is near.
  ///
  /// - Parameter shared: how many bytes it shares with the previous name.
  mutating func next(shared: Int, rest: UnsafeBufferPointer<UInt8>) -> Int? {
    if let dead, shared >= dead { return nil }
    dead = nil
    while let end = ends.last, end > shared {
      ends.removeLast()
      letters.removeLast()
    }
    name.removeLast(name.count - shared)
    name.append(contentsOf: rest)
    var at = ends.last ?? 0
    while at < name.count {
      let (letter, length) = Misspelling.letter(name, at)
      at += length
      letters.append(letter)
      ends.append(at)
      guard addRow() else {
        dead = at
        return nil
      }
    }
    let found = rows[letters.count * (word.count + 1) + word.count]
    return found <= slips ? Int(found) : nil
  }

  /// Advances to the first name of a block.
  mutating func next(whole bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var shared = 0
    while shared < min(name.count, bytes.count), name[shared] == bytes[shared] { shared += 1 }
    return next(shared: shared, rest: UnsafeBufferPointer(rebasing: bytes[shared...]))
  }

  /// Adds the row of the last letter; false if no longer name can be near.
  private mutating func addRow() -> Bool {
    let (width, depth) = (word.count + 1, letters.count)
    let start = depth * width
    if rows.count < start + width {
      rows.append(contentsOf: repeatElement(Misspelling.far, count: start + width - rows.count))
    }
    // Cells farther from the diagonal exceed the limit by length alone.
    let (low, high) = (max(0, depth - Int(slips)), min(word.count, depth + Int(slips)))
    var least = Misspelling.far
    rows.withUnsafeMutableBufferPointer { rows in
      rows[start..<start + width].update(repeating: Misspelling.far)
      guard low <= high else { return }
      word.withUnsafeBufferPointer { word in
        let letter = letters[depth - 1]
        let before = start - width
        for index in low...high {
          var value = rows[before + index] + 1
          if index > 0 {
            let isSame = word[index - 1] == letter
            value = min(value, rows[before + index - 1] + (isSame ? 0 : 1), rows[start + index - 1] + 1)
            if index > 1, depth > 1, word[index - 2] == letter, word[index - 1] == letters[depth - 2] {
              value = min(value, rows[before - width + index - 2] + 1)
            }
          }
          guard value <= (index <= half ? firstSlips : slips) else { continue }
          rows[start + index] = value
          least = min(least, value)
        }
      }
    }
    return least <= slips
  }

  /// The next UTF-8 letter; a single byte if the encoding is damaged.
  private static func letter(_ bytes: [UInt8], _ at: Int) -> (UInt32, Int) {
    let lead = bytes[at]
    let length = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
    guard length > 1, at + length <= bytes.count else { return (UInt32(lead), 1) }
    var letter = UInt32(lead) & (0x7f >> UInt32(length))
    for byte in bytes[at + 1..<at + length] { letter = letter << 6 | UInt32(byte & 0x3f) }
    return (letter, length)
  }
}
