import CommandTesting
import Testing

@testable import GeoHost

/// `geoscript repl` through a pipe: HO-130, HO-131.
@Suite struct ReplCommandTests {
  @Test func valuesGoToStandardOutputAndErrorsToStandardError() throws {
    let command = try Command()
    let result = try command.run(
      "repl",
      stdin: "1 + 1\nfunction f()\n  return { 1, x = 'y' }\nend\nf()\nerror 'no'\n:nonsense\n:help me\n")
    #expect(result.output == "2\n{1, x = \"y\"}\n")
    #expect(
      result.errors
        == "console:1: no\nthere is no command :nonsense; :help shows all\n:help takes nothing after it\n")
    #expect(result.code == 1)
  }

  @Test func anExpressionThatFailsIsNoWrongChunk() throws {
    let result = try Command().run("repl", stdin: "foo.bar\n")
    #expect(result.errors.contains("console:1: there is no global 'foo'"))
    #expect(!result.errors.contains("syntax error"))
  }

  @Test func aTextWithoutAnEndIsGivenUpAfterTwoEmptyLinesOrAtTheEnd() throws {
    let command = try Command()
    let given = try command.run("repl", stdin: "f(\n\n\n3\n:quit\n4\n")
    #expect(given.output == "3\n")
    #expect(given.errors == "the text is unfinished\n")
    let ended = try command.run("repl", stdin: "if true then\n")
    #expect(ended.errors == "the text is unfinished: if true then\n")
    #expect(ended.code == 1)
    #expect(try command.run("repl", stdin: "").code == 0)
  }

  @Test func withoutAScriptAConfigurationIsNotRead() throws {
    let command = try Command(["geoscript.toml": "from = \"gpsd://localhost\"\n", "s.lua": "x = 1"])
    #expect(try command.run("repl", stdin: "1\n").output == "1\n")
    #expect(try command.run("repl", "s.lua", stdin: "1\n").code == 64)
  }

  @Test func wrongWordsHaveTheCodesOfRun() throws {
    let command = try Command(["bad.lua": "x =", "good.lua": "x = 1"])
    #expect(try command.run("repl", "none.lua").code == 66)
    #expect(try command.run("repl", "good.lua", "--from", "none.gpx").code == 66)
    #expect(try command.run("repl", "bad.lua").code == 65)
    #expect(try command.run("repl", "--at", "10:02").code == 64)
    #expect(try command.run("repl", "good.lua", "--from", "gpsd://localhost").code == 64)
  }
}
