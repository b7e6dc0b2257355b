import CommandTesting
import Foundation
import Geo
import Glibc
import Synchronization
import Testing

@testable import GeoHost

/// HO-151: which files `--record-keep` removes.
@Suite struct OldRecordingsTests {
  private static let header =
    #"{"type":"recording","version":1,"program":"geoscript","started":"x","part":1}"# + "\n"
  // 2026-11-21T20:31:07Z
  private static let now = 1_795_293_067.0
  private static let day = 86_400.0

  /// Writes a file whose last line is so many days old.
  private static func write(_ command: Command, _ name: String, _ text: String = header, days: Double) throws
  {
    try text.write(to: command.url(name), atomically: false, encoding: .utf8)
    age(command.path(name), days)
  }

  private static func age(_ path: String, _ days: Double) {
    let seconds = Int(now - days * day)
    let times = [timeval(tv_sec: seconds, tv_usec: 0), timeval(tv_sec: seconds, tv_usec: 0)]
    #expect(lutimes(path, times) == 0)
  }

  private func remove(
    _ command: Command, _ name: String = "r.ndjson", _ rotation: RecordRotation = .size(1 << 20),
    spared: [String] = []
  ) -> Int {
    let old = OldRecordings(
      name: RecordingName(command.path(name)), rotation: rotation, keep: 30 * Self.day,
      spared: spared.map(command.path))
    let (removed, failures) = old.remove(at: Self.now)
    #expect(failures.isEmpty)
    return removed
  }

  /// Recordings that another rotation has written, or none, are not this one's.
  @Test func namesOfThisRotationAreParts() throws {
    let names: [(RecordRotation, [String])] = [
      (.size(1 << 20), ["r.ndjson", "r.7.ndjson"]),
      (.time(86_400), ["r-2026-10-01.ndjson", "r-2026-10-01.12.ndjson"]),
      (.time(3600), ["r-2026-10-01T20.ndjson"]), (.time(1800), ["r-2026-10-01T2030.ndjson"]),
    ]
    let all = names.flatMap(\.1) + ["r-2026-99-99.ndjson"]
    for (rotation, parts) in names {
      let command = try Command()
      for name in all { try Self.write(command, name, days: 31) }
      #expect(remove(command, "r.ndjson", rotation) == parts.count)
      for name in all { #expect(command.exists(name) != parts.contains(name), "\(name) \(rotation)") }
    }
    let command = try Command()
    try Self.write(command, "r.8.ndjson", days: 29.9)
    #expect(remove(command) == 0)
  }

  @Test func whatIsNotOursStays() throws {
    let command = try Command()
    // Other names.
    let others = [
      "rex.ndjson", "r.ndjson.bak", "r.x.ndjson", "r-2026.ndjson", "r-2026-10-01T203.ndjson", "xr.ndjson",
      "r.ndjson.gz", "r-2026-10-01T20:30.ndjson", "r.7.8.ndjson",
    ]
    for name in others { try Self.write(command, name, days: 400) }
    // Other contents.
    for (index, text) in ["", "{\"type\":\"location\"}\n", "my diary\n", "{\"type\":\"recording\""]
      .enumerated()
    {
      try Self.write(command, "r.\(index + 1).ndjson", text, days: 400)
    }
    // A link to a recording, a folder, and a file that the run reads.
    try Self.write(command, "elsewhere.ndjson", days: 400)
    #expect(symlink("elsewhere.ndjson", command.path("r.9.ndjson")) == 0)
    Self.age(command.path("r.9.ndjson"), 400)
    try FileManager.default.createDirectory(
      at: command.url("r.10.ndjson"), withIntermediateDirectories: false)
    Self.age(command.path("r.10.ndjson"), 400)
    try Self.write(command, "r.ndjson", days: 400)
    let before = try FileManager.default.contentsOfDirectory(atPath: command.folder.path).sorted()
    #expect(remove(command, spared: ["r.ndjson"]) == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: command.folder.path).sorted() == before)
    #expect(remove(command) == 1)
    #expect(!command.exists("r.ndjson") && command.exists("elsewhere.ndjson"))
  }

  @Test func packedPartsAreParts() throws {
    let command = try Command()
    try Self.write(command, "r-2026-10-01.ndjson", days: 31)
    #expect(try command.shell("gzip r-2026-10-01.ndjson && echo diary | gzip >r.ndjson.gz").code == 0)
    Self.age(command.path("r-2026-10-01.ndjson.gz"), 31)
    Self.age(command.path("r.ndjson.gz"), 31)
    #expect(remove(command, "r.ndjson.gz", .time(86_400)) == 1)
    #expect(command.exists("r.ndjson.gz"))
  }

  /// At the start, with each new part, and an hour after the last look.
  @Test func theRecordingLooksForOldParts() throws {
    let command = try Command()
    let clock = FakeClock(Self.now)
    let said = Mutex<[String]>([])
    try Self.write(command, "r-2026-10-01.ndjson", days: 31)
    try Self.write(command, "r-2026-10-22.ndjson", days: 29.5)
    try Self.write(command, "r-2026-10-23.ndjson", days: 29.2)
    var parts = try RecordingParts(
      .init(path: command.path("r.ndjson"), rotation: .time(86_400), keep: 30 * Self.day), DeviceDirectory(),
      clock: { clock.now },
      .init(
        note: { text in said.withLock { $0.append(text) } },
        warn: { text in said.withLock { $0.append(text) } }),
      waits: { true })
    #expect(!command.exists("r-2026-10-01.ndjson") && command.exists("r-2026-10-22.ndjson"))
    #expect(said.withLock { $0 } == ["\(command.path("r.ndjson")): removed 1 part older than --record-keep"])
    clock.move(to: Self.now + 0.6 * Self.day)
    let line = Array("{}\n".utf8)
    _ = line.withUnsafeBytes { parts.write($0) }
    #expect(!command.exists("r-2026-10-22.ndjson") && command.exists("r-2026-10-23.ndjson"))
    clock.move(to: Self.now + 0.6 * Self.day + 3599)
    Self.age(command.path("r-2026-10-23.ndjson"), 40)
    parts.removeOldIfDue()
    #expect(command.exists("r-2026-10-23.ndjson"))
    clock.move(to: Self.now + 0.6 * Self.day + 3600)
    parts.removeOldIfDue()
    #expect(!command.exists("r-2026-10-23.ndjson"))
    // Its own file stays, however old.
    Self.age(parts.path, 50)
    clock.move(to: Self.now + 0.7 * Self.day)
    parts.removeOldIfDue()
    #expect(FileManager.default.fileExists(atPath: parts.path))
  }

  @Test func theOptionRemovesPartsAtTheStartAndKeepsItsSource() throws {
    let command = try Command([
      "s.lua": "", "log.ndjson": Sample.log(1), "old.ndjson": Self.header + Sample.log(1),
    ])
    #expect(
      try command.shell("cp old.ndjson r-2020-01-01.ndjson; cp old.ndjson r.3.ndjson; touch -d 2020-01-02 r*")
        .code
        == 0)
    let result = try command.run(
      "run", "s.lua", "--from", "log.ndjson", "--from", "r.3.ndjson", "--record", "r.ndjson", "--record-keep",
      "30d")
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.errors.contains("r.ndjson: removed 1 part older than --record-keep"))
    #expect(!command.exists("r-2020-01-01.ndjson") && command.exists("r.3.ndjson"))
    // Without --record-rotate a part is a day.
    let made = try FileManager.default.contentsOfDirectory(atPath: command.folder.path)
    #expect(made.contains { $0.wholeMatch(of: /r-20\d\d-\d\d-\d\d\.ndjson/) != nil })
  }

  @Test(arguments: [
    (["--record-keep", "30d"], "--record-keep needs --record"),
    (
      ["--record", "r.ndjson", "--record-keep", "30"],
      "--record-keep takes a time such as 30d or 12h, got '30'"
    ),
    (
      ["--record", "r.ndjson", "--record-keep", "0d"],
      "--record-keep takes a time such as 30d or 12h, got '0d'"
    ),
    (["--record", "r.ndjson", "--record-keep", "12h"], "--record-keep 12h is shorter than a part"),
  ])
  func whatCannotBeKeptIsRefused(words: [String], message: String) throws {
    let command = try Command(["s.lua": "", "log.ndjson": Sample.log(1)])
    let result = try command.start(["run", "s.lua", "--from", "log.ndjson"] + words).wait()
    #expect(result.code == 64)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(!command.exists("r.ndjson"))
  }
}
