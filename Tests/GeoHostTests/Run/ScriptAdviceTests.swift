import CommandTesting
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

  /// What is set as a delegate function and is none has a place in `check`, at the assignment and at the call.
  @Test func aPlainValueInADelegateHasAPlace() throws {
    let log = "{\"time\":0,\"device\":\"d\",\"latitude\":1,\"longitude\":2,\"horizontalAccuracy\":5}\n"
    let command = try Command([
      "before.lua": """
      local app, m = { didUpdateToLocation = 5 }, CLLocationManager()
      m.delegate = app
      m:startUpdatingLocation()
      """,
      "after.lua": """
      local app, m = {}, CLLocationManager()
      m.delegate = app
      app.didUpdateToLocation = "none"
      m:startUpdatingLocation()
      """, "a.ndjson": log,
      "free.lua": "local counts = { didEnterRegion = 0 }\nprint(counts.didEnterRegion)\n",
    ])
    let before = try command.run("run", "before.lua", "--from", "a.ndjson")
    #expect(
      before.errors.contains(
        "geoscript check: line 1: 'didUpdateToLocation' of a delegate must be a function: here it is a number\n"
      ),
      "\(before.errors)")
    let after = try command.run("run", "after.lua", "--from", "a.ndjson")
    #expect(
      after.errors.contains(
        """
        error: device d: 'didUpdateToLocation' of a delegate must be a function, got a string
          geoscript check: line 3: 'didUpdateToLocation' of a delegate must be a function: here it is a text

        """), "\(after.errors)")
    for (name, line, kind) in [("before", "1:", "a number"), ("after", "3:", "a text")] {
      let check = try command.run("check", "\(name).lua")
      #expect(check.code == 65)
      #expect(
        (check.output + check.errors).contains("\(name).lua:\(line)")
          && (check.output + check.errors).contains(
            "'didUpdateToLocation' of a delegate must be a function: here it is \(kind)"),
        "\(check.output)\(check.errors)")
    }
    #expect(try command.run("check", "free.lua").code == 0)
  }

  @Test func aValueThatCannotBeStoredIsNamedWithItsPath() throws {
    let reports = try errors(
      """
      local trips = { { name = "a" }, { name = print } }
      geoscript.store.trips = trips
      """)
    #expect(
      reports.contains { $0.contains("geoscript.store.trips[2].name: a function cannot") }, "\(reports)")
    // Advice about another field would be of another line.
    let other = try errors("geoscript.store.b = print\nlocal t = {}\ngeoscript.store.a = t\nt.x = print\n")
    #expect(other.contains { $0.contains("geoscript.store.a.x: a function cannot") }, "\(other)")
    #expect(!other.contains { $0.contains("line 1") }, "\(other)")
  }

  @Test(arguments: [
    (
      "geoscript.after(math.huge, print)",
      "a.lua:1: geoscript.after: seconds must be 0 or more and finite, got math.huge: without an identifier"
    ),
    (
      "geoscript.every(math.huge, print)",
      "a.lua:1: geoscript.every: seconds must be 0 or more and finite, got math.huge: that time never comes"
    ),
    ("geoscript.after(0/0, print)", "a.lua:1: geoscript.after: seconds must be 0 or more, got NaN (0/0)"),
    ("geoscript.after(-1, print)", "a.lua:1: geoscript.after: seconds must be 0 or more, got -1.0"),
  ])
  func aTimeThatNeverComesIsExplained(line: String, message: String) throws {
    let reports = try errors(line)
    #expect(reports.contains { $0.contains(message) }, "\(reports)")
  }
}
