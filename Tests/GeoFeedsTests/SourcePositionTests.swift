import FeedTesting
import Foundation
import Geo
import Testing

@testable import GeoFeeds
@testable import GeoFormats

/// A source resumed at any of its positions delivers exactly the rest.
@Suite struct SourcePositionTests {
  static let count = 40

  static func ndjson(_ count: Int = count) -> String {
    // Lines of many lengths, one that is not JSON, and a byte-order mark at the start.
    "\u{FEFF}"
      + (0..<count).map { index in
        let fix =
          #"{"time":\#(1000 + index),"device":"d\#(index % 3)","latitude":\#(index),"longitude":2}"#
        return fix + String(repeating: " ", count: index % 7) + (index == 5 ? "\nno json\n" : "\n")
      }.joined()
  }

  static var csv: String {
    "# made by hand\ntime;name;lat;lon\n"
      + (0..<count).map { "\(1000 + $0);\"a \($0 == 9 ? "\nquoted " : "")d\($0 % 2)\";\($0);2\r\n" }.joined()
  }

  static func gpx(timed: Bool = true) -> String {
    "<gpx><trk>"
      + stride(from: 0, to: count, by: 8).map { start in
        "<trkseg>"
          + (start..<start + 8).map { index in
            let time = timed ? "<time>2026-01-01T00:00:\(10 + index)Z</time>" : ""
            return #"<trkpt lat="\#(index)" lon="2">\#(time)</trkpt>"#
          }.joined() + "</trkseg>"
      }.joined() + "</trk></gpx>"
  }

  /// Packs with the system's own gzip.
  static func packed(_ text: String, in folder: TemporaryDirectory) throws -> String {
    let path = try folder.write("packed.ndjson", Array(text.utf8))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/gzip")
    process.arguments = ["-f", path]
    try process.run()
    process.waitUntilExit()
    return path + ".gz"
  }

  private func lines(_ events: [DeviceEvent], _ directory: DeviceDirectory) -> [String] {
    events.map { "\(directory.name(of: $0.device)) \($0.time) \($0.timestamp) \($0.payload)" }
  }

  /// All events, one at a time, with the source's position after each.
  private func walk(
    _ paths: [String], _ options: FeedOptions
  ) throws -> (lines: [String], positions: [[SourcePosition]]) {
    let directory = DeviceDirectory()
    let source = try FileFeed.open(paths, directory: directory, options: options, batchSize: 1)
    var events: [DeviceEvent] = []
    var positions: [[SourcePosition]] = []
    while true {
      var batch: [DeviceEvent] = []
      let isMore = try source.read(into: &batch)
      if !batch.isEmpty {
        events += batch
        positions.append(source.positions)
      }
      if !isMore { return (lines(events, directory), positions) }
    }
  }

  private func rest(
    of paths: [String], _ options: FeedOptions, at positions: [SourcePosition]
  ) throws -> [String] {
    let directory = DeviceDirectory()
    let resuming = Dictionary(uniqueKeysWithValues: positions.map { ($0.source, $0) })
    let source = try FileFeed.open(paths, directory: directory, options: options, resuming: resuming)
    var events: [DeviceEvent] = []
    while try source.read(into: &events) {}
    return lines(events, directory)
  }

  private func check(_ paths: [String], _ options: FeedOptions = FeedOptions(), count: Int) throws {
    let whole = try walk(paths, options)
    #expect(whole.lines.count == count)
    for (index, positions) in whole.positions.enumerated() {
      #expect(positions.count == paths.count)
      #expect(try rest(of: paths, options, at: positions) == Array(whole.lines[(index + 1)...]))
    }
  }

  @Test func logResumesAfterAnyEvent() throws {
    let folder = TemporaryDirectory()
    try check([folder.write("a.ndjson", Array(Self.ndjson().utf8))], count: Self.count)
  }

  @Test func packedLogResumesAtItsUnpackedByte() throws {
    let folder = TemporaryDirectory()
    try check([Self.packed(Self.ndjson(), in: folder)], count: Self.count)
  }

  @Test func tableResumesAfterAnyRow() throws {
    let folder = TemporaryDirectory()
    try check([folder.write("a.csv", Array(Self.csv.utf8))], count: Self.count)
  }

  @Test func trackResumesAfterAnyPoint() throws {
    let folder = TemporaryDirectory()
    // Each segment but the first begins with a loss of signal.
    try check([folder.write("a.gpx", Array(Self.gpx().utf8))], count: Self.count + 4)
  }

  @Test func filledInTimesAreTheSame() throws {
    let folder = TemporaryDirectory()
    var options = FeedOptions()
    options.interval = 7
    let log = (0..<Self.count).map { #"{"latitude":\#($0),"longitude":2}"# + "\n" }.joined()
    try check([folder.write("a.ndjson", Array(log.utf8))], options, count: Self.count)
    try check([folder.write("a.gpx", Array(Self.gpx(timed: false).utf8))], options, count: Self.count + 4)
  }

  @Test func aWindowOfTimeDoesNotMoveThePosition() throws {
    let folder = TemporaryDirectory()
    var options = FeedOptions()
    options.start = 1010
    options.end = 1020
    try check([folder.write("a.ndjson", Array(Self.ndjson().utf8))], options, count: 11)
  }

  @Test func mergedSourcesResumeEachAtItsPlace() throws {
    let folder = TemporaryDirectory()
    let paths = [
      try folder.write("a.ndjson", Array(Self.ndjson(20).utf8)),
      try folder.write("b.csv", Array(Self.csv.utf8)),
      try folder.write("c.gpx", Array(Self.gpx().utf8)),
    ]
    try check(paths, count: 20 + Self.count + Self.count + 4)
  }

  @Test func aPositionBeyondOneBatchIsFoundAgain() throws {
    let folder = TemporaryDirectory()
    let log = (0..<5000).map {
      #"{"time":\#($0),"latitude":1,"longitude":2,"note":"padding of the line"}"# + "\n"
    }
    let path = try folder.write("a.ndjson", Array(log.joined().utf8))
    let whole = try walk([path], FeedOptions())
    for index in [0, 1700, 1701, 3333, 4999] {
      let rest = try rest(of: [path], FeedOptions(), at: whole.positions[index])
      #expect(rest == Array(whole.lines[(index + 1)...]))
    }
    // Counting alone gives the same place.
    let counted = SourcePosition(source: path, events: 4321)
    #expect(try rest(of: [path], FeedOptions(), at: [counted]) == Array(whole.lines[4321...]))
  }

  @Test(arguments: ["a.ndjson", "a.csv"])
  func grownLastLineIsReadAgain(name: String) throws {
    let folder = TemporaryDirectory()
    let isLog = name == "a.ndjson"
    func line(_ time: Int) -> String {
      isLog ? #"{"time":\#(time),"latitude":1,"longitude":2}"# + "\n" : "\(time),1,2\n"
    }
    let head = (isLog ? "" : "time,lat,lon\n") + line(1) + line(2)
    for cut in 0..<line(3).count {
      let path = try folder.write(name, Array((head + line(3).prefix(cut)).utf8))
      let first = try Recording([path])
      let source = try FileFeed.open(path, directory: DeviceDirectory())
      var events: [DeviceEvent] = []
      while try source.read(into: &events) {}
      #expect(events.count == first.events.count)
      let positions = source.positions
      _ = try folder.write(name, Array((head + line(3) + line(4)).utf8))
      let later = try rest(of: [path], FeedOptions(), at: positions)
      #expect(events.count + later.count == 4, "cut after \(cut) bytes of the line")
    }
  }

  @Test func standardInputHasNoPosition() throws {
    let source = NDJSONSource(
      try ByteStream(path: "-"), device: "d", directory: DeviceDirectory(), options: FeedOptions())
    #expect(source.positions.isEmpty)
  }
}

@Suite struct SourceIdentityTests {
  private func write(_ text: String, _ folder: TemporaryDirectory) throws -> String {
    try folder.write("log", Array(text.utf8))
  }

  @Test func grownFileIsTheSame() throws {
    let folder = TemporaryDirectory()
    for size in [0, 100, 4096, 10_000] {
      let path = try write(String(repeating: "a", count: size), folder)
      let identity = try #require(SourceIdentity(path: path, options: FeedOptions()))
      #expect(identity.headLength == min(size, 4096))
      _ = try write(String(repeating: "a", count: size) + "more", folder)
      #expect(identity.isStill(path, options: FeedOptions()))
    }
  }

  @Test func changedShortenedOrMissingFileIsAnother() throws {
    let folder = TemporaryDirectory()
    let path = try write(String(repeating: "a", count: 9000), folder)
    let identity = try #require(SourceIdentity(path: path, options: FeedOptions()))
    _ = try write("b" + String(repeating: "a", count: 9000), folder)
    #expect(!identity.isStill(path, options: FeedOptions()))
    _ = try write(String(repeating: "a", count: 8999), folder)
    #expect(!identity.isStill(path, options: FeedOptions()))
    #expect(!identity.isStill(path + "-gone", options: FeedOptions()))
  }

  /// R16: what a damaged state says is not taken for the length of a buffer.
  @Test(arguments: [-1, 4097, Int.max, Int.min])
  func aHeadOfAnImpossibleLengthIsOfAnotherFile(length: Int) throws {
    let path = try write("a", TemporaryDirectory())
    let identity = SourceIdentity(size: 1, headLength: length, hash: 0)
    #expect(!identity.isStill(path, options: FeedOptions()))
  }

  @Test func otherOptionsGiveOtherEvents() throws {
    let folder = TemporaryDirectory()
    let path = try write("a", folder)
    let identity = try #require(SourceIdentity(path: path, options: FeedOptions()))
    var options = FeedOptions()
    options.start = 5
    #expect(!identity.isStill(path, options: options))
  }

  @Test func onlyRegularFilesHaveAnIdentity() {
    #expect(SourceIdentity(path: "-", options: FeedOptions()) == nil)
    #expect(SourceIdentity(path: "/dev/null", options: FeedOptions()) == nil)
    #expect(SourceIdentity(path: "/tmp", options: FeedOptions()) == nil)
  }
}
