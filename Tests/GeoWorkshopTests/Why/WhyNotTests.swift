import Geo
import GeoHost
import Testing

@testable import GeoWorkshop

/// `geoscript why --not`.
@Suite struct WhyNotTests {
  /// A script that watches a garden of 50 m with these further fields and accuracy.
  private static func script(
    _ fields: String = "", _ accuracy: String = "0", function: String = "didExitRegion"
  ) -> String {
    """
    local app = {}
    function app.\(function)(_, region) end
    CLLocationManager.new{ delegate = app }:startMonitoringForRegion(CLCircularRegion.new{
      identifier = "garden", center = CLLocationCoordinate2DMake(52.5, 13.4), radius = 50, \(fields)}, \(accuracy))
    """
  }

  /// Fixes `north` degrees north of the center, 10 s apart from 10:00 on, accurate to 5 m.
  private static func track(_ north: [Double], accuracy: Double = 5) -> String {
    north.enumerated().map { index, degrees in
      "{\"type\":\"location\",\"time\":\(1_777_888_800 + 10 * index),\"latitude\":\(52.5 + degrees),"
        + "\"longitude\":13.4,\"horizontalAccuracy\":\(accuracy)}\n"
    }.joined()
  }

  private func why(
    _ track: String, _ script: String, region: String? = "garden", at time: String = "10:00",
    device: String? = nil,
    margin: Double = 600
  ) throws -> WhyNot {
    let folder = try ScriptFolder(["walk.ndjson": track, "home.lua": script])
    var question = WhyQuestion()
    (question.region, question.time, question.device, question.margin) = (region, time, device, margin)
    return try WhyNot(question, WhyAlertTests.options(folder))
  }

  /// Meters of a degree of latitude at 52.5° on WGS 84, by the series of the meridian arc:
  /// 111132.954 − 559.822 cos 2φ + 1.175 cos 4φ (NGA, Length of a degree calculator).
  private static let degree = 111_276.83

  @Test func aBufferHoldsAnExitBackByMeters() throws {
    // 66.77 m from the center, 16.77 m outside: 3.23 m less than the 20 m asked for.
    let answer = try why(Self.track([0, 0.0005, 0.0006, 0.0004]), Self.script("", "20"))
    let first = try #require(answer.reasons.first)
    #expect(first.kind == .held)
    #expect(abs(try #require(first.missing) - (20 - (0.0006 * Self.degree - 50))) < 0.02)
    #expect(first.time == 1_777_888_820)
    #expect(first.count == 2)
    #expect(answer.text(in: .utc).contains("missing: 3.2 m  (2 ×)"), "\(answer.text(in: .utc))")
  }

  @Test func anAccuracyThatCountsHoldsItBack() throws {
    let answer = try why(
      Self.track([0, 0.0006], accuracy: 30), Self.script("accuracyMode = \"contains\", "))
    let first = try #require(answer.reasons.first)
    #expect(first.kind == .held)
    #expect(abs(try #require(first.missing) - (30 - (0.0006 * Self.degree - 50))) < 0.02)
  }

  @Test func aDelayThatDidNotEndIsMissingItsRest() throws {
    // Out at 10:00:10 and back at 10:00:30: 20 of 45 s.
    let answer = try why(Self.track([0, 0.002, 0.002, 0]), Self.script("exitDelay = 45, "))
    #expect(answer.reasons.map(\.kind) == [.cancelled, .pending, .settled])
    #expect(answer.reasons[0].missing == 25)
    #expect(answer.reasons[0].unit == "s")
    #expect("\(answer.json)".contains("\"missing\":25,\"unit\":\"s\""))
  }

  @Test func aCallbackWithoutAnAlertAndNobodyWhoListens() throws {
    let away = Self.track([0, 0.002])
    #expect(try why(away, Self.script()).reasons.map(\.kind) == [.silent, .settled])
    let unheard = try why(away, Self.script(function: "didEnterRegion"))
    #expect(unheard.reasons.map(\.kind) == [.unheard, .settled])
    let failing = Self.script().replacing("region) end", with: "region) error(\"no\") end")
    #expect(try why(away, failing).reasons.map(\.kind) == [.failed, .silent, .settled])
    #expect(
      try why(away, Self.script("notifyOnExit = false, ")).reasons.map(\.kind) == [.unreported, .settled])
  }

  /// A phone without a network sends what it has measured minutes later.
  @Test(arguments: ["10:02", "10:08"]) func aFixThatArrivedLateBelongsToBothOfItsTimes(time: String) throws {
    let late = """
      {"type":"location","time":"2026-05-04T10:00:05Z","timestamp":"2026-05-04T10:00:00Z","latitude":52.5,"longitude":13.4}
      {"type":"location","time":"2026-05-04T10:08:00Z","timestamp":"2026-05-04T10:02:00Z","latitude":52.502,"longitude":13.4}
      {"type":"location","time":"2026-05-04T10:30:00Z","timestamp":"2026-05-04T10:30:00Z","latitude":52.502,"longitude":13.4}

      """
    let answer = try why(late, ScriptFolder.home, at: time, margin: 60)
    let first = try #require(answer.reasons.first)
    #expect(first.kind == .raised && first.time == 1_777_888_920)
    #expect(first.text.hasSuffix("was raised (the fix arrived at 2026-05-04T10:08:00Z)"), "\(first.text)")
  }

  @Test func aTimerThatWaitsIsNamed() throws {
    let sets = Self.script().replacing(
      "region) end", with: "region) geoscript.after(600, function() end) end")
    let answer = try why(Self.track([0, 0.002]), sets)
    #expect(
      answer.reasons.first?.text
        == "exited: didExitRegion ran and raised no alert; a timer is due at 2026-05-04T10:10:10Z")
    let alerts = sets.replacing("function() end", with: "function() geoscript.alert{ title = 'out' } end")
      .replacing("600", with: "30")
    let raised = try why(Self.track([0, 0.002, 0.002, 0.002, 0.002, 0.002]), alerts)
    #expect(raised.reasons.first?.text.hasSuffix("out was raised at 2026-05-04T10:00:40Z") == true)
  }

  @Test func anAlertThatWasRaisedIsNamed() throws {
    let answer = try why(WhyAlertTests.walk, ScriptFolder.home, margin: 70)
    #expect(answer.reasons.first?.kind == .raised)
    #expect(answer.reasons.first?.text.contains("left garden") == true)
  }

  @Test func fixesThatWereNotUsedAndThoseThatDidNotCome() throws {
    let bad = Self.track([0, 0.002]).replacing(
      "\"horizontalAccuracy\":5.0", with: "\"horizontalAccuracy\":-1")
    let answer = try why(bad, Self.script())
    #expect(answer.reasons.contains { $0.kind == .fix && $0.count == 2 }, "\(answer.text(in: .utc))")
    let early = try why(Self.track([0, 0.0001]), Self.script(), at: "10:30", margin: 60)
    #expect(early.reasons.map(\.kind) == [.nothing])
    #expect(early.reasons[0].text.contains("the last before came at 2026-05-04T10:00:10Z"))
  }

  /// HO-152.
  @Test func aTimeOutsideOfTheEventsIsOfTheirDayAndGetsTheirSpan() throws {
    let early = try why(Self.track([0, 0.002]), Self.script(), at: "09:00")
    #expect(early.time == 1_777_885_200)
    let span = "  outside: the events begin at 2026-05-04T10:00:00Z and end at 2026-05-04T10:00:10Z\n"
    #expect(early.text(in: .utc).contains(span), "\(early.text(in: .utc))")
    #expect(
      early.json["begin"]?.text == "2026-05-04T10:00:00Z" && early.json["end"]?.text == "2026-05-04T10:00:10Z"
    )
    #expect(try why(Self.track([0, 0.002]), Self.script(), at: "10:30").text(in: .utc).contains(span))
    #expect(try why(Self.track([0, 0.002]), Self.script(), at: "10:05").span == nil)
    #expect { try why(Self.track([0]), Self.script(), at: "25:00") } throws: {
      "\($0)".contains("got '25:00'")
    }
  }

  @Test func aRegionThatIsNotWatchedGetsTheNearestName() throws {
    let answer = try why(Self.track([0, 0.002]), Self.script(), region: "gardn")
    #expect(answer.reasons.map(\.kind) == [.unwatched])
    #expect(answer.reasons[0].text.contains("did you mean 'garden'?"), "\(answer.reasons[0].text)")
  }

  @Test func withoutARegionEveryOneIsLookedAtNearestFirst() throws {
    let two =
      Self.script() + """

        CLLocationManager.new():startMonitoringForRegion(CLCircularRegion.new{
          identifier = "gate", center = CLLocationCoordinate2DMake(52.501, 13.4), radius = 50 })
        """
    let answer = try why(Self.track([0.0001, 0.0002]), two, region: nil)
    let far = answer.reasons.filter { $0.kind == .far }
    // 22 m from the center of the garden: 28 m to its edge; 89 m from the gate's: 39 m.
    #expect(far.map(\.region) == ["garden", "gate"])
    #expect(abs(try #require(far[1].missing) - (0.0008 * Self.degree - 50)) < 0.05)
  }

  @Test func mistakesSayWhatToWrite() throws {
    let folder = try ScriptFolder(["walk.ndjson": Self.track([0])])
    var question = WhyQuestion()
    question.region = "garden"
    let options = WhyAlertTests.options(folder)
    #expect(throws: GeoError.self) { try WhyNot(question, options) }
    question.time = "noon"
    let noon = #expect(throws: GeoError.self) { try WhyNot(question, options) }
    #expect(noon?.message.contains("10:02") == true)
    (question.time, question.device) = ("10:00", "wolk")
    let device = #expect(throws: GeoError.self) { try WhyNot(question, options) }
    #expect(device?.code == .data)
    #expect(device?.message.contains("walk") == true)
  }
}
