import Testing

/// What `check` knows stands below the error of a run.
@Suite struct ScriptAdviceTests {
  private func errors(_ script: String) throws -> [String] {
    let command = try Command(["a.lua": script])
    return try command.run("run", "a.lua").errors.split(separator: "\n").map(String.init)
  }

  @Test func aFailingLineHasTheAdviceOfCheck() throws {
    let reports = try errors("local date = geoscript.now()\nprint(date.timeIntervalSince1970 - 5)\n")
    #expect(
      reports.contains(
        "  geoscript check: line 2: 'timeIntervalSince1970' is a method: write date:timeIntervalSince1970()"))
  }

  @Test func adviceAboutAFunctionStandsBelowErrorsInIt() throws {
    let command = try Command([
      "a.lua": """
      local app, m = {}, CLLocationManager()
      m.delegate = app
      function app:didUpdateToLocation(new, old)
        print("x")
        print(new.coordinate.latitude)
      end
      m:startUpdatingLocation()
      """,
      "a.ndjson": "{\"time\":0,\"device\":\"d\",\"latitude\":1,\"longitude\":2,\"horizontalAccuracy\":5}\n",
    ])
    let result = try command.run("run", "a.lua", "--from", "a.ndjson")
    #expect(
      result.errors.contains(
        "geoscript check: line 3: 'didUpdateToLocation' is called with manager, "), "\(result.errors)")
  }

  @Test func whatTheMessageSaysItselfIsNotRepeated() throws {
    let reports = try errors("local m = CLLocationManager()\nm.distanceFitler = 5\n")
    #expect(!reports.contains { $0.contains("geoscript check") }, "\(reports)")
  }

  @Test func aFullSelectorIsToldWhenTheDelegateIsSet() throws {
    let reports = try errors(
      "local app = {}\nfunction app:locationManager_didExitRegion() end\nCLLocationManager().delegate = app\n"
    )
    #expect(reports.contains { $0.contains("did you mean 'didExitRegion'?") }, "\(reports)")
  }
}
