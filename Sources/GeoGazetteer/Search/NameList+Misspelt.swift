import Geo

extension NameList {
  /// A name close to a requested one.
  struct Neighbor {
    var name: String
    var slips: Int
  }

  /// The edit limit for a word of this many letters.
  ///
  /// - Source: the issue: one for four to seven letters, two from eight.
  static func slips(letters: Int) -> Int { letters < 4 ? 0 : letters < 8 ? 1 : 2 }

  /// The same limit for a word that lacks some of the name's letters.
  static func scanSlips(letters: Int) -> Int { letters < 3 ? 0 : letters < 6 ? 1 : 2 }

  /// The names close to `name`, the closest first.
  ///
  /// Either the first half has fewer edits than allowed, or the second half has none. The forward list finds
  /// the former names, the backward list the latter.
  ///
  /// - Parameter most: the edit limit.
  func neighbors(
    of name: String, backwards: NameList, most: Int = 2
  ) throws(GeoError) -> [Neighbor] {
    let letters = name.unicodeScalars.map(\.value)
    let slips = min(most, NameList.scanSlips(letters: letters.count))
    guard slips > 0, letters.count <= NameList.mostLetters else { return [] }
    let half = letters.count / 2
    var found: [Neighbor] = []
    var scan = Misspelling(letters, slips: slips, firstSlips: slips - 1, half: half)
    try neighbors(&scan) { bytes, slips in
      found.append(Neighbor(name: String(decoding: bytes, as: UTF8.self), slips: slips))
    }
    scan = Misspelling(letters.reversed(), slips: slips, firstSlips: 0, half: letters.count - half - 1)
    try backwards.neighbors(&scan) { bytes, slips in
      let name = String(
        String.UnicodeScalarView(String(decoding: bytes, as: UTF8.self).unicodeScalars.reversed()))
      found.append(Neighbor(name: name, slips: slips))
    }
    found.sort { $0.slips != $1.slips ? $0.slips < $1.slips : $0.name < $1.name }
    var names: Set<String> = []
    return found.filter {
      let longer = max(letters.count, $0.name.unicodeScalars.count)
      return $0.slips <= NameList.slips(letters: longer) && names.insert($0.name).inserted
    }
  }

  /// Longer names are not matched: few people type them in full.
  private static let mostLetters = 40

  private func neighbors(
    _ scan: inout Misspelling, _ take: ([UInt8], Int) -> Void
  ) throws(GeoError) {
    // If the first letters must match, few blocks have names with them.
    let beginning = Array(scan.beginning.utf8)
    var block = beginning.isEmpty ? 0 : self.block(of: beginning)
    while block < blockCount {
      if !beginning.isEmpty, beginning.lexicographicallyPrecedes(first(block).prefix(beginning.count)) {
        break
      }
      try bytes(block).withUnsafeBufferPointer { bytes in
        var cursor = NameCursor(bytes)
        guard cursor.advance() else { return }
        if let slips = scan.next(whole: cursor.rest) { take(scan.name, slips) }
        while cursor.advance() {
          if let dead = scan.dead, cursor.shared >= dead { continue }
          // Only a damaged block shares more than the name has.
          if let slips = scan.next(shared: min(cursor.shared, scan.name.count), rest: cursor.rest) {
            take(scan.name, slips)
          }
        }
      }
      block = max(block + 1, scan.dead.map { self.block(behind: scan.name.prefix($0)) } ?? 0)
    }
  }

  /// The last block that may hold names with the prefix `beginning`.
  private func block(behind beginning: ArraySlice<UInt8>) -> Int {
    var (low, high) = (0, blockCount)
    while low < high {
      let middle = (low + high) / 2
      if beginning.lexicographicallyPrecedes(first(middle).prefix(beginning.count)) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return max(0, low - 1)
  }
}
