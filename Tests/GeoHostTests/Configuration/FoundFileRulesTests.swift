import CommandTesting
import Foundation
import Testing

/// What a file may not say that geoscript only found (HO-52).
@Suite struct FoundFileRulesTests {
  @Test(arguments: [
    ("allow-net = true", "allow-net gives the script a permission"),
    ("allow-read = '/'", "allow-read gives the script a permission"),
    ("allow-write = ['/tmp']", "allow-write gives the script a permission"),
    ("page-control = true", "page-control lets readers of a page act on the run"),
    ("emulate = true", "emulate lets readers of a page act on the run"),
    ("page = '127.0.0.1:0'", "page opens this machine to others"),
    ("page = '/tmp/p.html'", "page writes to /tmp/p.html, outside the current folder"),
    ("page-host = 'evil.example'", "page-host opens this machine to others"),
    ("alerts = ['text', 'exec:echo pwned']", "alerts runs a command by exec"),
    ("alerts = 'ndjson:/tmp/out'", "alerts writes to /tmp/out, outside the current folder"),
    ("state = '../state'", "state writes to ../state, outside the current folder"),
    ("record = '/tmp/r.ndjson'", "record writes to /tmp/r.ndjson, outside the current folder"),
    ("map = '/tmp/m.png'", "map writes to /tmp/m.png, outside the current folder"),
    ("table = ['a=a.csv', 'b=../b.csv']", "table writes to ../b.csv, outside the current folder"),
  ])
  func itIsRefusedWithTheLineToType(_ text: String, _ reason: String) throws {
    let command = try Command(["s.lua": "print('ran')", "geoscript.toml": "\n" + text])
    let result = try command.run("run", "s.lua", "--quiet")
    #expect(result.code == 77)
    #expect(
      result.errors
        == "geoscript: geoscript.toml:2: \(reason), and geoscript only found this file: if you trust it, type: "
        + "geoscript run --config geoscript.toml s.lua --quiet\n")
    #expect(result.output == "")
  }

  /// An archive may hold links beside the file.
  @Test(arguments: [
    ("record = 'out/r.ndjson'", "out/r.ndjson"), ("alerts = 'ndjson:out/new/a'", "out/new/a"),
    ("state = 'out'", "out"), ("table = 't=gone'", "gone"), ("page = 'out/p.html'", "out/p.html"),
  ])
  func aLinkLeadsOutOfTheFolderAsWell(text: String, path: String) throws {
    let command = try Command(["s.lua": "print('ran')", "geoscript.toml": text])
    symlink("/tmp", command.path("out"))
    symlink("/tmp/geoscript-none", command.path("gone"))
    let result = try command.run("run", "s.lua")
    #expect(result.code == 77 && result.errors.contains("writes to \(path), outside the current folder"))
    #expect(result.output == "")
  }

  @Test func filesInTheFolderAreWritten() throws {
    let command = try Command([
      "s.lua": "geoscript.alert{ title = 'a' }",
      "geoscript.toml": "alerts = 'ndjson:kept/a.ndjson'\nmap = 'm.png'\nrecord = 'here/r.ndjson'",
    ])
    try FileManager.default.createDirectory(at: command.url("kept"), withIntermediateDirectories: true)
    symlink("kept", command.path("here"))
    let result = try command.run("run", "s.lua")
    #expect(result.code == 0, "\(result.errors)")
    #expect(command.exists("kept/a.ndjson") && command.exists("kept/r.ndjson"))
  }

  @Test func itCountsInAFileThatIsNamed() throws {
    let command = try Command([
      "s.lua": "geoscript.alert{ title = 'a' }",
      "geoscript.toml": "alerts = ['exec:cat >> told']\nallow-net = true\nscript = 's.lua'",
    ])
    #expect(try command.run("run", "--config", "geoscript.toml").code == 0)
    #expect(command.read("told").contains(#""title":"a""#))
  }

  @Test func theCommandLineDecidesBeforeIt() throws {
    let command = try Command(["s.lua": "print('ran')", "geoscript.toml": "alerts = 'exec:false'"])
    #expect(try command.run("run", "s.lua", "--alerts", "none").output == "ran\n")
  }
}
