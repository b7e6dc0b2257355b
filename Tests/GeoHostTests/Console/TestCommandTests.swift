import CommandTesting
import Foundation
import Testing

/// `geoscript test` and the files that it writes.
@Suite struct TestCommandTests {
  private static let test = """
    local t = geoscript.test
    t.script "s.lua"
    t.test("starts", function(run) run:wait "1s" end)
    """

  @Test(arguments: ["--junit", "--lcov"]) func aReportReplacesReportsOnly(option: String) throws {
    let command = try Command(["s.lua": "local x = 1\n", "s_test.lua": Self.test])
    for name in ["s.lua", "s_test.lua"] {
      let refused = try command.start(["test", "s_test.lua", option, name]).wait()
      #expect(refused.code == 64, "\(refused.errors)")
      #expect(refused.errors.contains("\(name): exists and is not a report"), "\(refused.errors)")
    }
    #expect(command.read("s.lua") == "local x = 1\n" && command.read("s_test.lua") == Self.test)
    for _ in 1...2 { #expect(try command.start(["test", "s_test.lua", option, "report"]).wait().code == 0) }
    #expect(try command.start(["test", "s_test.lua", option, "s.lua", "-f"]).wait().code == 0)
    #expect(command.read("s.lua") != "local x = 1\n")
  }

  @Test func aTestWithoutAnExpectationIsReported() throws {
    let command = try Command([
      "s.lua": "print('up')\n",
      "s_test.lua": """
      local t = geoscript.test
      t.script "s.lua"
      t.test("looks away", function(run) run:wait "1s" end)
      t.test("looks", function(run) run:wait "1s" run:expectPrint "up" end)
      t.test("judges itself", function(run)
        run:wait "1s"
        assert(1 + 1 == 2)
      end)
      """,
    ])
    let warning =
      "warning: this test made no expectation, so it passes whatever the script does (write run:expectAlert{ … })"
    let text = try command.run("test")
    #expect(text.code == 0)
    let lines = text.lines
    let place = try #require(lines.firstIndex { $0.contains("looks away") })
    #expect(lines[place + 1] == "        " + warning, "\(text.output)")
    #expect(text.output.components(separatedBy: "warning: ").count == 2)
    #expect(try command.run("test", "--tap").lines.contains("# " + warning))
    #expect(try command.run("test", "--json").lines[0].contains("\"warning\":\"this test made no"))
    #expect(try command.run("test", "--junit", "r.xml").code == 0)
    #expect(command.read("r.xml").components(separatedBy: "<system-out>warning: this test").count == 2)
  }
}
