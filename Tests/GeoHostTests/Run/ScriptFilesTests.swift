import CommandTesting
import Foundation
import Testing

/// Files that scripts write (HO-46).
@Suite struct ScriptFilesTests {
  private func run(_ line: String, _ words: [String] = ["--allow-write", "out"]) throws -> (
    Command, Command.Result
  ) {
    let command = try Command(["s.lua": line, "a.ndjson": Sample.log(1, devices: ["jane/phone", "b"])])
    return (command, try command.start(["run", "s.lua", "--from", "a.ndjson"] + words).wait())
  }

  @Test func appendFileAddsAndMakesFolders() throws {
    let (command, result) = try run(
      """
      for i = 1, 3 do geoscript.appendFile("out/days/" .. geoscript.device.fileName .. ".txt", i .. "\\n") end
      geoscript.writeFile("out/a/b/c.txt", "one") geoscript.writeFile("out/a/b/c.txt", "two")
      """)
    #expect(result.code == 0, "\(result.errors)")
    #expect(
      command.read("out/days/jane%2Fphone.txt") == "1\n2\n3\n"
        && command.read("out/days/b.txt") == "1\n2\n3\n")
    #expect(command.read("out/a/b/c.txt") == "two")
  }

  @Test(arguments: [
    ("elsewhere/x.txt", 77, "elsewhere/x.txt: writing it needs --allow-write="),
    ("out/../x.txt", 77, "out/../x.txt: writing it needs --allow-write="),
    ("out/new/../../x.txt", 77, "out/new/../../x.txt: writing it needs --allow-write="),
    ("s.lua/x.txt", 77, "s.lua/x.txt: writing it needs"), ("out/", 73, "out/: is not a file name"),
  ])
  func nothingIsMadeOutsideOfTheFolder(path: String, code: Int32, message: String) throws {
    for function in ["appendFile", "writeFile"] {
      let (command, result) = try run("geoscript.\(function)('\(path)', 'x')")
      #expect(result.code == code && result.errors.contains(message), "\(result.code): \(result.errors)")
      #expect(!command.exists("elsewhere") && !command.exists("x.txt") && !command.exists("out/new"))
    }
  }

  /// A name is as long as its bytes, and an accent belongs to no slash.
  @Test(arguments: [
    "Москва.txt", "日.txt", "Łódź/ñandú.txt", "e\u{301}\u{301}.txt", "\u{301}.txt", "a\r\n.txt",
  ])
  func aNameMayHaveAnyLetters(name: String) throws {
    let line = "geoscript.writeFile('out/\(name.replacing("\r\n", with: "\\r\\n"))', 'x')"
    let (command, result) = try run(line)
    #expect(result.code == 0, "\(result.errors)")
    #expect(command.read("out/" + name) == "x")
    #expect(try run(line, ["--allow-write", "elsewhere"]).1.code == 77)
  }

  @Test(arguments: ["link", "dangling"]) func aLinkLeadsNowhere(name: String) throws {
    let outside = try Command(["kept.txt": "kept\n"])
    let command = try Command([
      "s.lua": """
      print(pcall(geoscript.appendFile, "out/\(name)/x.txt", "x"))
      print(pcall(geoscript.appendFile, "out/file.txt", "x"))
      """, "a.ndjson": Sample.log(1),
    ])
    let files = FileManager.default
    try files.createDirectory(at: command.url("out"), withIntermediateDirectories: true)
    try files.createSymbolicLink(at: command.url("out/link"), withDestinationURL: outside.folder)
    try files.createSymbolicLink(at: command.url("out/dangling"), withDestinationURL: outside.url("none"))
    try files.createSymbolicLink(at: command.url("out/file.txt"), withDestinationURL: outside.url("kept.txt"))
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--allow-write", "out")
    #expect(result.lines.count == 2 && result.lines.allSatisfy { $0.hasPrefix("false") }, "\(result.output)")
    #expect(outside.read("kept.txt") == "kept\n" && !outside.exists("x.txt") && !outside.exists("none"))
  }

  @Test func aPipeIsNotWaitedFor() throws {
    let command = try Command(["s.lua": "geoscript.appendFile('pipe', 'x')", "a.ndjson": Sample.log(1)])
    mkfifo(command.path("pipe"), 0o600)
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--allow-write", ".")
    #expect(result.code == 73 && result.errors.contains("expected a regular file"), "\(result.errors)")
  }

  @Test func devicesOnSeveralThreadsDoNotMixTheirLines() throws {
    let devices = (0..<20).map { "d\($0)" }
    let line = "geoscript.appendFile('all.txt', string.rep(geoscript.device.name .. ' ', 500) .. '\\n')"
    let command = try Command(["s.lua": line, "a.ndjson": Sample.log(1, devices: devices)])
    #expect(
      try command.run("run", "s.lua", "--from", "a.ndjson", "--allow-write", ".", "--jobs", "3").code == 0)
    let lines = command.read("all.txt").split(separator: "\n")
    #expect(lines.count == 20 && lines.allSatisfy { Set($0.split(separator: " ")).count == 1 })
  }

  /// HO-199: the name, a symbolic link and a hard link of each file that the run uses.
  @Test(arguments: [
    ("s.lua", "the script"), ("lib.lua", "a module of the script"), ("a.ndjson", "an input of --from"),
    ("home.geojson", "a file of --fences"), ("of.csv", "the file of --settings"),
    ("geoscript.toml", "the configuration"), ("trips.csv", "the table 'trips' of --table"),
    ("alerts.ndjson", "the file of --alerts"), ("r.1.ndjson", "the recording of --record"),
    ("map-0001.png", "a picture of --map"), ("day.html", "the file of --page"),
    ("s/any", "a file of --state"),
  ])
  func noFileOfTheRunIsWritten(name: String, use: String) throws {
    let command = try Command([
      "s.lua": """
      require "lib"
      geoscript.writeFile("free.txt", "x")
      geoscript[geoscript.args[1]](geoscript.args[2], "x")
      """, "lib.lua": "", "a.ndjson": Sample.log(1), "of.csv": "device,km\na,1\n", "geoscript.toml": "",
      "home.geojson": #"{"type":"FeatureCollection","features":[]}"#,
    ])
    let words = [
      "run", "s.lua", "--from", "a.ndjson", "--allow-write", ".", "--fences", "home.geojson", "--settings",
      "of.csv",
      "--table", "trips=trips.csv", "--alerts", "ndjson:alerts.ndjson", "--record", "r.ndjson", "--map",
      "map.png",
      "--page", "day.html", "--state", "s", "-f", "--",
    ]
    let before = command.read(name)
    var names = [name]
    if command.exists(name) {
      symlink(name, command.path("soft"))
      link(command.path(name), command.path("hard"))
      names += ["soft", "hard"]
    }
    for other in names {
      for function in ["writeFile", "appendFile"] {
        // A state that has read all events would start no script.
        try? FileManager.default.removeItem(at: command.url("s"))
        let result = try command.start(words + [function, other]).wait()
        #expect(result.code == 77, "\(other): \(result.errors)")
        #expect(
          result.errors.contains(
            "s.lua:3: \(other): is \(use) in this run: write to another file"),
          "\(result.errors)")
        #expect(command.read("free.txt") == "x" && (before.isEmpty || command.read(name) == before))
      }
    }
  }

  @Test func picturesOfOtherNamesAreFree() throws {
    for map in ["map.png", "{device}.png", "{n}-map.png"] {
      let command = try Command([
        "s.lua": "geoscript.writeFile('mapped.png', 'x') geoscript.writeFile('x-map.png', 'x')",
        "a.ndjson": Sample.log(1),
      ])
      let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--allow-write", ".", "--map", map)
      #expect(result.code == 0, "\(result.errors)")
    }
  }
}
