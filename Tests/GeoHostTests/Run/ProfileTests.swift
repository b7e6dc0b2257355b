import CommandTesting
import Geo
import Testing

@testable import GeoHost

@Suite struct ProfileTests {
  private static let script = """
    local app = {}
    function app.monitoringDidFailForRegion(_, region, problem) print(region.identifier, problem.code) end
    local manager = CLLocationManager.new{ delegate = app }
    local circle = CLCircularRegion.new
    for i = 1, 3 do
      manager:startMonitoringForRegion(circle{ identifier = "r" .. i, center = { latitude = 0, longitude = i }, radius = i })
    end
    """

  private func run(_ json: String) throws -> Command.Result {
    let command = try Command(["s.lua": Self.script, "phone.json": json])
    return try command.run("run", "s.lua", "--profile", "phone.json")
  }

  @Test func aFileDescribesThePhone() throws {
    let result = try run(#"{"base": "iphone", "regionLimit": 2, "maximumRegionMonitoringDistance": 1.5}"#)
    #expect(result.code == 0)
    #expect(result.lines == ["r2\t5", "r3\t5"])
  }

  /// MV-36: a map without a frame gets the profile's screen or `--map-size`.
  @Test func aMapWithoutAFrameIsAsLargeAsTheScreenOrAsTheCommandSays() throws {
    let script = """
      geoscript.after(2, function()
        local map, framed = MKMapView(), MKMapView.new{ frame = CGRectMake(0, 0, 9, 8) }
        print(map.frame.size.width, map.frame.size.height, framed.frame.size.width)
      end)
      """
    // Events of the log do not override the command line.
    let log = """
      {"time":1,"type":"clock"}
      {"time":2,"type":"profile","base":"iphone"}
      {"time":5,"type":"clock"}
      """
    let command = try Command(["s.lua": script, "log.ndjson": log])
    let run = ["run", "s.lua", "--from", "log.ndjson"]
    #expect(try command.start(run).wait().lines == ["393.0\t852.0\t9.0"])
    #expect(try command.start(run + ["--map-size", "640x480.5"]).wait().lines == ["640.0\t480.5\t9.0"])
    for wrong in ["640", "640x", "x480", "0x480", "640x480x1", "640xnan", "640x1e9", "-1x5"] {
      let result = try command.start(run + ["--map-size=\(wrong)"]).wait()
      #expect(result.code == 64 && result.errors.contains("--map-size"), "\(wrong)")
    }
  }

  static let faults: [(String, String)] = [
    ("", "geoscript: phone.json: JSON: expected a value at byte 1, found the end of the text\n"),
    (#"{"regionLimit": NaN}"#, "geoscript: phone.json: JSON: expected a value at byte 17, found 'N'\n"),
    ("[1]", "geoscript: phone.json: is not a JSON object\n"),
    (
      "{\n  \"regionlimit\": 3\n}",
      "geoscript: phone.json:2: profile field \"regionlimit\" is unknown (expected base, sensors, screenSize, settings, answers, "
        + "monitorsRegions, monitorsRegionsWhenInUse, regionLimit, maximumRegionMonitoringDistance, "
        + "minimumRegionBuffer, locationTimeout, pausesLocationUpdates) (did you mean 'regionLimit'?)\n"
    ),
    (
      "{\n \"base\": \"ipod\",\n \"sensors\": {\n  \"gsp\": true }}",
      "geoscript: phone.json:4: profile field \"sensors.gsp\" is unknown (expected gps, cellular, wifi, magnetometer)"
        + " (did you mean 'gps'?)\n"
    ),
    (
      #"{"regionLimit": -3}"#,
      "geoscript: phone.json:1: profile field \"regionLimit\" cannot be -3 (expected a whole number, 0 or more, "
        + "or \"none\")\n"
    ),
    (
      #"{"settings": {"authorization": "alway"}}"#,
      "geoscript: phone.json:1: profile field \"settings.authorization\" cannot be \"alway\" (expected "
        + "\"notDetermined\", \"restricted\", \"denied\", \"authorizedAlways\", \"authorizedWhenInUse\")\n"
    ),
    (
      #"{"base": "iphon"}"#,
      "geoscript: phone.json:1: profile field \"base\" names an unknown profile \"iphon\" (expected default, iphone, ipod, "
        + "wifi-tablet) (did you mean 'iphone'?)\n"
    ),
    ("\u{0}\u{1}", "geoscript: phone.json: JSON: expected a value at byte 1, found byte 0x00\n"),
  ]

  @Test(arguments: faults) func aBadProfileFileIs65WithPlaceAndAdvice(json: String, message: String) throws {
    let result = try run(json)
    #expect(result.code == 65)
    #expect(result.errors == message)
    #expect(result.output.isEmpty)
  }

  @Test func aProfileThatIsAFolderOrNotThereIs66() throws {
    let command = try Command(["s.lua": Self.script, "phone.json": "{}"])
    let folder = try command.run("run", "s.lua", "--profile", "./")
    #expect(folder.code == 66)
    #expect(folder.errors == "geoscript: ./: Is a directory\n")
    let missing = try command.run("run", "s.lua", "--profile", "phne.json")
    #expect(missing.code == 66)
    #expect(
      missing.errors
        == "geoscript: phne.json: there is no such file for --profile; did you mean phone.json?\n")
  }

  @Test func anUnknownProfileIs64WithTheNearestName() throws {
    let command = try Command(["s.lua": Self.script])
    let result = try command.run("run", "s.lua", "--profile", "wifitablet")
    #expect(result.code == 64)
    #expect(
      result.errors
        == "geoscript: --profile takes default, iphone, ipod, wifi-tablet or a file (.json), got 'wifitablet'"
        + " (did you mean 'wifi-tablet'?)\n")
  }

  @Test func aProfileThatLacksACapabilityRefusesBeforeAnyInputIsRead() throws {
    let script = "UIRequiredDeviceCapabilities = { \"gps\", \"magnetometer\" }\nprint(\"started\")"
    let command = try Command(["s.lua": script, "a.ndjson": Sample.log(3)])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--profile", "ipod")
    #expect(result.code == 69)
    #expect(
      result.errors
        == "geoscript: s.lua: the profile 'ipod' lacks 'gps', 'magnetometer', required by the script's "
        + "UIRequiredDeviceCapabilities\n")
    #expect(result.output.isEmpty)
    #expect(try command.run("run", "s.lua", "--from", "a.ndjson").lines == ["started"])
  }

  @Test(arguments: ["1", "2"]) func aRunInWhichNoDeviceStartedIs69(jobs: String) throws {
    let log = ["a", "b", "c"].map { name in
      """
      {"type":"profile","time":1,"device":"\(name)","base":"ipod"}
      {"time":2,"device":"\(name)","latitude":0,"longitude":0}

      """
    }
    let script = "UIRequiredDeviceCapabilities = { \"gps\" }\nprint(\"started\")"
    let command = try Command(["s.lua": script, "log.ndjson": log.joined()])
    let result = try command.run("run", "s.lua", "--from", "log.ndjson", "--jobs", jobs)
    #expect(result.code == 69)
    #expect(result.output.isEmpty)
    #expect(
      result.reports == [
        "warning: the script does not start on such devices: the profile 'ipod' lacks 'gps', "
          + "required by the script's UIRequiredDeviceCapabilities", "not started: 3 instances of the script",
      ])
  }

  @Test(arguments: ["run", "check"]) func anUnknownCapabilityIs65(word: String) throws {
    let command = try Command(["s.lua": "UIRequiredDeviceCapabilities = { \"gsp\" }"])
    let result = try command.run(word, "s.lua")
    #expect(result.code == 65)
    #expect(
      (result.output + result.errors).contains(
        "s.lua:1: unknown device capability 'gsp' (did you mean 'gps'?)")
    )
  }

  @Test func aScriptMayReadWhatItDeclares() throws {
    let script = "UIRequiredDeviceCapabilities = { \"gps\" }\nprint(#UIRequiredDeviceCapabilities)"
    let command = try Command(["s.lua": script])
    #expect(try command.run("run", "s.lua").lines == ["1"])
    #expect(try command.run("check", "s.lua").code == 0)
  }

  @Test func theManualListsEveryFieldOfEveryProfile() throws {
    let page = try Command().run("docs", "profiles", "--markdown").output
    for field in DeviceProfile.fields {
      let values = DeviceProfile.presets.map { field.value($0) }.joined(separator: " | ")
      #expect(page.contains("| `\(field.path)` |") && page.contains(values))
    }
  }
}
