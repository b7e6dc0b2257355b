import FeedTesting
import Geo
import GeoFormats
import Testing

@testable import GeoFeeds

@Suite struct MergedSourceTests {
  static func log(_ times: [Int]) -> String {
    times.map { "{\"type\":\"clock\",\"time\":\($0)}\n" }.joined()
  }

  func merged(_ logs: [[Int]]) throws -> Recording {
    let folder = TemporaryDirectory()
    let paths = try logs.enumerated().map { try folder.write("s\($0.offset).ndjson", Self.log($0.element)) }
    return try Recording(paths)
  }

  @Test func eventsComeInOrderOfTime() throws {
    let recording = try merged([[1, 4, 7], [2, 5], [], [3, 6, 8]])
    #expect(recording.times == [1, 2, 3, 4, 5, 6, 7, 8])
  }

  @Test func theEarlierSourceBreaksTies() throws {
    let recording = try merged([[1, 1, 2], [1, 2], [0, 1]])
    #expect(recording.devices == ["s2", "s0", "s0", "s1", "s2", "s0", "s1"])
  }

  @Test func aSourceWhoseTimesGoBackKeepsItsOrder() throws {
    let recording = try merged([[5, 1, 6], [2, 7]])
    #expect(recording.times == [2, 5, 1, 6, 7])
  }

  @Test func manyEventsAreAllThere() throws {
    let recording = try merged((0..<7).map { source in (0..<30_000).map { $0 * 7 + source } })
    #expect(recording.times == (0..<210_000).map(Double.init))
  }

  @Test func skipsAndNotesAreAdded() throws {
    let folder = TemporaryDirectory()
    let recording = try Recording([
      folder.write("a.ndjson", "x\n\(Self.log([1]))"), folder.write("b.ndjson", "x\nx\n"),
      folder.write("c.csv", "lat,lon,t\n1,2,3\n"),
    ])
    #expect(recording.skips["not JSON"] == 3)
    #expect(recording.firstSkips.first?.hasPrefix(folder.path + "/a.ndjson:1: ") == true)
    #expect(recording.notes.count == 1)
    #expect(recording.times == [1, 3])
  }

  @Test func aSourceThatFailsDoesNotSilenceTheOthers() throws {
    let folder = TemporaryDirectory()
    let paths = try [folder.write("a.gpx", "no xml"), folder.write("b.ndjson", Self.log([1, 2]))]
    let source = try FileFeed.open(paths, directory: DeviceDirectory())
    var batch: [DeviceEvent] = []
    #expect(throws: GeoError.self) { while try source.read(into: &batch) {} }
    while try source.read(into: &batch) {}
    #expect(batch.map(\.time) == [1, 2])
  }

  @Test func theFractionGrowsToOne() throws {
    let folder = TemporaryDirectory()
    let paths = try ["a.ndjson", "b.ndjson"].map { try folder.write($0, Self.log(Array(0..<50_000))) }
    let source = try FileFeed.open(paths, directory: DeviceDirectory())
    var batch: [DeviceEvent] = []
    // The first bytes were read: they reveal the format.
    #expect(try #require(source.fraction) < 0.1)
    _ = try source.read(into: &batch)
    let early = try #require(source.fraction)
    #expect(early > 0 && early < 0.5)
    while try source.read(into: &batch) {}
    #expect(source.fraction == 1)
  }
}
