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
}
