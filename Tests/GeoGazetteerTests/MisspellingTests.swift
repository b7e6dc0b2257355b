import FeedTesting
import Testing

@testable import GeoGazetteer
@testable import SQLite

/// Misspelled names, against a plain computation of the distance.
struct MisspellingTests {
  /// Optimal string alignment, cell by cell.
  private func distance(_ a: [Character], _ b: [Character]) -> Int {
    var rows = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in 0...a.count {
      for j in 0...b.count {
        if i == 0 || j == 0 {
          rows[i][j] = i + j
          continue
        }
        rows[i][j] = min(
          rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), rows[i - 1][j] + 1, rows[i][j - 1] + 1)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
        }
      }
    }
    return rows[a.count][b.count]
  }

  @Test func nearNamesMatchThePlainEditDistance() throws {
    var state: UInt64 = 7
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    func word(_ count: Int) -> String { String((0..<count).map { _ in Array("abcдé")[random(5)] }) }
    let words = Array(Set((0..<6000).map { _ in word(3 + random(9)) })).sorted()
    let directory = TemporaryDirectory()
    let database = try Database(path: directory.path + "/names.sqlite", mode: .write)
    try database.run(NameList.tables)
    var sorter = NameSorter()
    for (index, word) in words.enumerated() { sorter.add(word, UInt32(index + 1)) }
    try sorter.write(.places, to: database)
    let list = try NameList(.places, of: database)
    let backwards = try NameList(.placesBackwards, of: database)
    for asked in (0..<60).map({ _ in word(3 + random(8)) }) {
      let found = try list.neighbors(of: asked, backwards: backwards)
      let expected = words.filter {
        let slips = distance(Array(asked), Array($0))
        return slips <= NameList.scanSlips(letters: asked.count)
          && slips <= NameList.slips(letters: max(asked.count, $0.count))
      }
      #expect(Set(found.map(\.name)) == Set(expected), "\(asked)")
      for neighbor in found { #expect(neighbor.slips == distance(Array(asked), Array(neighbor.name))) }
    }
    for (index, word) in words.enumerated() {
      #expect(try list.entry(word, limit: 5).numbers == [UInt32(index + 1)])
    }
    #expect(try !list.entry("zzz", limit: 5).isName)
  }
}
