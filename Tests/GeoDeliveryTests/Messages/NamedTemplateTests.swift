import CommandTesting
import Foundation
import Testing

@testable import Geo
@testable import GeoDelivery

/// The forms that services expect, each from the service's own reference.
@Suite struct NamedTemplateTests {
  static let message = JSONValue.object([
    ("id", .string("1")), ("time", .string("2026-05-28T20:26:40Z")), ("device", .string("rex")),
    ("title", .string("<Rex> & *co*")), ("body", .string("is \"out\"")), ("latitude", .number(45)),
    ("longitude", .number(14)), ("priority", .string("urgent")),
  ])
  static let link = "https://www.openstreetmap.org/?mlat=45.00000&mlon=14.00000#map=16/45.00000/14.00000"

  func made(_ name: String, _ words: String = "", _ message: JSONValue = message) throws -> [String: Any] {
    var words = SinkWords(words)
    let content = try NamedTemplate(name, &words).content(of: message)
    try words.finish()
    #expect(content.form == .json)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(content.text.utf8)) as? [String: Any])
  }

  /// api.slack.com/reference/surfaces/formatting, "Escaping text" and "Linking URLs".
  @Test func slackGetsAText() throws {
    let text = try made("slack")["text"] as? String
    let link = NamedTemplateTests.link.replacing("&", with: "&amp;")
    #expect(text == "*&lt;Rex&gt; &amp; ∗co∗*\nis \"out\"\n<\(link)|Map>")
  }

  /// discord.com/developers/docs/resources/message#embed-object-embed-limits: 256 and 4,096 characters.
  @Test func discordGetsAnEmbedThatPingsNobody() throws {
    let whole = try made("discord")
    let embed = try #require((whole["embeds"] as? [[String: Any]])?.first)
    #expect(embed["title"] as? String == "<Rex> & *co*")
    #expect(embed["url"] as? String == NamedTemplateTests.link)
    #expect(embed["timestamp"] as? String == "2026-05-28T20:26:40Z")
    #expect((whole["allowed_mentions"] as? [String: [String]]) == ["parse": []])
    let long = JSONValue.object([
      ("title", .string(String(repeating: "x", count: 300))),
      ("body", .string(String(repeating: "y", count: 5000))),
    ])
    let cut = try #require((try made("discord", "", long)["embeds"] as? [[String: Any]])?.first)
    #expect((cut["title"] as? String)?.count == 256)
    #expect((cut["description"] as? String)?.count == 4096)
  }

  /// core.telegram.org/bots/api#html-style: only <, > and & need to be entities, and " in attributes.
  @Test func telegramGetsHTMLForAChat() throws {
    let whole = try made("telegram", "chat=-100123")
    #expect(whole["chat_id"] as? String == "-100123")
    #expect(whole["parse_mode"] as? String == "HTML")
    #expect(
      (whole["text"] as? String)?.hasPrefix("<b>&lt;Rex&gt; &amp; *co*</b>\nis &quot;out&quot;\n<a href=")
        == true)
  }

  /// adaptivecards.io/explorer/AdaptiveCard.html: type, version and body; TextBlock needs text.
  @Test func teamsGetsAnAdaptiveCard() throws {
    let attachments = try #require(try made("teams")["attachments"] as? [[String: Any]])
    #expect(attachments.count == 1)
    #expect(attachments[0]["contentType"] as? String == "application/vnd.microsoft.card.adaptive")
    let card = try #require(attachments[0]["content"] as? [String: Any])
    #expect(card["type"] as? String == "AdaptiveCard")
    #expect(
      (card["body"] as? [[String: Any]])?.map { $0["type"] as? String } == [
        "TextBlock", "TextBlock", "TextBlock",
      ])
  }

  /// gotify.net/docs/pushmsg; priorities of the apps are 0 to 10.
  @Test func gotifyGetsATitleAMessageAndAPriority() throws {
    let whole = try made("gotify")
    #expect(whole["title"] as? String == "<Rex> & *co*")
    #expect(whole["message"] as? String == "is \"out\"")
    #expect(whole["priority"] as? Int == 10)
  }

  /// pushover.net/api#priority: an emergency needs retry (30 or more) and expire (10,800 or less).
  @Test func pushoverGetsItsKeys() throws {
    let whole = try made("pushover", "token=T&user=U")
    #expect(whole["token"] as? String == "T")
    #expect(whole["user"] as? String == "U")
    #expect(whole["priority"] as? Int == 2)
    #expect(whole["retry"] as? Int == 60 && whole["expire"] as? Int == 3600)
    #expect(whole["timestamp"] as? Int == 1_780_000_000)
  }

  @Test(arguments: [
    ("https://example.org/#template=slak", "did you mean 'slack'?"),
    ("https://example.org/#template=telegram", "needs chat="),
    ("https://example.org/#template=pushover&token=x", "needs user="),
    ("https://example.org/#template=slack&chat=1", "'chat' is not a word"),
    ("ndjson:f?template=slack", "template=slack is for https://… only"),
  ])
  func aMistakeIs64(address: String, message: String) throws {
    let result = try Command(["s.lua": "print(1)"]).run("run", "s.lua", "--alerts", address)
    #expect(result.code == 64)
    #expect(result.errors.contains(message))
  }

  @Test func theKeysOfAServiceAreInNoMessage() throws {
    let hook = try WebHook("400")
    let command = try AlertPostTests.command(1)
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--alerts",
      hook.address + "#template=pushover&token=tiger42&user=lion17")
    #expect(result.code == 74)
    #expect(hook.requests.first?.body.contains("tiger42") == true)
    for secret in ["tiger42", "lion17"] { #expect(!result.errors.contains(secret)) }
  }
}
