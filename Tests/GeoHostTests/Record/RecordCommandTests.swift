import CommandTesting
import Foundation
import Geo
import Testing

@testable import GeoHost

/// `--record`: files, names, parts, faults.
@Suite struct RecordCommandTests {
  private func command(_ count: Int = 50) throws -> Command {
    try Command(["s.lua": Sample.prints, "log.ndjson": Sample.log(count, devices: ["a", "b"])])
  }

  @Test(arguments: ["r.ndjson", "r.ndjson.gz"]) func aReplayIsRecorded(name: String) throws {
    let command = try command()
    let first = try command.run("run", "s.lua", "--from", "log.ndjson", "--record", name)
    #expect(first.code == 0)
    #expect(first.errors.contains("recorded: "))
    let again = try command.run("run", "s.lua", "--from", name)
    #expect(again.output == first.output)
    if name.hasSuffix(".gz") {
      #expect(try command.shell("gzip -t r.ndjson.gz && gunzip r.ndjson.gz").code == 0)
    }
    let lines = command.read("r.ndjson").split(separator: "\n")
    #expect(
      lines[0].hasPrefix(
        #"{"type":"recording","version":1,"program":"geoscript/\#(Product.version)","started":"2"#))
    #expect(lines[1...2] == [#"{"type":"device","device":"a"}"#, #"{"type":"device","device":"b"}"#])
    #expect(
      lines[3] == #"{"time":1780000000,"device":"a","latitude":0,"longitude":2,"horizontalAccuracy":5}"#)
    #expect(lines.count == 103)
  }

  @Test func aRecordingIsNeverWrittenOver() throws {
    let command = try command()
    for _ in 0..<2 {
      #expect(try command.run("run", "s.lua", "--from", "log.ndjson", "--record", "r.ndjson").code == 0)
    }
    let first = command.read("r.ndjson")
    let third = try command.run("run", "s.lua", "--from", "log.ndjson", "--record", "r.ndjson")
    #expect(
      third.errors.contains("r.ndjson exists and is left as it is: the recording goes to r.2.ndjson"))
    #expect(command.read("r.ndjson") == first)
    #expect(
      command.read("r.1.ndjson").split(separator: "\n").dropFirst()
        == first.split(separator: "\n").dropFirst())
    #expect(command.exists("r.2.ndjson"))
  }

  @Test(arguments: ["r.ndjson", "r.ndjson.gz"]) func partsBySizeAreTheWhole(name: String) throws {
    let command = try command(400)
    let first = try command.run(
      "run", "s.lua", "--from", "log.ndjson", "--record", name, "--record-rotate", "8k", "--jobs", "1")
    #expect(first.code == 0)
    let parts = try FileManager.default.contentsOfDirectory(atPath: command.folder.path)
      .filter { $0.hasPrefix("r.") }
    if name == "r.ndjson" {
      #expect(parts.count > 8)
      for part in parts {
        let text = command.read(part)
        #expect(text.utf8.count <= 8192 && text.hasSuffix("}\n") && text.hasPrefix(#"{"type":"recording""#))
        // Each is a complete recording.
        #expect(try command.run("run", "s.lua", "--from", part).code == 0)
      }
    }
    // In any order.
    let words = parts.shuffled().flatMap { ["--from", $0] }
    let again = try command.start(["run", "s.lua"] + words).wait()
    #expect(again.output == first.output)
  }

  @Test func partsByTimeAreNamedByIt() throws {
    let name = RecordingName("dir.d/rec.ndjson.gz")
    var taken: Set<String> = []
    func path(_ word: String, _ time: TimeInterval) throws -> String {
      let path = name.path(try RecordRotation(word), at: time) { taken.contains($0) }
      taken.insert(path)
      return path
    }
    // 2026-11-21T20:31:07Z
    let time = 1_795_293_067.0
    #expect(try path("day", time) == "dir.d/rec-2026-11-21.ndjson.gz")
    #expect(try path("1d", time) == "dir.d/rec-2026-11-21.1.ndjson.gz")
    #expect(try path("1h", time) == "dir.d/rec-2026-11-21T20.ndjson.gz")
    #expect(try path("30m", time) == "dir.d/rec-2026-11-21T2030.ndjson.gz")
    #expect(try path("1G", time) == "dir.d/rec.ndjson.gz")
    #expect(try path("1G", time) == "dir.d/rec.1.ndjson.gz")
    #expect(RecordingName("rec").path(nil, at: 0) { $0 == "rec" } == "rec.1")
    #expect(RecordingName(".rec").path(nil, at: 0) { $0 == ".rec" } == ".rec.1")
  }

  @Test(arguments: ["1", "M", "0M", "-1M", "1x", "1.5M", "1 M", "3k", "9999d", "99999999999999999999M"])
  func noRotationIsRefused(word: String) throws {
    let command = try command(1)
    let result = try command.run(
      "run", "s.lua", "--from", "log.ndjson", "--record", "r", "--record-rotate=\(word)")
    #expect(result.code == 64)
    #expect(result.errors.contains("a size such as 100M or 1G, or a time such as 30m, 1h, hour or day"))
    #expect(!command.exists("r"))
  }

  @Test func aMissingFolderIsReportedBeforeAnythingRuns() throws {
    let result = try command().run("run", "s.lua", "--from", "log.ndjson", "--record", "no/r.ndjson")
    #expect(result.code == 73 && result.output == "")
    #expect(result.errors.contains("no/r.ndjson: cannot record: No such file or directory"))
  }

  @Test func aRunThatCannotBeginLeavesNoFile() throws {
    let command = try Command(["s.lua": "x ==", "log.ndjson": Sample.log(1)])
    #expect(try command.run("run", "s.lua", "--from", "log.ndjson", "--record", "r.ndjson").code == 65)
    #expect(!command.exists("r.ndjson"))
  }

  @Test func aFullDiskIsReportedOnceAndTheRunContinues() throws {
    let command = try command()
    let result = try command.run("run", "s.lua", "--from", "log.ndjson", "--record", "/dev/full")
    #expect(result.code == 74)
    #expect(result.lines.count == 100)
    #expect(result.errors.components(separatedBy: "cannot record: No space left on device").count == 2)
    #expect(result.errors.contains("the recording is incomplete: 102 lines lost: No space left on device"))
  }

  /// The file cannot grow beyond a limit, as on a full disk: it has as many complete lines as fit.
  @Test(arguments: ["r.ndjson", "r.ndjson.gz"]) func aFileThatCannotGrowHasWholeLines(name: String) throws {
    let command = try Command(["s.lua": "", "log.ndjson": Sample.log(20_000, devices: ["a", "b"])])
    let result = try command.shell("ulimit -f 32; $geoscript run s.lua --from log.ndjson --record \(name)")
    #expect(result.code == 74)
    let isPacked = name.hasSuffix(".gz")
    let size = try FileManager.default.attributesOfItem(atPath: command.path(name))[.size] as? Int ?? 0
    // Blocks of 512 bytes.
    #expect(size <= 16_384 && size > (isPacked ? 15_000 : 16_200))
    // Compressed, it is complete to its end.
    let text = try command.shell(isPacked ? "zcat \(name)" : "cat \(name)")
    #expect(text.code == 0)
    #expect(text.output.hasSuffix("}\n"))
    let lines = text.output.split(separator: "\n").count
    #expect(result.errors.contains("is incomplete: \(grouped(40_003 - lines)) lines lost: File too large"))
    #expect(try command.run("run", "s.lua", "--from", name).code == 0)
  }

  /// A reader that stops reading its pipe delays the run, but not its end.
  @Test func aPipeThatNobodyEmptiesDoesNotHoldTheEnd() throws {
    let command = try Command(["s.lua": "", "log.ndjson": Sample.log(20_000, devices: ["a", "b"])])
    #expect(try command.shell("mkfifo p").code == 0)
    let reader = try command.start(["-c", "exec 3<p; sleep 60"], program: "/bin/sh")
    let running = try command.start(["run", "s.lua", "--from", "log.ndjson", "--record", "p"])
    // More than a pipe holds.
    #expect(running.waitForHandlers())
    usleep(1_000_000)
    running.send(SIGINT)
    let result = running.wait()
    reader.send(SIGKILL)
    _ = reader.wait()
    #expect(result.code == 130)
    #expect(result.errors.contains("lost: its reader has stopped reading"))
  }

  @Test func aPipeThatNobodyOpensDoesNotHoldTheEnd() throws {
    let command = try command()
    #expect(try command.shell("mkfifo p").code == 0)
    let running = try command.start(["run", "s.lua", "--from", "log.ndjson", "--record", "p"])
    #expect(running.waitForHandlers())
    usleep(200_000)
    running.send(SIGINT)
    let result = running.wait()
    #expect(result.code == 73)
    #expect(result.errors.contains("p: cannot record: nobody reads it"))
  }

  @Test func aPipeThatIsReadGetsEveryLine() throws {
    let command = try Command(["s.lua": "", "log.ndjson": Sample.log(20_000, devices: ["a", "b"])])
    let result = try command.shell(
      "mkfifo p; (sleep 0.3; cat p >r) & $geoscript run s.lua --from log.ndjson --record p; wait")
    #expect(result.code == 0)
    #expect(command.read("r").split(separator: "\n").count == 40_003)
  }

  @Test(arguments: ["r.ndjson", "r.ndjson.gz"]) func aKilledRunLeavesWhatWasWritten(name: String) throws {
    let command = try command(3)
    let pipe = try command.shell("mkfifo p")
    #expect(pipe.code == 0)
    let running = try command.start(
      ["-c", "exec $geoscript run s.lua --from - --record \(name) < p"], program: "/bin/sh")
    let writer = try command.start(["-c", "exec > p; cat log.ndjson; sleep 30"], program: "/bin/sh")
    // A second after the last event everything is in the file.
    #expect(
      Running.eventually {
        (try? FileManager.default.attributesOfItem(atPath: command.path(name))[.size] as? Int) ?? 0 > 150
      })
    usleep(1_300_000)
    running.send(SIGKILL)
    writer.send(SIGKILL)
    _ = running.wait()
    _ = writer.wait()
    let again = try command.run("run", "s.lua", "--from", name)
    #expect(again.code == 0)
    #expect(again.lines.count == 6)
    if name.hasSuffix(".gz") { #expect(again.errors.contains("input cut short")) }
  }

  @Test func aRecordingOfANewerVersionIsRefused() throws {
    let command = try Command([
      "s.lua": Sample.prints, "r.ndjson": "{\"type\":\"recording\",\"version\":2}\n",
    ])
    let result = try command.run("run", "s.lua", "--from", "r.ndjson")
    #expect(result.code == 65)
    #expect(
      result.errors.contains("r.ndjson:1: is a recording of version 2; this geoscript reads version 1"))
  }
}
