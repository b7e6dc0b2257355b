import CommandTesting
import Testing

/// `geoscript check` as a user runs it.
@Suite struct ScriptSetTests {
  private let good = "print('x')\n"
  private let bad = "print(nosuch)\n"
  private let doubtful = "local app = {}\nfunction app:didEnterRegoin(m, r) print(m, r) end\n"

  @Test func foldersAreReadWithAllTheirFolders() throws {
    let command = try Command(["good.lua": good])
    let result = try command.shell(
      "mkdir -p lib/deep .hidden && echo 'print(nosuch)' | tee lib/b.lua lib/deep/a.lua .hidden/c.lua >/dev/null"
        + " && $geoscript check .")
    #expect(result.code == 65)
    #expect(
      result.lines == [
        "./lib/b.lua:1: unknown global 'nosuch'", "./lib/deep/a.lua:1: unknown global 'nosuch'",
      ])
    let empty = try command.shell("mkdir none && $geoscript check none")
    #expect(empty.code == 66)
  }

  @Test func standardInputIsAScript() throws {
    let result = try Command().run("check", "-", stdin: bad)
    #expect(result.code == 65)
    #expect(result.lines == ["-:1: unknown global 'nosuch'"])
    #expect(try Command().run("check", "-", stdin: good).code == 0)
  }

  @Test func strictMakesWarningsErrors() throws {
    let command = try Command(["a.lua": doubtful])
    #expect(try command.run("check", "a.lua").code == 0)
    #expect(try command.run("check", "a.lua", "--strict").code == 65)
  }

  @Test func jsonIsOneObjectForEachFinding() throws {
    let command = try Command(["a.lua": doubtful + bad])
    #expect(
      try command.run("check", "a.lua", "--json").lines == [
        "{\"file\":\"a.lua\",\"line\":2,\"column\":14,\"severity\":\"warning\",\"message\":"
          + "\"the host never calls 'didEnterRegoin' (did you mean 'didEnterRegion'?)\"}",
        "{\"file\":\"a.lua\",\"line\":3,\"column\":7,\"severity\":\"error\",\"message\":\"unknown global 'nosuch'\"}",
      ])
  }

  @Test func aPictureIsNotAScript() throws {
    let result = try Command(["a.png": "\u{FFFD}PNG\u{0}\u{0}"]).run("check", "a.png")
    #expect(result.lines == ["a.png:1: this is not a Lua file: it has bytes that are not text"])
  }
}
