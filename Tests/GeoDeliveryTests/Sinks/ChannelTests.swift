import CommandTesting
import Foundation
import Testing

@testable import GeoDelivery

/// Messages that scripts send to channels (HO-81).
@Suite struct ChannelTests {
  static let script = """
    local app, count = {}, 0
    function app.didUpdateToLocation()
      count = count + 1
      geoscript.send("lights", count % 2 == 0 and "ON" or { on = false, count = count })
    end
    CLLocationManager.new{ delegate = app }:startUpdatingLocation()
    """

  static func command(_ count: Int, devices: [String] = ["a"]) throws -> Command {
    try Command(["s.lua": script, "a.ndjson": Sample.log(count, devices: devices)])
  }

  @Test func aChannelWithoutASinkIsNotedOnceAndTheMessageIsRecorded() throws {
    let command = try ChannelTests.command(3)
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--json")
    #expect(result.code == 0)
    #expect(
      result.reports.filter { $0.contains("lights") } == [
        "no one listens to the channel lights (--channel lights=ADDRESS)"
      ])
    let records = result.lines.filter { $0.contains(#""type":"message""#) }
    #expect(records.count == 3)
    #expect(
      records[1].wholeMatch(
        of:
          /\{"time":"2026-05-28T20:26:50Z","device":"a","sequence":[0-9]+,"type":"message","id":"[0-9a-f]{16}","channel":"lights","message":"ON"\}/
      ) != nil)
    #expect(records[0].contains(#""message":{"count":1,"on":false}"#))
    let misspelled = try command.run("run", "s.lua", "--from", "a.ndjson", "--channel", "light=none")
    #expect(misspelled.errors.contains("(--channel lights=ADDRESS) (did you mean 'light'?)"))
    #expect(try command.run("run", "s.lua", "--from", "a.ndjson", "--quiet").errors.isEmpty)
  }

  @Test func aTextGoesAsItIsAndATableAsJSON() throws {
    let hook = try WebHook("200")
    let command = try ChannelTests.command(2)
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--channel", "lights=\(hook.address)", "--channel",
      "lights=exec:cat >> copy", "--channel", "lights=ndjson:file", "--channel", "lights=text", "--alerts",
      "ndjson:alerts")
    #expect(result.code == 0)
    #expect(result.reports.isEmpty)
    #expect(hook.requests.map(\.body) == [#"{"count":1,"on":false}"#, "ON"])
    #expect(
      hook.requests.map { $0.headers["content-type"] } == ["application/json", "text/plain; charset=utf-8"])
    #expect(command.read("copy") == "{\"count\":1,\"on\":false}\nON\n")
    #expect(
      result.output == """
        2026-05-28T20:26:40Z  a  lights: {"count":1,"on":false}
        2026-05-28T20:26:50Z  a  lights: ON

        """)
    let lines = command.read("file").split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines[1].wholeMatch(
        of:
          /\{"id":"[0-9a-f]{16}","time":"2026-05-28T20:26:50Z","device":"a","channel":"lights","message":"ON"\}/
      ) != nil)
    try #require(hook.requests.count == 2)
    #expect(hook.requests[1].key.map { lines[1].contains($0) } == true)
    #expect(command.read("alerts").isEmpty)
  }

  @Test func messagesAreTheSameInEachRunWithStateAndOnThreads() throws {
    let command = try ChannelTests.command(20, devices: ["a", "b", "c"])
    func run(_ file: String, _ words: String...) throws -> [String] {
      let words = ["run", "s.lua", "--from", "a.ndjson", "--channel", "lights=ndjson:\(file)"] + words
      #expect(try command.start(words).wait().code == 0)
      return command.read(file).split(separator: "\n").map(String.init).sorted()
    }
    let first = try run("one")
    #expect(first.count == 60 && Set(first).count == 60)
    #expect(try run("two", "--jobs", "2") == first)
    #expect(try run("three", "--state", "state") == first)
    let recorded = try run("four", "--record", "record.ndjson")
    #expect(recorded == first)
    #expect(
      try command.run("run", "s.lua", "--from", "record.ndjson", "--channel", "lights=ndjson:five").code == 0)
    #expect(command.read("five").split(separator: "\n").map(String.init).sorted() == first)
  }

  @Test func aMessageThatComesTooLateIsNotSentAndIsCounted() throws {
    let script = """
      local app = {}
      function app.didUpdateToLocation() print(geoscript.send("lights", "ON")) end
      CLLocationManager.new{ delegate = app }:startUpdatingLocation()
      """
    let log = """
      {"time":1780000000,"device":"a","latitude":1,"longitude":2}
      {"time":1780002000,"timestamp":1780000010,"device":"a","latitude":1,"longitude":2}

      """
    let command = try Command(["s.lua": script, "a.ndjson": log])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--channel", "lights=none")
    #expect(result.lines == ["true", "false"])
    #expect(result.errors.contains("1 × message of a fix over 15 minutes old"))
  }

  @Test(arguments: [
    "lights", "=text", "li ghts=text", "lights=what:x", "lights=", "lights=text?channel=other",
    "lights=text?chanel=lights",
  ])
  func aMistakeInAChannelIs64(word: String) throws {
    let command = try Command(["s.lua": "print(1)"])
    let result = try command.run("run", "s.lua", "--channel", word)
    #expect(result.code == 64)
    #expect(result.output.isEmpty)
  }

  @Test func aSinkOfAlertsMayNameItsChannel() throws {
    let command = try ChannelTests.command(1)
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--alerts", "ndjson:file?channel=lights")
    #expect(result.reports.isEmpty)
    #expect(command.read("file").contains(#""channel":"lights""#))
  }

  @Test func anAddressMayStandInAFile() throws {
    let hook = try WebHook("200")
    let command = try ChannelTests.command(1)
    try Data("\n\(hook.address)?token=tiger-42\n".utf8).write(to: command.url("secret"))
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--channel", "lights=@secret")
    #expect(result.code == 0)
    #expect(hook.requests.map(\.path) == ["/hook?token=tiger-42"])
    #expect(try command.run("run", "s.lua", "--channel", "lights=@nowhere").code == 66)
    try Data("text\ntext\n".utf8).write(to: command.url("two"))
    let two = try command.run("run", "s.lua", "--channel", "lights=@two")
    #expect(two.code == 64)
    #expect(two.errors.contains("two: must hold one address on one line, holds 2"))
  }

  @Test func aFoundFileMayNotRunACommandByAChannelOrByAFileOfIt() throws {
    for channel in ["x=exec:true", "x=@address"] {
      let command = try Command([
        "s.lua": "print(1)", "geoscript.toml": "channel = [\"\(channel)\"]", "address": "exec:true",
      ])
      let result = try command.run("run", "s.lua")
      #expect(result.code == 77)
      #expect(result.errors.contains("channel runs a command by exec"))
    }
  }
}
