import Geo

/// Finds the columns that say which hemisphere a coordinate without a sign lies in, by what their cells hold.
///
/// - Shapes: a column of N and S beside one of E and W, or one of both (`SW`). Letters may mean anything else, such as
///   sizes: so the title must sound like it, or the column follow its coordinate, or hold words (`south`). One column
///   alone needs a title that is clear.
/// - Source: HO-41.
struct CSVHemispheres {
  private let titles: [String]
  /// The different words of each column, in lower case; more than a few are not kept.
  private var words: [Set<String>]
  private(set) var rowsToRead = 20

  private static let letters: [CSVColumn: Set<String>] = [.northSouth: ["n", "s"], .eastWest: ["e", "w"]]
  private static let names: [CSVColumn: Set<String>] = [
    .northSouth: ["north", "south"], .eastWest: ["east", "west"],
  ]
  static let both: Set<String> = ["ne", "nw", "se", "sw"]
  private static let clear = ["lat", "lon", "lng", "hem", "north", "south", "east", "west"]
  private static let hints = [
    "lat", "lon", "lng", "hem", "dir", "ref", "north", "south", "east", "west", "card", "quad",
  ]

  init(_ titles: [String]) {
    self.titles = titles
    words = titles.map { _ in [] }
  }

  mutating func read(_ row: CSVRow, _ bytes: UnsafeBufferPointer<UInt8>) {
    rowsToRead -= 1
    for index in titles.indices where words[index].count < 8 {
      let text = row.raw(index, bytes)
      words[index].insert(CSVCell.isMissing(text) ? "" : CSVCell.word(text.prefix(16)))
    }
  }

  /// What has been found.
  enum Finding {
    case columns(northSouth: Int?, eastWest: Int?)
    /// Columns that may hold hemispheres, and may not.
    case doubtful(Int, Int)
  }

  /// - Parameters:
  ///   - free: the columns that have no use.
  ///   - place: the index of a column that has one.
  func find(_ free: [Int], _ place: (CSVColumn) -> Int?) -> Finding? {
    let free = free.filter { !words[$0].subtracting([""]).isEmpty }
    let (north, east) = (place(.northSouth), place(.eastWest))
    if north == nil, east == nil, let index = free.first(where: { hints($0) && holds($0, Self.both) }) {
      return .columns(northSouth: index, eastWest: index)
    }
    let northSouth = Search(.northSouth, north, behind: place(.latitude), free, self)
    let eastWest = Search(.eastWest, east, behind: place(.longitude), free, self)
    switch (northSouth.best, eastWest.best) {
    case (nil, nil):
      guard let first = northSouth.possible, let second = eastWest.possible else { return nil }
      return .doubtful(first, second)
    case (let first?, nil):
      let second = eastWest.odd(free, beside: first, self)
      return second != nil || isClear(first) ? .columns(northSouth: first, eastWest: second) : nil
    case (nil, let second?):
      let first = northSouth.odd(free, beside: second, self)
      return first != nil || isClear(second) ? .columns(northSouth: first, eastWest: second) : nil
    case (let first?, let second?): return .columns(northSouth: first, eastWest: second)
    }
  }

  /// What is found of one of the two.
  private struct Search {
    let place: Int?
    /// The known column, or one whose title, words or place speak for it.
    let best: Int?
    /// Any one with the right letters.
    let possible: Int?

    init(_ half: CSVColumn, _ known: Int?, behind place: Int?, _ free: [Int], _ search: CSVHemispheres) {
      self.place = place
      let (letters, names) = (letters[half] ?? [], names[half] ?? [])
      let all = free.filter { search.holds($0, letters.union(names)) }
      best =
        known ?? all.first { search.hints($0) }
        ?? all.first { !search.words[$0].isDisjoint(with: names) || $0 - 1 == place }
      possible = all.first
    }

    /// A column with other letters, such as the O of Oeste, whose rows cannot be used.
    func odd(_ free: [Int], beside other: Int, _ search: CSVHemispheres) -> Int? {
      free.first { index in
        index != other && search.words[index].allSatisfy { $0.count <= 1 && $0.allSatisfy(\.isLetter) }
          && (index - 1 == place || search.hints(index))
      }
    }
  }

  /// Whether a title says enough without the other half: a `depot` may be north, and a `dir` is where a bus goes.
  private func isClear(_ index: Int) -> Bool {
    let title = CSVHeader.plain(titles[index])
    return title == "ns" || title == "ew" || Self.clear.contains { title.contains($0) }
  }

  private func holds(_ index: Int, _ known: Set<String>) -> Bool {
    words[index].subtracting([""]).isSubset(of: known)
  }

  private func hints(_ index: Int) -> Bool {
    let title = CSVHeader.plain(titles[index])
    return title.count <= 2 || Self.hints.contains { title.contains($0) }
  }
}
