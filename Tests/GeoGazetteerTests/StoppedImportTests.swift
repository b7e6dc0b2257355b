import FeedTesting
import Geo
import GeoTesting
import Glibc
import Testing

@testable import GeoGazetteer

@Suite struct StoppedImportTests {
  private let folder = TemporaryDirectory()
  private var path: String { folder.path + "/g.sqlite" }

  /// The records of two files: repeated keys, also across the files, and names before and after their places.
  private static let files: [(hash: String, records: [GazetteerRecord])] = ["one", "two"].enumerated().map {
    file, hash in
    var generator = SplitMix(seed: UInt64(file))
    return (
      hash,
      (0..<200).map { number in
        let key = "k\(generator.next() % 120)"
        if number % 3 == 0 { return .name(PlaceName("\(hash) name \(number)", language: "en"), of: key) }
        if number % 17 == 0 { return GazetteerFiles.area("A.\(number % 5)", hash, hasShape: number % 2 == 0) }
        return GazetteerFiles.place(
          key, "\(hash) \(number)", Double(number % 80), 1, population: Int(generator.next() % 1000),
          names: [PlaceName("own \(number)")])
      }
    )
  }

  /// Adds all records that are missing; stops without warning after `count` records, some of which are
  /// stored.
  ///
  /// - Returns: whether it reached the end.
  private func work(
    stopAfter count: Int = .max, keepingEvery batch: Int = 31, mode: GazetteerBuilder.Mode = .new
  ) throws -> Bool {
    let builder = try GazetteerBuilder(path: path, mode: mode)
    var done = 0
    for file in StoppedImportTests.files {
      guard let first = try builder.begin(GazetteerFiles.source(file.hash)) else { continue }
      for record in file.records.dropFirst(first) {
        if done == count { return false }
        try builder.add(record)
        done += 1
        if done % batch == 0 { try builder.commit() }
      }
      try builder.end()
    }
    try builder.finish()
    return true
  }

  @Test func anImportKilledAnywhereEndsLikeAnUninterruptedOne() throws {
    #expect(try work())
    let undisturbed = try GazetteerFiles.rows(path)
    var generator = SplitMix(seed: 42)
    for _ in 0..<5 {
      unlink(path)
      var kills = 0
      while try !work(stopAfter: Int(generator.next() % 150), keepingEvery: 11 + Int(generator.next() % 40)) {
        kills += 1
        #expect(access(path, F_OK) != 0)
      }
      #expect(kills > 1)
      #expect(try GazetteerFiles.rows(path) == undisturbed)
    }
  }

  @Test func aKilledImportIntoAGazetteerEndsLikeAnUninterruptedOne() throws {
    let base: [GazetteerRecord] = [
      GazetteerFiles.place("k1", "Base", 1, 1, names: [PlaceName("old")]),
      .name(PlaceName("other"), of: "k2"),
      GazetteerFiles.place("base", "Base", 1, 1),
    ]
    try GazetteerFiles.build(path, base)
    let before = try GazetteerFiles.rows(path)
    #expect(try !work(stopAfter: 100, mode: .add))
    #expect(try GazetteerFiles.rows(path) == before)
    #expect(try work(mode: .add))
    let resumed = try GazetteerFiles.rows(path)
    unlink(path)
    try GazetteerFiles.build(path, base)
    #expect(try work(mode: .add))
    #expect(try GazetteerFiles.rows(path) == resumed)
    #expect(try GazetteerFiles.keys(path).contains("base"))
  }

  @Test func importingIntoAGazetteerEqualsABuildOfAllFiles() throws {
    let halves = [GazetteerFiles.all.prefix(4), GazetteerFiles.all.suffix(5)].map(Array.init)
    for (path, modes) in [(path, [GazetteerBuilder.Mode.new, .add]), (folder.path + "/h", [.new])] {
      for (number, mode) in modes.enumerated() {
        let builder = try GazetteerBuilder(path: path, mode: mode)
        for hash in modes.count == 2 ? [number] : [0, 1] {
          try builder.begin(GazetteerFiles.source("\(hash)"))
          for record in halves[hash] { try builder.add(record) }
        }
        try builder.finish()
      }
    }
    let (one, all) = (try GazetteerFiles.rows(path), try GazetteerFiles.rows(folder.path + "/h"))
    #expect(one == all)
  }

  @Test func theSameFileTwiceChangesNothing() throws {
    #expect(try work())
    let before = try GazetteerFiles.rows(path)
    let builder = try GazetteerBuilder(path: path, mode: .add)
    for file in StoppedImportTests.files {
      #expect(try builder.begin(GazetteerFiles.source(file.hash)) == nil)
    }
    try builder.finish()
    #expect(try GazetteerFiles.rows(path) == before)
  }

  @Test func anUnfinishedImportOfOtherFilesIsNotContinued() throws {
    #expect(try !work(stopAfter: 50))
    let other = try GazetteerBuilder(path: path)
    #expect(
      refusal { try other.begin(GazetteerFiles.source("three")) }?.contains(
        "unfinished import of other files")
        == true)
  }

  @Test func anUnfinishedImportOfMoreFilesIsNotFinishedWithFewer() throws {
    #expect(try !work(stopAfter: 250))
    let fewer = try GazetteerBuilder(path: path)
    #expect(try fewer.begin(GazetteerFiles.source("one")) == nil)
    #expect(refusal { try fewer.finish() }?.contains("test two among them") == true)
    #expect(access(path, F_OK) != 0)
  }

  @Test func restartingDropsWhatIsUnfinished() throws {
    #expect(try !work(stopAfter: 50))
    let other = try GazetteerBuilder(path: path, restarting: true)
    try other.begin(GazetteerFiles.source("three"))
    try other.add(GazetteerFiles.place("a", "A", 1, 1))
    try other.finish()
    #expect(try GazetteerFiles.keys(path) == ["a"])
  }

  @Test func anUnfinishedImportIntoAGazetteerThatChangedIsRefused() throws {
    try GazetteerFiles.build(path, [GazetteerFiles.place("a", "A", 1, 1)])
    #expect(try !work(stopAfter: 50, mode: .add))
    let part = path + ".part"
    rename(part, path + ".kept")
    #expect(try work(mode: .replace))
    rename(path + ".kept", part)
    #expect(refusal { _ = try work(mode: .add) }?.contains("has changed since") == true)
  }

  private func refusal(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return "\(error)" }
    return nil
  }
}

/// - Source: Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators" (2014), figure 1.
private struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
