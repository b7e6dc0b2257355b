import CommandTesting
import Foundation
import GeoStore
import Testing

@testable import Geo
@testable import GeoDelivery

/// The words of an address that any sink knows (HO-82).
@Suite struct SinkShapeTests {
  static let script = """
    local app = {}
    function app.didEnterRegion(_, region) geoscript.alert{ title = "in", level = 2 } end
    function app.didExitRegion(_, region) geoscript.alert{ title = "out, really", level = 3.5 } end
    local manager = CLLocationManager.new{ delegate = app }
    for name, latitude in pairs{ home = 1, work = 2 } do
      manager:startMonitoringForRegion(CLCircularRegion.new{
        identifier = name, center = CLLocationCoordinate2DMake(latitude, 2), radius = 500 })
    end
    """
  static let walk = [0.5, 1, 1.5, 2, 2.5].enumerated().map {
    #"{"time":\#(1_780_000_000 + $0 * 60),"device":"rex","latitude":\#($1),"longitude":2}"# + "\n"
  }.joined()

  /// The events and regions of the alerts that a sink gets.
  func taken(_ words: String) throws -> [String] {
    let command = try Command(["s.lua": SinkShapeTests.script, "a.ndjson": SinkShapeTests.walk])
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--alerts", "ndjson:file?\(words)")
    #expect(result.code == 0)
    return command.read("file").split(separator: "\n").compactMap { line in
      let json = try? JSONParser.parse(String(line))
      return "\(json?["event"]?.text ?? "") \(json?["region"]?.text ?? "")"
    }
  }

  @Test(arguments: [
    ("", ["enter home", "exit home", "enter work", "exit work"]),
    ("only=event:exit", ["exit home", "exit work"]),
    ("only=region:home,event:exit", ["exit home"]),
    ("only=event:exit,event:enter,region:work", ["enter work", "exit work"]),
    ("only=event:exit&only=event:enter&only=region:work", ["enter work", "exit work"]),
    ("not=region:home", ["enter work", "exit work"]),
    ("not=region:home,event:exit", ["enter home", "enter work", "exit work"]),
    ("not=region:home&not=event:exit", ["enter work"]),
    ("only=title:out%2C%20really&not=region:work", ["exit home"]),
    ("only=level:3.5", ["exit home", "exit work"]),
    ("only=level:9", []),
    ("not=level:9,region:home", ["enter home", "exit home", "enter work", "exit work"]),
  ])
  func aSinkGetsWhatItsWordsLetPass(words: String, expected: [String]) throws {
    #expect(try taken(words) == expected)
  }

  @Test(arguments: [
    ("text?olny=event:exit", "'olny' is not a word of this sink"),
    ("text?olny=event:exit", "did you mean 'only'?"), ("text?only=exit", "only=exit is not a list of fields"),
    ("text?only=", "is not a list of fields"), ("text?name=", "name= takes a name"),
    ("text?name=a&name=b", "name= appears twice"), ("text?time-zone=Mars/Base", "Mars/Base"),
    ("text?locale=xx_YY", "locale=xx_YY is not installed here"),
    ("text?template=nothing", "template=nothing is not known: write @FILE or one of slack, discord"),
    ("https://example.org/#templat=slack", "'templat'"),
    ("exec:true #only=exit", "only=exit is not a list"), ("none?x=1", "'x' is not a word"),
    ("ndjson:f?template=@t.txt", "t.txt: ndjson takes templates of JSON only"),
    ("text?only=evnt:exit", "no alert has a field 'evnt' (did you mean 'event'?)"),
    ("text?not=battery:1", "not=battery:…: no alert has a field 'battery': write one of id, time, device"),
    (
      "text?only=event:left",
      "'left' is not a value of event (did you mean 'exit'?): write enter, exit, dwell"
    ),
    ("text?only=event:exit,event:entr", "'entr' is not a value of event (did you mean 'enter'?)"),
    (
      "https://example.org/#only=priority:urgent", "'urgent' is not a value of priority (did you mean 'max'?)"
    ),
    ("text?only=status:fired", "write firing, resolved"),
    ("txt", "--alerts: 'txt' is not an alert sink (did you mean 'text'?)"),
    (
      "hooks.example/secret", "'hooks.example' is not an alert sink (did you mean 'https://hooks.example/…'?)"
    ),
    ("me:secret@hooks.example:80/x", "is not an alert sink"),
    ("alerts.jsonl", "(did you mean 'ndjson:alerts.jsonl'?)"), ("./say", "(did you mean 'exec:./say'?)"),
    ("exce:cat", "(did you mean 'exec:…'?)"), ("mqqt://h/t", "(did you mean 'mqtt://…'?)"),
    ("exec:", "the command is missing"), ("ndjson:", "the file is missing"),
    ("mqtt://127.0.0.1", "the topic is missing: write mqtt://HOST/"),
    ("ntfys://ntfy.example", "the topic is missing: write ntfys://HOST/TOPIC"),
  ])
  func aMistakeIs64WithWhatIsRight(word: String, message: String) throws {
    let command = try Command(["s.lua": "print(1)", "t.txt": "x"])
    let result = try command.run("run", "s.lua", "--alerts", word)
    #expect(result.code == 64)
    #expect(result.errors.contains(message))
    #expect(result.output.isEmpty)
  }

  @Test func twoSinksOfOneAddressNeedNames() throws {
    let command = try Command(["s.lua": "print(1)"])
    let address = "https://example.org/x"
    let same = try command.run(
      "run", "s.lua", "--alerts", "\(address)#only=event:exit", "--alerts", address)
    #expect(same.code == 64)
    #expect(same.errors.contains("two sinks are called https://example.org: give one of them a name"))
    let options = [
      try AlertSinkOption("\(address)#only=event:exit&name=out"), try AlertSinkOption(address),
    ]
    let sinks = try AlertSinks(options + AlertSinkOption.channel("lights=\(address)"))
    #expect(sinks.outboxSinks[0] == "out")
    #expect(Set(sinks.outboxSinks).count == 3)
  }

  @Test func theWordsOfAWebHookStandBehindTheHashAndAreNotSent() throws {
    let hook = try WebHook("200")
    let command = try AlertPostTests.command(4)
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--alerts", hook.address + "?a=b#only=count:2,count:3")
    #expect(result.code == 0)
    #expect(hook.taken == ["a 2", "a 3"])
    #expect(hook.requests.allSatisfy { $0.path == "/hook?a=b" })
  }

  @Test func aCommandHasItsWordsInAComment() throws {
    let command = try AlertPostTests.command(3)
    _ = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--alerts", "exec:cat >> copy # a comment", "--alerts",
      "exec:cat >> some #only=count:2")
    #expect(command.read("copy").split(separator: "\n").count == 3)
    #expect(command.read("some").split(separator: "\n").count == 1)
  }

  @Test func aSinkHasItsOwnZone() throws {
    let command = try AlertPostTests.command(1)
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--alerts", "text?time-zone=Europe/Berlin", "--alerts", "text")
    #expect(result.lines.map { $0.prefix(25) } == ["2026-05-28T22:26:40+02:00", "2026-05-28T20:26:40Z  a  "])
  }
}
