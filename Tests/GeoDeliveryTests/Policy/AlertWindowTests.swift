import Geo
import GeoLua
import Testing

@testable import GeoDelivery

@Suite struct AlertWindowTests {
  /// 2026-06-01T00:00:00Z.
  static let midnight = 1_780_272_000.0

  static func alert(
    _ id: String, at hours: Double, device: String = "d", priority: AlertPriority = .default
  ) -> PendingAlert {
    var alert = PendingAlert(
      time: midnight + hours * 3600, device: device, id: id, title: "t-\(id)", body: "{\"id\":\"\(id)\"}")
    alert.priority = priority
    return alert
  }

  static func quiet(_ text: String = "22:00-07:00") throws -> AlertWindow {
    var rule = AlertWindow.Rule()
    rule.quiet = try QuietHours(text, in: .utc)
    return AlertWindow(rule)
  }

  static func group(_ seconds: Double) -> AlertWindow {
    var rule = AlertWindow.Rule()
    rule.group = seconds
    return AlertWindow(rule)
  }

  static func fields(_ message: PendingAlert) throws -> (title: String, body: String) {
    let json = try JSONParser.parse(message.body)
    return (json["title"]?.text ?? "", json["body"]?.text ?? "")
  }

  @Test func onlyUrgentAlertsComeInQuietHours() throws {
    var window = try AlertWindowTests.quiet()
    #expect(window.take(AlertWindowTests.alert("evening", at: 21.99)).map(\.id) == ["evening"])
    #expect(window.take(AlertWindowTests.alert("a", at: 22)).isEmpty)
    #expect(window.take(AlertWindowTests.alert("high", at: 23, priority: .high)).map(\.id) == ["high"])
    #expect(window.take(AlertWindowTests.alert("low", at: 30, priority: .low)).isEmpty)
    #expect(window.nextEnd == AlertWindowTests.midnight + 31 * 3600)
    let messages = window.take(AlertWindowTests.alert("morning", at: 31))
    #expect(messages.count == 2 && messages[1].id == "morning")
    #expect(
      try AlertWindowTests.fields(messages[0]) == ("2 alerts, 22:00–07:00", "22:00 d: t-a\n06:00 d: t-low"))
    #expect(messages[0].time == AlertWindowTests.midnight + 31 * 3600)
    #expect(window.isEmpty)
  }

  @Test func aPairIsOneLineAndLeavesNothingBegun() throws {
    var window = try AlertWindowTests.quiet()
    var (begin, end, open) = (
      AlertWindowTests.alert("out", at: 23), AlertWindowTests.alert("back", at: 23.5),
      AlertWindowTests.alert("open", at: 24)
    )
    begin.begins = ["out"]
    end.ends = "out"
    open.begins = ["open"]
    var again = AlertWindowTests.alert("again", at: 25)
    (again.isRepeat, again.begins, again.title) = (true, ["open"], "t-open")
    for alert in [begin, end, open, again, again] { #expect(window.take(alert).isEmpty) }
    let digest = try #require(window.close().first)
    #expect(
      try AlertWindowTests.fields(digest)
        == ("3 alerts, 2 repeats, 22:00–07:00", "23:00–23:30 d: t-out\n00:00 d: t-open\n2 × d: t-open"))
    // A later end of what still fires must reach those who got the digest.
    #expect(digest.begins == ["open"])
  }

  @Test func hoursFollowTheirZoneThroughAChangeOfTheClocks() throws {
    // Berlin leaves summer time on 2026-10-25 at 03:00 (IANA tzdata, Europe/Berlin): that night has ten hours.
    let hours = try QuietHours("22:00-07:00@Europe/Berlin", in: .utc)
    let evening = try FeedTime.seconds("2026-10-24T20:30:00Z")
    #expect(hours.end(around: evening) == (try FeedTime.seconds("2026-10-25T06:00:00Z")))
    #expect(hours.end(around: try FeedTime.seconds("2026-10-24T19:59:59Z")) == nil)
    #expect(
      hours.end(around: try FeedTime.seconds("2026-10-25T05:59:59Z"))
        == (try FeedTime.seconds("2026-10-25T06:00:00Z")))
    #expect(hours.end(around: try FeedTime.seconds("2026-10-25T06:00:00Z")) == nil)
  }

  @Test(arguments: [
    "", "22:00", "22-7", "22:00-22:00", "25:00-07:00", "22:00-07:00@Mars/North", "24:00-00:00",
  ])
  func otherHoursAreRefused(text: String) {
    #expect(throws: GeoError.self) { try QuietHours(text, in: .utc) }
  }

  @Test func whatOneMomentRaisesIsOneMessage() throws {
    var window = AlertWindowTests.group(30)
    #expect(window.take(AlertWindowTests.alert("a", at: 0)).isEmpty)
    #expect(window.take(AlertWindowTests.alert("b", at: 29.0 / 3600, device: "e", priority: .high)).isEmpty)
    let messages = window.take(AlertWindowTests.alert("c", at: 30.0 / 3600))
    #expect(messages.count == 1)
    #expect(try AlertWindowTests.fields(messages[0]) == ("2 alerts", "00:00 d: t-a\n00:00 e: t-b"))
    #expect(try JSONParser.parse(messages[0].body)["priority"]?.text == "high")
    // A single alert stays as it was raised.
    #expect(window.advance(to: AlertWindowTests.midnight + 60).map(\.body) == ["{\"id\":\"c\"}"])
  }

  @Test func whatWaitsOutlivesTheProcess() throws {
    var window = try AlertWindowTests.quiet()
    var begin = AlertWindowTests.alert("out", at: 23)
    begin.begins = ["out"]
    var again = begin
    again.isRepeat = true
    for alert in [begin, again] { _ = window.take(alert) }
    var other = try AlertWindowTests.quiet()
    #expect(other.restore(try JSONParser.parse(window.json.exactText)).isEmpty)
    #expect(other.close().map(\.body) == window.close().map(\.body))
    // Without quiet hours there is nothing to wait for.
    var none = AlertWindowTests.group(30)
    _ = other.take(begin)
    #expect(none.restore(try JSONParser.parse(other.json.exactText)).map(\.id) == ["out"])
  }
}

enum FeedTime {
  static func seconds(_ text: String) throws -> Double {
    var copy = text
    return try #require(copy.withUTF8 { ISO8601.parse($0, in: nil) })
  }
}
