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
}
