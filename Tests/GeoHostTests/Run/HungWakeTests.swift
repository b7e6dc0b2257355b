import CommandTesting
import Testing

/// A call in the background that hangs ends the app; what it waits for starts it again (BG-3).
@Suite struct HungWakeTests {
  private func run(_ wakes: Int, _ body: String) throws -> Command.Result {
    let command = try Command([
      "s.lua": """
      local launch = geoscript.launchOptions and geoscript.launchOptions.location
      print(launch and "launched again" or "launched")
      local app = {}
      function app:didEnterRegion() \(body) end
      CLLocationManager.new{ delegate = app }:startMonitoringForRegion(CLCircularRegion.new{
        center = CLLocationCoordinate2DMake(45, 2), radius = 100, identifier = "home" })
      """,
      "a.ndjson": (0...(2 * wakes)).map { number in
        let latitude = number.isMultiple(of: 2) ? 45.1 : 45.0
        return #"{"time":\#(number * 600),"device":"a","latitude":\#(latitude),"longitude":2}"# + "\n"
      }.joined(),
    ])
    return try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--background", "--max-instructions", "1000000")
  }

  @Test func eachHungWakeEndsTheApp() throws {
    let result = try run(5, "while true do end")
    #expect(result.code == 1)
    // The last one that ended is not needed any more.
    #expect(result.lines.filter { $0 == "launched again" }.count >= 4, "\(result.output)\(result.errors)")
    #expect(result.errors.contains("the app is ended: a call in the background ran over its limit"))
  }

  @Test func tenHungWakesAreTheLast() throws {
    let result = try run(14, "while true do end")
    #expect(result.code == 65)
    #expect(result.errors.contains("its calls in the background ran over their limits 10 times"))
  }

  @Test func anAlertSaysThatTheAppWasInTheBackground() throws {
    let script = """
      local app = {}
      function app:didUpdateLocations() geoscript.alert{ title = "fix" } end
      local manager = CLLocationManager.new{ delegate = app }
      manager.allowsBackgroundLocationUpdates = true
      manager:startUpdatingLocation()
      """
    let command = try Command(["s.lua": script, "a.ndjson": Sample.log(1)])
    let words = ["run", "s.lua", "--from", "a.ndjson", "--alerts", "ndjson"]
    #expect(try !command.start(words).wait().output.contains("appState"))
    #expect(try command.start(words + ["--background"]).wait().output.contains(#""appState":"background""#))
  }
}
