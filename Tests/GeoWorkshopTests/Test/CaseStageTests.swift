import Testing

@testable import GeoWorkshop

/// The words of `run` in a test.
@Suite struct CaseStageTests {
  private static let files = ["walk.ndjson": ScriptFolder.walk]

  private func passes(_ body: String, top: String = "", _ files: [String: String] = Self.files) throws {
    let report = try ScriptFolder.run(body, top: top, files)
    #expect(report.exitCode == 0, "\(report.text)")
  }

  private func fails(_ body: String, _ part: String, top: String = "", _ files: [String: String] = Self.files)
    throws
  {
    let report = try ScriptFolder.run(body, top: top, files)
    #expect(report.exitCode == 1)
    #expect(report.text.contains(part), "\(report.text)")
  }

  @Test func timeMovesOnlyByTheTest() throws {
    try passes(
      """
      run:track "walk.ndjson"
      run:expectAlert{ title = "left garden", at = "10:01", count = 1 }
      run:expectNoAlert{ title = "out for a minute" }
      run:wait "59s"
      run:expectNoAlert()
      run:wait "1s"
      run:expectAlert{ title = "out for a minute", at = "10:02:00" }
      run:expectNothingElse()
      """)
  }

  @Test func theClockBeginsAtEightWithoutEvents() throws {
    let script = [
      "home.lua": "geoscript.after(90, function() geoscript.alert{ title = os.date('%F %H:%M:%S') } end)"
    ]
    try passes("run:wait '2min' run:expectAlert{ title = '2026-01-05 08:01:30', at = '08:01:30' }", script)
    try passes(
      "run:wait '2min' run:expectAlert{ title = '2026-01-05 08:01:30', at = '08:01' }",
      top: "t.timeZone = 'Europe/Berlin'", script)
    try passes(
      "run:wait(120) run:expectAlert{ at = '2026-01-05T00:01:30Z' }", top: "t.timeZone 'Asia/Taipei'", script)
  }

  @Test func atIsTheNextSuchTime() throws {
    let script = ["home.lua": "geoscript.every(86400, function() geoscript.alert{ title = 'day' } end)"]
    try passes(
      """
      run:wait "1h"
      run:expectNoAlert()
      run:wait "24h"
      run:expectAlert{ title = "day", at = "08:00" }
      run:wait "1d"
      run:expectAlert{ title = "day", at = "08:00", within = "1s" }
      run:expectNothingElse()
      """, script)
    try fails(
      "run:wait '1h' run:expectNoAlert() run:wait '24h' run:expectAlert{ at = '08:05', within = '4min' }",
      "60 s too early", top: "", script)
  }

  @Test func anExpectationUsesUpTheEarliestMatch() throws {
    let script = [
      "home.lua":
        "for i = 1, 3 do geoscript.after(i, function() geoscript.alert{ title = 'x', n = i } end) end"
    ]
    try passes(
      "run:wait '9s' run:expectAlert{ title = 'x' } run:expectAlert{ n = 2 } run:expectAlert() run:expectNoAlert()",
      script)
    try fails(
      "run:wait '9s' for i = 1, 4 do run:expectAlert{ title = 'x' } end",
      "alert: x (an earlier expectation has used it)",
      top: "", script)
    try fails("run:wait '9s' run:expectAlert{ n = 3 } run:expectNothingElse()", "alert: x", top: "", script)
  }

  @Test func fixesWalksAndSimulations() throws {
    try passes(
      """
      run:fix{ latitude = 52.5, longitude = 13.4 }
      run:expectState("garden", "inside")
      run:walk{ to = { 52.502, 13.4 }, speed = "5km/h" }
      run:expectState("garden", "outside")
      run:expectAlert{ title = "left garden" }
      run:walk{ to = CLLocationCoordinate2DMake(52.5, 13.4), via = { "52.501,13.401", { 52.5005, 13.4 } }, speed = 2 }
      run:expectAlert{ title = "out for a minute" }
      run:expectAlert{ title = "back in garden", region = "garden", event = "enter" }
      run:sim "still?at=52.5,13.4&duration=5min"
      run:expectNothingElse()
      """)
    try fails("run:walk{ to = '52.5,13.4' }", "the device has no place yet: add from =")
    try fails("run:fix{ latitude = 52.5 }", "run:fix:")
    try fails("run:fix{ latitude = 52.5, longitude = 13.4, type = 'x' }", "use run:event")
    try fails("run:fix(3)", "takes a table of fields")
    try fails("run:track 'wolk.ndjson'", "home_test.lua:5: run:track:")
    try fails("run:track 'gpsd://localhost'", "is not a file")
    try fails("run:wait '4 minutes'", "run:wait")
    try fails("run:wait(-1)", "0 s to 30 years")
  }

  @Test func aFixMayComeAtATimeOfTheDay() throws {
    try passes(
      """
      run:fix{ latitude = 52.5, longitude = 13.4, time = "10:00" }
      run:fix{ latitude = 52.502, longitude = 13.4, time = "10:00:30" }
      run:expectAlert{ title = "left garden", at = "2026-01-05T10:00:30" }
      run:wait "1h"
      run:fix{ latitude = 52.5, longitude = 13.4, time = "10:00" }
      run:expectAlert{ title = "back in garden", at = "2026-01-06T10:00" }
      run:fix{ latitude = 52.5, longitude = 13.4, time = "2026-01-06T10:01:00Z" }
      """)
    // TE-5 is for expectations: the minute that runs is over for events.
    try passes(
      """
      run:fix{ latitude = 52.5, longitude = 13.4, time = "10:00:30" }
      run:fix{ latitude = 52.502, longitude = 13.4, time = "10:00" }
      run:expectAlert{ title = "left garden", at = "2026-01-06T10:00" }
      """)
  }

  @Test(arguments: [
    (
      "run:fix{ latitude = 1, longitude = 2, time = 'noon' }",
      "time takes a time such as \"10:02\", \"10:02:30\", a date"
    ),
    ("run:fix{ latitude = 1, longitude = 2, time = true }", "seconds since 1970, got true"),
    (
      "run:fix{ latitude = 1, longitude = 2, acuracy = 3 }",
      "'acuracy' is not a field of a line of the type location"
    ),
    ("run:fix{ latitude = 1, longitude = 2, corse = 3 }", "(did you mean 'course'?)"),
    ("run:fix{ latitude = 1, longitude = 2, attributes = {} }", "run:event{ type = \"attributes\""),
    (
      "run:tap{ annotation = 'Depot', control = 'left' }",
      "'control' is not a field of a line of the type tap "
    ),
    ("run:fix()", "takes a table of fields, got nothing"),
    ("run:wait()", "run:wait takes seconds or a text such as \"4min\", got nothing"),
    ("run:wait 'soon'", "home_test.lua:5: run:wait takes a number such as 90s, 5min or 8h, got \"soon\""),
    ("run:wait(0 / 0)", "number, boolean or table of these expected, got NaN"),
    ("run:track()", "name a file: run:track(\"walk.gpx\"), got nothing"),
    ("run:events{}", "name a file: run:events(\"walk.ndjson\"), got {}"),
    ("run:walk{ from = '52.5,13.4' }", "to is missing: write run:walk{ to = "),
    (
      "run:walk{ from = '1,2', to = '1,3', speed = 'fast' }",
      "home_test.lua:5: run:walk: speed takes a number such as 13.9 or 50km/h"
    ),
    ("run:sim 'still?at=1'", "home_test.lua:5: run:sim: at takes latitude,longitude"),
    ("run:geocode{}", "say what geocoders answer"),
    ("run:expectAlert{ title = print }", "expected, got a function"),
    ("run:expectAlert()", "expected an alert\n"),
    ("run:expectNoAlert{ titel = 'x' }", "no alert has a field 'titel' (did you mean 'title'?)"),
    ("run:expectAlert{ at = 10 }", "at takes a time such as \"10:02\""),
    ("run:expectCall('didEnterRegion', 3)", "run:expectCall(\"didEnterRegion\", { region = \"…\" }), got 3"),
    ("run:expectCall 'didEnterRgion'", "a call of didEnterRgion (did you mean 'didEnterRegion'?)"),
    ("run:expectFailure{}", "string expected, got table"),
  ]) func wrongArgumentsSayWhatIsRight(body: String, part: String) throws {
    try fails("run:fix{ latitude = 52.5, longitude = 13.4 }; " + body, part)
  }

  @Test func aFieldOfTheScriptsAlertsMayBeNearToOneOfOurs() throws {
    let script = [
      "home.lua": "geoscript.after(1, function() geoscript.alert{ title = 'x', titel = 'y' } end)"
    ]
    try passes("run:wait '2s' run:expectNoAlert{ titel = 'z' } run:expectAlert{ titel = 'y' }", script)
  }

  @Test func devicesAreApart() throws {
    try passes(
      """
      run:device("mum"):fix{ latitude = 52.5, longitude = 13.4 }
      run:device("dad"):fix{ latitude = 52.5, longitude = 13.4 }
      run:wait "10s"
      run:device("mum"):fix{ latitude = 52.502, longitude = 13.4 }
      run:device("mum"):expectAlert{ title = "left garden", device = "mum" }
      run:device("dad"):expectNoAlert()
      run:device("dad"):expectState("garden", "inside")
      run:device("mum"):expectState("garden", "outside")
      """)
    try fails("run:device('mum'):expectState('garden', 'inside')", "no device mum yet")
    // A misspelled name would hold for no alert.
    let mum = "run:device('mum'):fix{ latitude = 52.5, longitude = 13.4 } run:device('mun'):expectNoAlert()"
    try fails(mum, "no device mun yet (did you mean 'mum'?)")
  }

  @Test func anEventBeforeTheLastOneIsRefused() throws {
    try fails(
      "run:track 'walk.ndjson' run:track 'walk.ndjson'", "before the last one of walk at 2026-05-04T10:01:00Z"
    )
  }

  @Test func callsAndMessagesToChannels() throws {
    let script = [
      "home.lua": """
      local app = {}
      function app.didUpdateToLocation() geoscript.send("lights", { on = true, level = 3 }) end
      CLLocationManager.new{ delegate = app }:startUpdatingLocation()
      """
    ]
    try passes(
      """
      run:fix{ latitude = 52.5, longitude = 13.4 }
      run:expectCall("didUpdateToLocation")
      run:expectSent("lights", { on = true })
      run:expectNothingElse()
      """, script)
    try fails(
      "run:fix{ latitude = 52.5, longitude = 13.4 } run:expectSent('lights', { on = false })",
      #"sent to lights: {"level":3,"on":true}"#, top: "", script)
    try fails(
      "run:wait '1s' run:expectCall('didUpdateToLocation')", "expected a call of didUpdateToLocation",
      top: "", script)
  }

  @Test func geocodersAnswerWhatTheTestSays() throws {
    let script = [
      "home.lua": """
      CLGeocoder.new{}:geocodeAddressString("Nowhere 1", function(places, err)
        print(err and "failed" or places[1].locality)
      end)
      """
    ]
    try passes(
      """
      run:geocode{ address = "nowhere 1", latitude = 52.5, longitude = 13.4, locality = "Erewhon" }
      run:wait "1s"
      run:expectPrint "Erewhon"
      """, script)
    try passes(
      "run:geocode{ address = 'Nowhere 1', fails = true } run:wait '1s' run:expectPrint 'failed'", script)
    try fails("run:geocode{ address = 'x' }", "add them, or fails = true", top: "", script)
  }

  @Test func optionsAreChecked() throws {
    try fails("run:expectAlert{ within = '3s' }", "add at =")
    try fails("run:expectAlert{ at = '25:00' }", "at takes a time")
    try fails("run:expectState('garden', 'in')", #"got "in""#)
    try fails("run:track('walk.ndjson', { intervall = 3 })", "did you mean 'interval'")
    try fails("run:fixx{}", "fixx")
  }
}
