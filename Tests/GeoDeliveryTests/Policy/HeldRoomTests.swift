import Geo
import GeoLua
import Testing

@testable import GeoDelivery

/// AL-15.
@Suite struct HeldRoomTests {
  private static func alert(_ number: Int, body: String) -> PendingAlert {
    var alert = AlertWindowTests.alert("a\(number)", at: 23)
    alert = PendingAlert(
      time: alert.time, device: "d", id: alert.id, title: alert.title,
      body: JSONValue.object([
        ("id", .string(alert.id)), ("title", .string(alert.title)), ("body", .string(body)),
      ])
      .description)
    alert.text = body
    return alert
  }

  @Test func longTextsBeyondTheRoomAreShortened() throws {
    let body = String(repeating: "ä", count: 100_000)
    var window = try AlertWindowTests.quiet()
    for number in 0..<400 { #expect(window.take(HeldRoomTests.alert(number, body: body)).isEmpty) }
    let bytes = window.quiet.reduce(0) { $0 + $1.size }
    #expect(bytes > HeldRoom.whole / 2 && bytes < HeldRoom.whole + 2 << 20)
    #expect(window.tally.shortened > 200 && window.tally.shortened < 400)
    let last = try #require(window.quiet.last)
    let json = try JSONParser.parse(last.body)
    #expect(json["title"]?.text == "t-a399")
    #expect(json["body"]?.text == String(repeating: "ä", count: 498) + "…")
    // The digest has the lines and ids that it has anyway.
    var whole = try AlertWindowTests.quiet()
    for number in 0..<400 { _ = whole.take(HeldRoomTests.alert(number, body: "b")) }
    #expect(whole.tally == HeldRoom.Tally())
    #expect(window.close().map(\.body) == whole.close().map(\.body))
  }

  @Test(arguments: [true, false])
  func aFullWindowSendsItsDigestEarly(isQuiet: Bool) throws {
    var window = isQuiet ? try AlertWindowTests.quiet() : AlertWindowTests.group(30)
    let body = String(repeating: "b", count: 8_000)
    var messages: [PendingAlert] = []
    for number in 0..<20_000 { messages += window.take(HeldRoomTests.alert(number, body: body)) }
    #expect(messages.count == 2 || messages.count == 1)
    #expect(window.tally.early == messages.count && window.tally.shortened == 0)
    messages += window.close()
    let counts = try messages.map { try #require(try JSONParser.parse($0.body)["count"]?.seconds) }
    #expect(counts.reduce(0, +) == 20_000)
  }

  @Test func eachAlertLeavesItsRoom() throws {
    var window = AlertWindowTests.group(1)
    let body = String(repeating: "b", count: 8_000)
    for hour in 0..<10 {
      for number in 0..<2_000 {
        var alert = HeldRoomTests.alert(number, body: body)
        alert = PendingAlert(
          time: alert.time + Double(hour) * 3600, device: "d", id: alert.id, title: "t", body: alert.body)
        _ = window.take(alert)
      }
    }
    #expect(window.tally == HeldRoom.Tally())
  }

  @Test func anAlertIsShortenedBeforeItIsWritten() {
    var alert = Alert(
      id: "a", time: 0, device: "d", title: "t", body: String(repeating: "b", count: 200_000),
      fields: [("list", .array([.string(String(repeating: "c", count: 5_000)), .integer(7)]))])
    alert.extras = [("map", .string("m"))]
    #expect(alert.isLong && alert.heldSize > 400_000)
    let short = alert.withBeginnings
    #expect(!short.isLong && short.heldSize < 8_000 && short.extras.isEmpty)
    #expect(short.body.utf8.count == HeldRoom.title && short.json["list"] != nil)
    alert.fields = (0..<10_000).map { ("f\($0)", .integer(1)) }
    #expect(alert.withBeginnings.fields.isEmpty)
  }

  @Test func aLongTitleIsShortInADigest() throws {
    var window = try AlertWindowTests.quiet()
    var alert = AlertWindowTests.alert("a", at: 23)
    alert.title = String(repeating: "t", count: 5_000)
    _ = window.take(alert)
    let digest = try #require(window.close().first)
    #expect(
      try AlertWindowTests.fields(digest).body
        == "23:00 d: " + String(repeating: "t", count: HeldRoom.title - 3) + "…")
  }

  @Test func alertsThatAreNotInOrderAreBounded() throws {
    var rule = AlertWindow.Rule()
    rule.group = 1
    let stage = AlertStage(rule, for: [SinkShape()], slack: 3600, clock: nil)
    let body = String(repeating: "b", count: 8_000)
    // None is due, and more wait than may: the oldest go to their group.
    var messages: [PendingAlert] = []
    for part in 0..<10 {
      let alerts = (0..<2_000).map { HeldRoomTests.alert(part * 2_000 + $0, body: body) }
      messages += stage.pass(alerts, upTo: -.infinity)
      #expect(stage.unorderedBytes <= HeldRoom.most)
    }
    messages += stage.pass([], upTo: .infinity, isEnd: true)
    #expect(messages.count == stage.tally.early + 1)
    let counts = try messages.map { try #require(try JSONParser.parse($0.body)["count"]?.seconds) }
    #expect(counts.reduce(0, +) == 20_000)
  }
}
