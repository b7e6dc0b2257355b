import CommandTesting
import Foundation
import Geo
import Synchronization
import Testing

@testable import GeoHost

/// The file of each line of a recording, whatever happens to clocks and folders.
@Suite struct RecordingPartsTests {
  /// The messages to the user.
  private final class Words: Sendable {
    private let said = Mutex<[String]>([])
    var all: [String] { said.withLock { $0 } }
    var report: RecordingParts.Report {
      .init(
        note: { text in self.said.withLock { $0.append(text) } },
        warn: { text in self.said.withLock { $0.append(text) } })
    }
  }

  // 2026-11-21T23:59:59Z
  private static let evening = 1_795_305_599.0

  private func parts(
    _ path: String, _ rotation: RecordRotation?, _ clock: FakeClock, _ words: Words = Words()
  ) throws -> RecordingParts {
    try RecordingParts(
      .init(path: path, rotation: rotation), DeviceDirectory(), clock: { clock.now }, words.report,
      waits: { true })
  }

  private func write(_ text: String, to parts: inout RecordingParts) {
    var bytes = Array((text + "\n").utf8)
    let outcome = bytes.withUnsafeBytes { parts.write($0) }
    #expect(outcome.count == bytes.count && outcome.error == 0)
    bytes = []
  }

  private func files(_ command: Command) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: command.folder.path).sorted()
  }

  @Test func aClockThatIsSetBackAtMidnightStaysInTheNewDay() throws {
    let command = try Command()
    let clock = FakeClock(RecordingPartsTests.evening)
    var parts = try parts(command.path("r.ndjson"), .time(86_400), clock)
    write("a", to: &parts)
    for (time, line) in [(1.0, "b"), (-1, "c"), (2, "d"), (-3, "e")] {
      clock.move(to: RecordingPartsTests.evening + time)
      write(line, to: &parts)
    }
    #expect(try files(command) == ["r-2026-11-21.ndjson", "r-2026-11-22.ndjson"])
    #expect(command.read("r-2026-11-21.ndjson").hasSuffix("}\na\n"))
    #expect(command.read("r-2026-11-22.ndjson").hasSuffix("}\nb\nc\nd\ne\n"))
    // A date that is wrong by years is different.
    clock.move(to: RecordingPartsTests.evening - 86_400 * 400)
    write("f", to: &parts)
    #expect(try files(command).first == "r-2025-10-17.ndjson")
  }

  @Test func aFailedNextFileIsReportedOnceAndTheLastContinues() throws {
    let command = try Command()
    let (clock, words) = (FakeClock(RecordingPartsTests.evening), Words())
    try FileManager.default.createDirectory(at: command.url("there"), withIntermediateDirectories: false)
    var parts = try parts(command.path("there/r.ndjson.gz"), .time(86_400), clock, words)
    write("a", to: &parts)
    try FileManager.default.moveItem(at: command.url("there"), to: command.url("gone"))
    clock.move(to: RecordingPartsTests.evening + 5)
    write("b", to: &parts)
    write("c", to: &parts)
    #expect(
      words.all.count == 1
        && words.all.first?.contains("No such file or directory; the recording continues in") == true)
    try FileManager.default.moveItem(at: command.url("gone"), to: command.url("there"))
    write("d", to: &parts)
    #expect(parts.finish() == 0)
    // Both are complete.
    let text = try command.shell(
      "cd there && gzip -t *.gz && zcat r-2026-11-21.ndjson.gz && zcat r-2026-11-22.ndjson.gz")
    #expect(text.code == 0)
    #expect(text.lines.filter { $0.count == 1 } == ["a", "b", "c", "d"])
    #expect(parts.count == 2)
  }

  @Test func aFileThatIsDeletedIsFollowedByAnother() throws {
    let command = try Command()
    let words = Words()
    var parts = try parts(command.path("r.ndjson"), nil, FakeClock(1000), words)
    write("a", to: &parts)
    try FileManager.default.removeItem(at: command.url("r.ndjson"))
    write("b", to: &parts)
    #expect(command.read("r.ndjson").hasSuffix(#""part":2}"# + "\nb\n"))
    #expect(
      words.all.count == 1 && words.all.first?.contains("r.ndjson was deleted") == true)
  }

  @Test func aFileThatIsDeletedBeforeItsFirstLineIsMadeAnew() throws {
    let command = try Command()
    let words = Words()
    var parts = try parts(command.path("r.ndjson"), nil, FakeClock(1000), words)
    try FileManager.default.removeItem(at: command.url("r.ndjson"))
    write("a", to: &parts)
    write("b", to: &parts)
    #expect(command.read("r.ndjson").hasSuffix("\na\nb\n"))
    #expect(words.all.count == 1 && words.all.first?.contains("its contents are lost") == false)
  }

  @Test func twoRunsOfOneNameHaveAFileEach() throws {
    let command = try Command()
    var made: [RecordingParts] = []
    for _ in 0..<3 { made.append(try parts(command.path("r.ndjson"), nil, FakeClock(1000))) }
    for index in made.indices { write("\(index)", to: &made[index]) }
    #expect(try files(command) == ["r.1.ndjson", "r.2.ndjson", "r.ndjson"])
    #expect(command.read("r.1.ndjson").hasSuffix("}\n1\n"))
  }

  @Test func aLinkToNothingIsNotWrittenThrough() throws {
    let command = try Command()
    #expect(try command.shell("ln -s nowhere r.ndjson").code == 0)
    var parts = try parts(command.path("r.ndjson"), nil, FakeClock(1000))
    write("a", to: &parts)
    #expect(parts.path == command.path("r.1.ndjson") && !command.exists("nowhere"))
  }

  @Test(arguments: ["-", "/dev/stdout"]) func aRecordingCannotGoToStandardOutput(path: String) throws {
    let command = try Command(["s.lua": "", "log.ndjson": Sample.log(1)])
    let result = try command.run("run", "s.lua", "--from", "log.ndjson", "--record", path)
    #expect(result.code == 64 && result.output == "")
    #expect(result.errors.contains("\(path): a recording cannot go where the script's output goes"))
  }
}
