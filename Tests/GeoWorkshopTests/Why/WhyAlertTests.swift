import Geo
import GeoHost
import GeoLua
import Testing

@testable import GeoDelivery
@testable import GeoWorkshop

/// `geoscript why` of an alert.
@Suite struct WhyAlertTests {
  static func options(_ folder: ScriptFolder, _ track: String = "walk.ndjson") -> RunOptions {
    var options = RunOptions(script: folder.path("home.lua"))
    options.sources = [folder.path(track)]
    return options
  }

  /// A walk out of the garden and back, and two minutes at home.
  static let walk =
    ScriptFolder.walk + """
      {"type":"location","time":"2026-05-04T10:01:30Z","latitude":52.5,"longitude":13.4}
      {"type":"location","time":"2026-05-04T10:03:30Z","latitude":52.5,"longitude":13.4}

      """

  private func why(
    _ alert: String, _ folder: ScriptFolder, at time: String? = nil,
    _ change: (inout RunOptions) -> Void = { _ in }
  ) throws -> WhyAlert {
    var question = WhyQuestion()
    (question.alert, question.time) = (alert, time)
    var options = Self.options(folder)
    change(&options)
    return try WhyAlert(question, options)
  }

  @Test func anAlertHasItsFixesItsCallItsLinesAndItsSinks() throws {
    let folder = try ScriptFolder(["walk.ndjson": Self.walk])
    let answer = try why("left garden", folder)
    #expect(answer.alert.title == "left garden")
    #expect(answer.place == "home.lua:3")
    // The function of the exit and its end; that of the enter did not run.
    #expect(answer.lines.map(\.number) == [3, 4, 5])
    #expect(answer.lines[0].text == "  geoscript.alert{ title = \"left \" .. region.identifier, count = 1 }")
    let text = answer.text(in: .utc)
    // 222.55 m north of the center (WGS 84, meridian arc), less the radius of 50 m.
    #expect(text.contains("2026-05-04T10:01:00Z walk garden  d 172.6 m"), "\(text)")
    #expect(text.contains("called: didExitRegion"))
    #expect(text.contains("  > home.lua:3"))
    #expect(text.hasSuffix("  where it goes\n    text\n"))
    // What came after it is not there.
    #expect(!text.contains("10:01:30Z"))
  }

  /// The event that moves the clock past a timer has a function of its own.
  @Test func anAlertOfATimerHasTheLinesOfTheTimerOnly() throws {
    let script = """
      local app = {}
      function app:didExitRegion()
        geoscript.after(60, function()
          geoscript.alert{ title = "gone" }
        end)
      end
      function app:didEnterRegion()
        geoscript.alert{ title = "back" }
      end
      CLLocationManager.new{ delegate = app }:startMonitoringForRegion(CLCircularRegion.new{
        identifier = "garden", center = CLLocationCoordinate2DMake(52.5, 13.4), radius = 50 })
      """
    let track = [("00:00", 52.5), ("00:10", 52.502), ("05:00", 52.5)].map {
      "{\"type\":\"location\",\"time\":\"2026-05-04T10:\($0.0)Z\",\"latitude\":\($0.1),\"longitude\":13.4}\n"
    }
    for further in [
      "", "{\"type\":\"location\",\"time\":\"2026-05-04T10:09:00Z\",\"latitude\":52.5,\"longitude\":13.4}\n",
    ] {
      let folder = try ScriptFolder(["walk.ndjson": track.joined() + further, "home.lua": script])
      #expect(try why("gone", folder).lines.map(\.number) == [4, 5])
      #expect(try why("back", folder).lines.map(\.number) == [8, 9])
    }
  }

  @Test func anIdIsTheSameAsInTheRunAndItsBeginningIsEnough() throws {
    let folder = try ScriptFolder(["walk.ndjson": Self.walk])
    let first = try why("left garden", folder).alert.id
    #expect(try why(first, folder).alert.title == "left garden")
    #expect(try why(String(first.prefix(6)), folder).alert.id == first)
    #expect(throws: GeoError.self) { try why(String(first.prefix(3)), folder) }
  }

  @Test func anAlertThatAMendedScriptNoLongerRaisesIsToldPlainly() throws {
    let folder = try ScriptFolder(["walk.ndjson": Self.walk])
    func fault(_ alert: String, isChanged: Bool = true, device: String? = nil) throws -> String {
      var question = WhyQuestion()
      (question.alert, question.isChanged, question.device) = (alert, isChanged, device)
      return "\(try #require(throws: GeoError.self) { try WhyAlert(question, Self.options(folder)) })"
    }
    #expect(
      try fault("7ddcbd8d32446460").hasPrefix(
        "this alert is not raised any more by home.lua: '7ddcbd8d32446460' (it raises "))
    #expect(try !fault("7ddcbd8d32446460").contains("--seed"))
    // A title that is near to one that is raised is a slip.
    #expect(try fault("left gardn").contains("raises no alert 'left gardn' (did you mean 'left garden'?)"))
    #expect(
      try fault("7ddcbd8d32446460", isChanged: false).hasSuffix(
        "give the options of the run, such as --seed and --fences"))
    #expect(
      try fault("left garden", device: "wolk") == "the files have no device 'wolk' (did you mean 'walk'?)")
    #expect(try fault("left the garden", device: "walk").contains("on 'walk'"))
  }

  @Test func theAlertOfATimerHasNoCall() throws {
    let late =
      ScriptFolder.walk + """
        {"type":"location","time":"2026-05-04T10:05:00Z","latitude":52.502,"longitude":13.4}

        """
    let folder = try ScriptFolder(["walk.ndjson": late])
    let answer = try why("out for a minute", folder)
    #expect(answer.place == "home.lua:4")
    #expect(answer.alert.region == nil)
    #expect(answer.lines.map(\.number).contains(4))
    #expect(!answer.lines.map(\.number).contains(3))
  }

  @Test func severalOfOneTitleAreToldApartByTheirTime() throws {
    let again = Self.walk.replacing("10:0", with: "11:0")
    let folder = try ScriptFolder(["walk.ndjson": Self.walk + again])
    let first = try why("left garden", folder)
    let second = try why("left garden", folder, at: "11:00")
    #expect(second.alert.time - first.alert.time == 3600)
    #expect(try why("left garden", folder, at: "2026-05-04T10:10:00Z").alert.id == first.alert.id)
  }

  @Test func sinksThatRefuseTheAlertAndQuietHoursAreNamed() throws {
    let folder = try ScriptFolder(["walk.ndjson": Self.walk])
    let answer = try why("left garden", folder) { options in
      options.alerts = [.text, try! AlertSinkOption("ndjson:x.ndjson?only=priority:high")]
      options.alertRule.quiet = try! QuietHours("09:00-12:00", in: .utc)
    }
    #expect(answer.destinations.map(\.takesAlert) == [true, false])
    // 12:00 on the day of the walk.
    #expect(answer.quietEnd == 1_777_896_000)
    #expect(answer.text(in: .utc).contains("waits until 2026-05-04T12:00:00Z"))
    #expect(answer.json["quietUntil"]?.text == "2026-05-04T12:00:00Z")
  }

  @Test func anAlertOfTheEndIsFound() throws {
    let script = "geoscript.onFinish(function() geoscript.alert{ title = \"over\" } end)"
    let folder = try ScriptFolder(["walk.ndjson": Self.walk, "home.lua": script])
    #expect(try why("over", folder).place == "home.lua:1")
  }

  @Test func whatIsNotThereIsNamedAndTheOthersAreListed() throws {
    let folder = try ScriptFolder(["walk.ndjson": Self.walk])
    let error = #expect(throws: GeoError.self) { try why("left gardn", folder) }
    #expect(error?.code == .data)
    #expect(error?.message.contains("it raises 2 alerts: ") == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("left garden") == true)
    let live = #expect(throws: GeoError.self) {
      try why("x", folder) { $0.sources = ["mqtt://broker/owntracks/#"] }
    }
    #expect(live?.code == .usage)
    let none = #expect(throws: GeoError.self) { try why("x", folder) { $0.sources = [] } }
    #expect(none?.message.contains("--record") == true)
  }
}
