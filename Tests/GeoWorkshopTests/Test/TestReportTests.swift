import Testing

@testable import GeoWorkshop

/// Forms of the report, and coverage.
@Suite struct TestReportTests {
  private static let test = """
    local t = geoscript.test
    t.script "home.lua"
    t.test("a <b> & \\"c\\" # 1", function(run) run:track "walk.ndjson"; run:expectAlert{ title = "no <such>" } end)
    t.test("breaks", function(run) local x = nil; x.y = 1 end)
    t.test("holds", function(run) run:track "walk.ndjson" end)
    """

  private func report(_ options: TestOptions = TestOptions()) throws -> TestReport {
    try ScriptFolder(["home_test.lua": Self.test, "walk.ndjson": ScriptFolder.walk]).report(options)
  }

  @Test func jUnitCountsFailuresAndErrors() throws {
    let junit = try report().junit
    #expect(junit.contains(#"<testsuites tests="3" failures="1" errors="1""#))
    #expect(junit.contains(#"name="a &lt;b&gt; &amp; &quot;c&quot; # 1""#))
    #expect(junit.contains("<error message=\"home_test.lua:4: attempt to index a nil value (local 'x')"))
  }

  @Test func tapEscapesItsDirectives() throws {
    let tap = try report().tap
    #expect(tap.hasPrefix("TAP version 14\n1..3\nnot ok 1 - "))
    #expect(tap.contains(##"a <b> & "c" \# 1"##))
    #expect(tap.contains("\nok 3 - "))
  }

  @Test func jsonHasALineForEachTestAndOneForAll() throws {
    let lines = try report().json.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0].contains(#""outcome":"failed""#))
    #expect(lines[1].contains(#""kind":"error""#))
    #expect(lines[3].contains(#""tests":3,"passed":1,"failed":2"#))
  }

  @Test func coverageNamesTheLinesThatDidNotRun() throws {
    var options = TestOptions()
    options.countsLines = true
    let coverage = try report(options).coverage
    // Lines 7 to 8 are the body of didEnterRegion, and 4 holds both the call and the timer's function.
    #expect(coverage.text.contains("not run: 7-8"))
    #expect(coverage.lcov.contains("DA:3,"))
    #expect(coverage.lcov.hasSuffix("end_of_record\n"))
  }
}
