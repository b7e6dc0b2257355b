import Geo
import Testing

@testable import GeoHost
@testable import GeoWorkshop

/// Tests of scripts: finding, running, counting, exit codes.
@Suite struct TestRunnerTests {
  private static let two = """
    local t = geoscript.test
    t.script "home.lua"
    t.test("leaves", function(run) run:track "walk.ndjson"; run:expectAlert{ title = "left garden" } end)
    t.test("stays", function(run) run:track "walk.ndjson"; run:expectState("garden", "inside") end)
    """

  @Test func aFailureHasItsLineAndCodeOne() throws {
    let folder = try ScriptFolder(["home_test.lua": Self.two, "walk.ndjson": ScriptFolder.walk])
    let report = try folder.report()
    #expect(report.exitCode == 1)
    #expect(report.outcomes.map(\.isPassed) == [true, false])
    let failure = try #require(report.outcomes[1].failure)
    #expect(failure.line == 4)
    #expect(failure.expected == "'garden' inside")
    #expect(failure.got == "'garden' outside")
    #expect(failure.events.contains { $0.contains("alert: left garden") })
    // The explanation of the crossing: 222 m north of the center of a circle of 50 m.
    #expect(failure.events.contains { $0.contains("garden  d 172.6 m") })
    let text = report.text
    #expect(text.contains("home_test.lua:4: expected walk outside") == false)
    #expect(text.contains("home_test.lua:4: expected walk inside 'garden', but it is outside"))
    #expect(text.contains("--filter '^stays$'"))
    #expect(text.contains("2 tests: 1 passed, 1 failed"))
    #expect(folder.files(in: ".geoscript").isEmpty)
  }

  @Test func theCommandOfAFailureRunsJustIt() throws {
    let folder = try ScriptFolder(["home_test.lua": Self.two, "walk.ndjson": ScriptFolder.walk])
    var options = TestOptions()
    options.filter = "^stays$"
    #expect(try folder.report(options).outcomes.map(\.name) == ["stays"])
    options.filter = "leaves"
    #expect(try folder.report(options).exitCode == 0)
    options.filter = "nothing like that"
    #expect(try folder.report(options).exitCode == 66)
  }

  @Test func aBrokenFileIsSixtyFiveAndTheOthersRun() throws {
    let folder = try ScriptFolder([
      "a_test.lua": "local t = geoscript.test\nt.test(", "home_test.lua": Self.two,
      "walk.ndjson": ScriptFolder.walk, "b_test.lua": "geoscript.test.test('x', function() end)",
      "c_test.lua": "geoscript.test.script 'hone.lua'", "d_test.lua": "error 'no'",
      "e_test.lua": "geoscript.test.colour = 'red'",
    ])
    let report = try folder.report()
    #expect(report.exitCode == 65)
    #expect(report.outcomes.count == 2)
    let faults = report.broken.map(\.description)
    #expect(faults.count == 5 && report.broken[0].path.hasSuffix("a_test.lua"))
    #expect(report.json.contains("{\"type\":\"broken\",\"file\":\"\(folder.path("a_test.lua"))\""))
    #expect(faults[0].hasPrefix("a_test.lua:2:"))
    #expect(faults[1].contains("no script is named before the test \"x\""))
    #expect(faults[2].contains("did you mean") && faults[2].contains("home.lua"))
    #expect(faults[3].contains("d_test.lua:1: no"))
    #expect(faults[4].contains("geoscript.test.colour cannot be set"))
  }

  @Test func withoutTestsItIsSixtySix() throws {
    let empty = try ScriptFolder()
    let error = #expect(throws: GeoError.self) { try empty.report() }
    #expect(error?.code == .noInput)
    #expect(error?.description.contains("no test was found") == true)
    let none = try ScriptFolder(["home_test.lua": "geoscript.test.script 'home.lua'"])
    #expect(try none.report().exitCode == 66)
    let missing = #expect(throws: GeoError.self) {
      try TestRunner([none.path("hone_test.lua")], TestOptions())
    }
    #expect(missing?.code == .noInput)
    #expect(missing?.description.contains("did you mean") == true)
  }

  @Test func testsThatNeverEndAreStopped() throws {
    let report = try ScriptFolder.run("while true do end")
    #expect(report.exitCode == 1)
    #expect(report.outcomes[0].failure?.isError == true)
    #expect(report.outcomes[0].failure?.message.contains("stopped after") == true)
    let folder = try ScriptFolder([
      "home.lua": "geoscript.every(0.001, function() end)",
      "home_test.lua":
        "local t = geoscript.test t.script 'home.lua' t.test('waits', function(run) run:wait '9000d' end)",
    ])
    var options = TestOptions()
    options.timeLimit = 0.3
    let late = try folder.report(options)
    #expect(late.exitCode == 1)
    #expect(late.outcomes[0].failure?.message.contains("has not ended after") == true)
  }

  @Test func testsThatPrintMuchAreCut() throws {
    let report = try ScriptFolder.run(
      "for i = 1, 100000 do print(i) end run:wait '1s' run:expectAlert()", top: "",
      ["home.lua": "for i = 1, 100000 do print('line ' .. i) end"])
    #expect(report.exitCode == 1)
    let events = try #require(report.outcomes[0].failure?.events)
    #expect(events.count < 60)
    #expect(events.contains("(the test printed 100,000 lines)"))
    #expect(events.contains("(the script printed 100,000 lines)"))
  }

  @Test func namesWithBlanksAreQuotedAndEmptyOnesRefused() throws {
    let name = "a b  'c' \"d\" # é"
    let test =
      "local t = geoscript.test t.script 'home.lua' t.test([[\(name)]], function(run) run:expectAlert() end)"
    let folder = try ScriptFolder(["my home_test.lua": test])
    let report = try folder.report()
    #expect(report.text.contains("--filter '^a b  '\\''c'\\'' \"d\" # é$'"))
    #expect(report.text.contains("my home_test.lua' --filter"))
    var options = TestOptions()
    options.filter = "^\(name)$"
    #expect(try folder.report(options).outcomes.count == 1)
    let blank = try ScriptFolder([
      "x_test.lua": "local t = geoscript.test t.script 'home.lua' t.test(' ', print)"
    ])
    #expect(try blank.report().broken.first?.description.contains("a test needs a name") == true)
    let twice = "local t = geoscript.test t.script 'home.lua' t.test('x', print) t.test('x', print)"
    #expect(
      try ScriptFolder(["x_test.lua": twice]).report().broken.first?.description.contains("two tests") == true
    )
  }

  @Test func eachTestBeginsWithTheFileFromItsTop() throws {
    let test = """
      local t = geoscript.test
      t.script "home.lua"
      local count = 0
      for i = 1, 3 do t.test("first " .. i, function() count = count + 1; assert(count == 1) end) end
      """
    let folder = try ScriptFolder(["home_test.lua": test])
    for jobs in [1, 3] {
      var options = TestOptions()
      options.jobs = jobs
      #expect(try folder.report(options).exitCode == 0)
    }
  }

  @Test func aTestCannotDeclareTestsNorRunOutsideOfTests() throws {
    let nested = try ScriptFolder.run("geoscript.test.test('inner', print)")
    #expect(nested.outcomes[0].failure?.message.contains("a test cannot declare tests") == true)
  }

  @Test func aScriptThatFailsFailsItsTestUnlessThatIsExpected() throws {
    let files = ["home.lua": "geoscript.after(5, function() error 'boom' end)"]
    let report = try ScriptFolder.run("run:wait '10s'", top: "", files)
    #expect(report.outcomes[0].failure?.message.contains("the script failed: home.lua:1: boom") == true)
    #expect(try ScriptFolder.run("run:wait '10s' run:expectFailure 'boom'", top: "", files).exitCode == 0)
    let broken = try ScriptFolder.run("run:wait '10s'", top: "", ["home.lua": "local x ="])
    #expect(broken.exitCode == 1)
    #expect(broken.outcomes[0].failure?.message.contains("home.lua:1:") == true)
  }
}
