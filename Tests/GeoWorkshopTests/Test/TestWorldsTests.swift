import Testing

@testable import GeoWorkshop

/// Tests in noisy worlds.
@Suite struct TestWorldsTests {
  /// Errors of 30 m let some walks along the edge cross it.
  private static func folder(_ worlds: String) throws -> ScriptFolder {
    try ScriptFolder([
      "home_test.lua": """
      local t = geoscript.test
      t.script "home.lua"
      t.worlds(\(worlds))
      t.test("stays at 20 m", function(run)
        run:sim "still?at=52.5002,13.4&duration=10min&radius=0"
        run:expectNoAlert()
      end)
      t.test("leaves", function(run)
        run:fix{ latitude = 52.5, longitude = 13.4 }
        run:walk{ to = "52.51,13.4", speed = 3 }
        run:expectAlert{ title = "left garden" }
      end)
      """
    ])
  }

  @Test func itSaysInHowManyItHeldAndKeepsTheWorst() throws {
    let folder = try Self.folder("20, { jitter = '30m,10s' }")
    let report = try folder.report()
    let stays = report.outcomes[0]
    #expect(stays.worlds == 20)
    #expect(stays.held < 20)
    #expect(!stays.isPassed)
    #expect(report.outcomes[1].isPassed)
    #expect(report.text.contains("[held in \(stays.held) of 20 worlds]"))
    let recordings = folder.files(in: ".geoscript")
    #expect(recordings.count == 1)
    #expect(recordings[0].hasPrefix("home_test-stays-at-20-m-"))
    let world = try #require(stays.worst?.testCase.world)
    #expect(report.text.contains("--world \(world)"))
    // That world alone fails in the same way.
    var options = TestOptions()
    options.world = world
    options.filter = "^stays at 20 m$"
    let again = try folder.report(options)
    #expect(again.exitCode == 1)
    #expect(again.outcomes[0].failure?.got == stays.failure?.got)
  }

  @Test func jobsAndFiltersChangeNothing() throws {
    let folder = try Self.folder("12, { jitter = '30m,10s', dropout = '5%' }")
    let first = try folder.report()
    for jobs in [2, 5] {
      var options = TestOptions()
      options.jobs = jobs
      let report = try folder.report(options)
      #expect(report.outcomes.map(\.held) == first.outcomes.map(\.held))
      #expect(report.outcomes.map { $0.failure?.got } == first.outcomes.map { $0.failure?.got })
      options.filter = "stays"
      #expect(try folder.report(options).outcomes[0].held == first.outcomes[0].held)
    }
    var other = TestOptions()
    other.seed = 1
    let seeded = try folder.report(other)
    #expect(seeded.outcomes[0].failure?.got != first.outcomes[0].failure?.got)
  }

  @Test func atLeastSoManyMustHold() throws {
    let folder = try Self.folder("20, { jitter = '30m,10s', atLeast = 1 }")
    let report = try folder.report()
    #expect(report.outcomes[0].held < 20)
    #expect(report.outcomes[0].isPassed == (report.outcomes[0].held >= 1))
    for wrong in [
      "0, { jitter = '3m' }", "3", "3, { jitter = 3, atLeast = 4 }", "3, { jiter = '3m' }",
      "3, { jitter = 'x' }",
    ] {
      #expect(try Self.folder(wrong).report().exitCode == 65, "\(wrong)")
    }
  }
}
