import CommandTesting
import Testing

/// Nothing of a script goes on after its main chunk failed (HO-31).
@Suite struct FailedMainChunkTests {
  @Test(
    arguments: [
      "CLLocationManager.new{ delegate = app }:startUpdatingLocation()",
      "CLLocationManager.new{ delegate = app }:startMonitoringSignificantLocationChanges()",
      "CLLocationManager.new{ delegate = app }:requestLocation()",
      "local m = CLLocationManager.new(); m.delegate = app; "
        + "local r = CLCircularRegion.new{ center = CLLocationCoordinate2DMake(0, 2), radius = 100, identifier = 'r' }; "
        + "m:startMonitoringForRegion(r); m:requestStateForRegion(r)",
      "geoscript.after(1, function() geoscript.alert{ title = 'called' } end)",
      "geoscript.every(1, function() geoscript.alert{ title = 'called' } end)",
      "geoscript.onFinish(function() geoscript.alert{ title = 'called' } end)",
      "geoscript.onMessage(function() geoscript.alert{ title = 'called' } end)",
      "CLGeocoder.new():geocodeAddressString('Paris', function() geoscript.alert{ title = 'called' } end)",
      "MKMapView.new{ delegate = app, showsUserLocation = true }",
    ], [[String](), ["--state", "st"], ["--background"]])
  func nothingIsCalled(line: String, words: [String]) throws {
    let script = """
      app = setmetatable({}, { __index = function(_, name)
        return function() geoscript.alert{ title = "called " .. tostring(name) } end
      end })
      for _, name in ipairs{ "didUpdateToLocation", "didUpdateLocations", "didDetermineState",
        "didStartMonitoringForRegion", "didUpdateUserLocation", "didFailWithError" } do
        app[name] = function() geoscript.alert{ title = "called " .. name } end
      end
      \(line)
      error("no")
      """
    let message = #"{"type":"message","time":1780000005,"device":"a","message":{"a":1}}"# + "\n"
    let command = try Command(["s.lua": script, "a.ndjson": Sample.log(1) + message + Sample.log(5)])
    let result = try command.start(["run", "s.lua", "--from", "a.ndjson", "--json"] + words).wait()
    #expect(result.code == 65)
    let types = result.lines.map {
      $0.contains(#""type":"failure""#) || $0.contains(#""type":"stop""#)
        || $0.contains(#""type":"summary""#)
    }
    #expect(types == [true, true, true], "\(result.output)")
    #expect(!result.errors.contains("called"))
  }

  @Test func otherDevicesGoOn() throws {
    let script = "if geoscript.device.id == 'b' then error('no') end\n" + Sample.prints
    let command = try Command(["s.lua": script, "a.ndjson": Sample.log(2, devices: ["a", "b"])])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson")
    #expect(result.code == 1)
    #expect(result.lines == ["a\t0.0", "a\t0.1"])
    #expect(result.reports.contains("warning: device b: the script is stopped: its main chunk failed"))
  }

  @Test func aScriptThatIsMendedStartsInTheNextRun() throws {
    let command = try Command([
      "s.lua": "CLLocationManager.new()\nerror('no')", "t.lua": Sample.prints, "a.ndjson": Sample.log(1),
      "b.ndjson": Sample.log(1).replacing("1780000000", with: "1780001000").replacing("0.0,", with: "7.0,"),
    ])
    #expect(try command.run("run", "s.lua", "--from", "a.ndjson", "--state", "st").code == 65)
    let next = try command.run("run", "t.lua", "--from", "b.ndjson", "--state", "st")
    #expect(next.code == 0)
    #expect(next.lines.last == "a\t7.0")
  }
}
