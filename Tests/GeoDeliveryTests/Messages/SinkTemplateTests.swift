import CommandTesting
import Foundation
import GeoLua
import Testing

@testable import Geo
@testable import GeoDelivery

/// Templates of sinks (HO-83).
@Suite struct SinkTemplateTests {
  static let message = JSONValue.object([
    ("id", .string("1")), ("time", .string("2026-05-28T20:26:40Z")), ("device", .string("Rex & \"Co\"")),
    ("title", .string("<out>\n")), ("body", .string("")), ("latitude", .number(45.416_304_9)),
    ("longitude", .number(13.98765)), ("battery", .number(0.5)), ("tags", .array([.string("a")])),
    ("collar", .object([("id", .integer(7))])), ("empty", .array([])), ("due", .number(1_780_000_000)),
  ])

  func made(_ text: String, _ path: String = "t.txt", _ style: SinkStyle = SinkStyle()) throws -> String {
    try SinkTemplate(text: text, path: path).content(of: SinkTemplateTests.message, style).text
  }

  @Test(arguments: [
    ("{{title}}", "<out>\n"), ("{{ title }}{{!nothing}}.", "<out>\n."), ("{{latitude|5}}", "45.41630"),
    ("{{latitude|0}} {{fields.battery|2}}", "45 0.50"), ("{{time|local}}", "2026-05-28T20:26:40Z"),
    ("{{fields.due|local}}", "2026-05-28T20:26:40Z"), ("{{region}}{{fields.none}}", ""),
    ("{{fields.collar.id}} {{fields.collar}}", "7 {\"id\":7}"), ("{{fields.tags}}", "[\"a\"]"),
    ("{{#region}}in {{region}}{{/region}}{{^region}}nowhere{{/region}}", "nowhere"),
    ("{{#body}}b{{/body}}{{#device}}d{{#fields.empty}}e{{/fields.empty}}{{/device}}", "d"),
    ("{{device|url}}", "Rex%20%26%20%22Co%22"),
    ("{{link}}", "https://www.openstreetmap.org/?mlat=45.41630&mlon=13.98765#map=16/45.41630/13.98765"),
  ])
  func namesAreReplaced(template: String, expected: String) throws {
    #expect(try made(template) == expected)
  }

  /// The examples of mustache(5), "Variables": a name is escaped for HTML, three braces and & leave it.
  @Test func namesAreEscapedForHTML() throws {
    #expect(
      try made("<p>{{device}} {{{device}}} {{&device}} {{title}}", "t.html")
        == "<p>Rex &amp; &quot;Co&quot; Rex & \"Co\" Rex & \"Co\" &lt;out&gt;\n")
    // RFC 8259, section 7.
    #expect(
      try made(
        #"{"a": "{{device}}: {{title}}", "b": {{title}}, "c": {{latitude|2}}, "d": {{region}}}"#, "t.json")
        == #"{"a": "Rex & \"Co\": <out>\n", "b": "<out>\n", "c": 45.42, "d": null}"#)
    #expect(try SinkTemplate(text: " [\"{{title}}\"]", path: "template").form == .json)
    #expect(try SinkTemplate(text: "\n<b>{{title}}</b>", path: "template").form == .html)
    #expect(try SinkTemplate(text: "{{title}} <b>", path: "template").form == .text)
  }

  @Test func aZoneAndALocaleSayHowTimesAndNumbersLook() throws {
    var style = SinkStyle()
    style.zone = try TimeZoneOption("Europe/Berlin").rules
    #expect(
      try made("{{time|local}} {{time}}", "t.txt", style) == "2026-05-28T22:26:40+02:00 2026-05-28T20:26:40Z")
    style.locale = try SinkLocale("C")
    // C99 7.23.3.5: %x and %X of the locale C are %m/%d/%y and %T.
    #expect(try made("{{time|local}} {{latitude|1}}", "t.txt", style) == "05/28/26 22:26:40 45.4")
    #expect(throws: GeoError.self) { try SinkLocale("xx_YY") }
  }

  @Test(arguments: [
    ("a\n{{titel}}", "t.txt:2:1: {{titel}} is not a field of the host", "did you mean 'title'?"),
    ("{{battery}}", "t.txt:1:1: {{battery}} is not", "a field of your script is {{fields.battery}}"),
    ("x\n\n{{title", "t.txt:3:1: {{ is not closed", ""), ("{{}}", "t.txt:1:1: {{}} names nothing", ""),
    ("{{#title}}\n", "t.txt:1:1: {{#title}} is not closed: write {{/title}}", ""),
    ("\n{{/title}}", "t.txt:2:1: {{/title}} closes nothing that is open", ""),
    ("{{#title}}{{/body}}", "t.txt:1:11: {{/body}} closes nothing that is open", ""),
    ("{{title|5}}", "decimals are for numbers, and title is a text", ""),
    ("{{latitude|local}}", "local is for times, and latitude is not one", ""),
    ("{{latitude|loud}}", "there is no 'loud': write local, url", ""),
    ("{{> other}}", "neither partials", ""),
    ("{{fields}}", "{{fields}} needs a name", ""), ("{{title.x}}", "title has no fields", ""),
  ])
  func aMistakeSaysItsPlaceAndWhatIsRight(template: String, message: String, advice: String) throws {
    let error = try #require(throws: GeoError.self) { try made(template) }
    #expect(error.code == .usage)
    #expect(error.description.contains(message))
    #expect(advice.isEmpty || error.description.contains(advice))
  }

  /// The places are counted by hand in the template, not in what is made of it.
  @Test(arguments: [
    (
      "{\"a\": \"{{title}}\",}", "1:19",
      "expected a name in quotes, found '}' (leave out the comma before it)"
    ),
    (
      "{\n  \"ä\": {{latitude}} {{body}}\n}", "2:21",
      "expected ',' or '}', found '\"' (write a comma before it)"
    ),
    ("{\n\"a\": \"{{title}}\"\n", "3:1", "expected ',' or '}', found the end of the text"),
    ("{\"{{device}}\": 1,\n b: 2}", "2:2", "found 'b' (write \" around the name)"),
    ("{'a': 1}", "1:2", "(write \" around names and texts)"),
    ("[{{title}}, yes]", "1:13", "expected a value, found 'y' (write \" around a text)"),
    ("{\"a\": \"x\ny\"}", "1:9", "(write \\n for a new line inside a text)"),
    // Without a region nothing follows the comma.
    (
      "{\"a\": 1,{{#region}}\n \"b\": \"{{region}}\"{{/region}}}", "2:30",
      "in a message without a place, a region and a key: expected a name in quotes"
    ),
  ])
  func aTemplateOfJSONThatIsNoneIsRefusedAtTheStart(template: String, place: String, message: String) throws {
    let error = try #require(throws: GeoError.self) { try made(template, "t.json") }
    #expect(
      error.description.hasPrefix("t.json:\(place): is not JSON once its names are replaced"), "\(error)")
    #expect(error.description.contains(message), "\(error)")
  }

  @Test func eachKindOfSinkTakesATemplate() throws {
    let hook = try WebHook("200")
    let command = try AlertPostTests.command(1)
    try Data("{\n \"text\": \"{{device}} {{title}}\"}".utf8).write(to: command.url("t.json"))
    try Data("{{device}}: {{title}}\n{{fields.count|1}}".utf8).write(to: command.url("t.txt"))
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--alerts", hook.address + "#template=@t.json", "--alerts",
      "ndjson:file?template=@t.json", "--alerts", "exec:cat > copy #template=@t.txt", "--alerts",
      "text?template=@t.txt", "--alerts", "ndjson?template=@t.json")
    #expect(result.code == 0)
    #expect(hook.requests.map(\.body) == ["{\n \"text\": \"a fix 1\"}"])
    #expect(command.read("file") == "{\"text\":\"a fix 1\"}\n")
    #expect(command.read("copy") == "a: fix 1\n1.0\n")
    #expect(result.lines == ["a: fix 1 1.0", "{\"text\":\"a fix 1\"}"])
    #expect(try command.run("run", "s.lua", "--alerts", "text?template=@none").code == 66)
  }
}
