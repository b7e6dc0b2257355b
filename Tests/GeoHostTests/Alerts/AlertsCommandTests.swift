import CommandTesting
import Geo
import Testing

@testable import GeoHost

/// `geoscript alerts`, on states that no run uses and on one that a run uses.
@Suite struct AlertsCommandTests {
  static let script = """
    local app = {}
    function app.didUpdateLocations(_, list)
      geoscript.alert{ title = "out", key = "rex", repeatEvery = 60, at = list[1].coordinate.latitude }
    end
    geoscript.onAcknowledge(function(told) print("acknowledged", told.key, told.by) end)
    CLLocationManager.new{ delegate = app }:startUpdatingLocation()
    """

  static func log(_ times: [Int]) -> String {
    times.map { #"{"time":\#($0),"device":"d","latitude":1,"longitude":\#($0 % 90)}"# + "\n" }.joined()
  }

  static func json(_ result: Command.Result, _ type: String) throws -> [JSONValue] {
    try result.lines.map { try JSONParser.parse($0) }.filter { $0["type"]?.text == type }
  }

  @Test func messagesThatWaitAreListedShownExportedMovedAndDropped() throws {
    let port = try WebHook.freePort()
    let command = try Command([
      "s.lua": AlertsCommandTests.script, "a.ndjson": AlertsCommandTests.log([1000, 1001]),
    ])
    let run = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--state", "s", "--alert-timeout", "0.1", "--alerts",
      "http://127.0.0.1:\(port)/secret")
    #expect(run.code == 0)
    let list = try command.run("alerts", "list", "--state", "s", "--json")
    let sink = try #require(try AlertsCommandTests.json(list, "sink").first)
    let name = try #require(sink["sink"]?.text)
    #expect(name.hasPrefix("http://127.0.0.1:\(port)#") && !name.contains("secret"))
    #expect(sink["waiting"]?.description == "2")
    let messages = try AlertsCommandTests.json(list, "message")
    #expect(messages.map { $0["status"]?.text } == ["waiting", "waiting"])
    #expect(messages.first?["answer"]?.text == "Couldn't connect to server")
    #expect(try AlertsCommandTests.json(list, "condition").map { $0["key"]?.text } == ["rex"])
    let id = try #require(messages.first?["id"]?.text)
    let shown = try command.run("alerts", "show", id, "--state", "s")
    #expect(shown.lines.first?.contains(#""id":"\#(id)""#) == true && shown.lines.count == 2)
    #expect(try command.run("alerts", "show", "nothing", "--state", "s").code == 64)
    let exported = try command.run("alerts", "export", "--state", "s")
    #expect(try exported.lines.map { try JSONParser.parse($0)["title"]?.text } == ["out", "out"])
    // The next run names another sink: what waits is orphaned, and said.
    let next = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--state", "s", "--alerts", "exec:cat >> told")
    #expect(next.errors.contains("2 alerts of an earlier run wait for \(name), which this run does not name"))
    #expect(try command.run("alerts", "move", "--from", name, "--to", "nowhere", "--state", "s").code == 64)
    let moved = try command.run("alerts", "move", "--from", name, "--to", "exec:cat >> told", "--state", "s")
    #expect(moved.output == "2 messages moved to exec:cat >> told\n")
    #expect(
      try command.run("run", "s.lua", "--from", "a.ndjson", "--state", "s", "--alerts", "exec:cat >> told")
        .code == 0)
    #expect(command.read("told").split(separator: "\n").count == 2)
    #expect(try command.run("alerts", "drop", "--all", "--state", "s").output == "0 messages removed\n")
    #expect(try command.run("alerts", "drop", "--state", "s").code == 64)
    #expect(try command.run("alerts", "list", "--state", "missing").code == 66)
  }

  @Test func deadLettersAreSentAgain() throws {
    let hook = try WebHook("400")
    let command = try Command([
      "s.lua": AlertsCommandTests.script, "a.ndjson": AlertsCommandTests.log([1000]),
    ])
    let words = ["run", "s.lua", "--from", "a.ndjson", "--state", "s", "--alerts", hook.address]
    #expect(try command.start(words).wait().code == 74)
    let dead = try command.run("alerts", "list", "--state", "s", "--status", "dead", "--json")
    #expect(try AlertsCommandTests.json(dead, "message").map { $0["status"]?.text } == ["dead"])
    hook.stop()
    let other = try WebHook("200", port: hook.port)
    #expect(try command.run("alerts", "retry", "--state", "s").code == 64)
    let retried = try command.run("alerts", "retry", "--all", "--state", "s")
    #expect(retried.output == "1 dead letter will be sent again, out of order\n")
    #expect(try command.start(words).wait().code == 0)
    #expect(other.requests.count == 1)
  }

  @Test func messagesAndKeysOfAGroupAreThoseOfItsName() throws {
    let port = try WebHook.freePort()
    let script = """
      local family = geoscript.app{ per = "group" }
      function family:didAppear(device) geoscript.alert{ title = device.name, key = "here" } end
      """
    let log = [(1, "ann", "smiths"), (2, "tom", "smiths"), (3, "smiths", "jones")].map {
      #"{"time":\#($0),"device":"\#($1)","family":"\#($2)","latitude":1,"longitude":2}"# + "\n"
    }.joined()
    let command = try Command(["s.lua": script, "a.ndjson": log])
    let run = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--group-by", "family", "--state", "s", "--alert-timeout", "0.1",
      "--alerts", "http://127.0.0.1:\(port)/")
    #expect(run.code == 0)
    let list = try command.run("alerts", "list", "--group", "smiths", "--state", "s", "--json")
    let messages = try AlertsCommandTests.json(list, "message")
    #expect(messages.map { $0["title"]?.text } == ["ann", "tom"])
    #expect(messages.map { $0["group"]?.text } == ["smiths", "smiths"])
    #expect(try AlertsCommandTests.json(list, "condition").map { $0["group"]?.text } == ["smiths"])
    // The device of that name is in another group, whose script raised its alert.
    let ofDevice = try command.run("alerts", "list", "--device", "smiths", "--state", "s", "--json")
    #expect(try AlertsCommandTests.json(ofDevice, "message").isEmpty)
    #expect(try AlertsCommandTests.json(ofDevice, "condition").isEmpty)
    let both = ["alerts", "list", "--device", "ann", "--group", "smiths", "--state", "s"]
    #expect(try command.start(both).wait().code == 64)
    let dropped = try command.run("alerts", "drop", "--group", "smiths", "--state", "s")
    #expect(dropped.output == "2 messages removed\n")
    let rest = try command.run("alerts", "export", "--state", "s")
    #expect(try rest.lines.map { try JSONParser.parse($0)["group"]?.text } == ["jones"])
  }

  @Test func anAcknowledgementWaitsForTheNextRun() throws {
    let command = try Command([
      "s.lua": AlertsCommandTests.script, "a.ndjson": AlertsCommandTests.log([1000]),
      "b.ndjson": "{\"time\":1400,\"device\":\"e\",\"latitude\":1,\"longitude\":2}\n",
    ])
    _ = try command.run("run", "s.lua", "--from", "a.ndjson", "--state", "s")
    let wrong = try command.run("alerts", "ack", "rax", "--state", "s")
    #expect(wrong.code == 64 && wrong.errors.contains("rex"))
    #expect(try command.run("alerts", "ack", "rex", "--device", "e", "--state", "s").code == 64)
    #expect(try command.run("alerts", "ack", "rex", "--by", "Ann", "--state", "s").code == 0)
    let next = try command.run("run", "s.lua", "--from", "b.ndjson", "--state", "s")
    #expect(next.lines.contains("acknowledged\trex\tAnn"))
    // Only the other device repeats, and its clock ends at its first alert.
    #expect(!next.output.contains("repeat"))
    let list = try command.run("alerts", "list", "--state", "s")
    #expect(list.output.contains("key 'rex' fires on d: out  acknowledged"))
  }

  @Test func aRunningProcessTakesAcknowledgementsFromItsServerAndFromTheCommand() throws {
    let port = try WebHook.freePort()
    let command = try Command(["s.lua": AlertsCommandTests.script])
    let running = try command.start([
      "run", "s.lua", "--from", "http://127.0.0.1:\(port)", "--state", "s", "--checkpoint", "0", "--alerts",
      "none",
    ])
    defer { running.send(9) }
    let other = try Command()
    func post(_ path: String, _ body: String = "") throws -> String {
      // Before the server listens, each attempt prints 000.
      let codes = try other.shell(
        "for n in 1 2 3 4 5 6 7 8 9; do curl -s -o answer -w '%{http_code}' --data '\(body)' "
          + "'http://127.0.0.1:\(port)\(path)' && break; sleep 0.3; done"
      ).output
      return String(codes.suffix(3))
    }
    #expect(try post("/osmand?id=d&lat=1&lon=2") == "200")
    #expect(try post("/alerts/rex/ack?alert=other") == "409")
    #expect(try post("/alerts/nothing/ack") == "404")
    #expect(try post("/alerts/rex/ack", #"{"by":"Ann"}"#) == "200")
    #expect(other.read("answer") == #"{"acknowledged":1}"#)
    #expect(running.waitFor("acknowledged\trex\tAnn"))
    #expect(try post("/osmand?id=d&lat=1&lon=3") == "200")
    let told = try other.run("alerts", "ack", "rex", "--by", "Tom", "--state", command.path("s"))
    #expect(told.code == 0)
    #expect(running.waitFor("acknowledged\trex\tTom"))
    let dropped = try other.run("alerts", "drop", "--all", "--state", command.path("s"))
    #expect(dropped.output.hasPrefix("asked the run that uses"))
    running.send(15)
    #expect(running.wait().code == 143)
  }

  /// HO-198: a command that found nothing for a misspelled name would seem to have worked.
  @Test func unknownNamesAreRefusedWithTheNearestOnes() throws {
    let port = try WebHook.freePort()
    let command = try Command([
      "s.lua": AlertsCommandTests.script, "a.ndjson": AlertsCommandTests.log([1000]),
    ])
    _ = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--state", "s", "--alert-timeout", "0.1", "--alerts",
      "http://127.0.0.1:\(port)/#name=garden")
    let list = try command.run("alerts", "list", "--state", "s", "--json")
    let id = try #require(try AlertsCommandTests.json(list, "message").first?["id"]?.text)
    for name in ["list", "retry", "drop", "export"] {
      let sink = try command.run("alerts", name, "--sink", "gardn", "--state", "s")
      #expect(sink.code == 64 && sink.output.isEmpty)
      #expect(
        sink.errors.contains("there is no sink 'gardn' here (did you mean 'garden'?)"), "\(sink.errors)")
      let device = try command.run("alerts", name, "--device", "dd", "--state", "s")
      #expect(device.code == 64 && device.errors.contains("there is no device 'dd' here"), "\(device.errors)")
      let group = try command.run("alerts", name, "--group", "d", "--state", "s")
      #expect(group.code == 64 && group.errors.contains("there is no group 'd' here"), "\(group.errors)")
      let known = ["alerts", name, "--sink", "garden", "--device", "d", "--state", "s"]
      #expect(try command.start(known).wait().code == 0)
      if name == "drop" { break }
    }
    _ = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--state", "t", "--alert-timeout", "0.1", "--alerts",
      "http://127.0.0.1:\(port)/#name=garden")
    let wrong = String(id.dropLast()) + (id.hasSuffix("0") ? "1" : "0")
    for words in [["show"], ["show", "--json"], ["retry"], ["drop"]] {
      let result = try command.start(["alerts"] + words + [wrong, "--state", "t"]).wait()
      #expect(result.code == 64 && result.output.isEmpty)
      #expect(
        result.errors.contains(
          "there is no alert '\(wrong)' here (did you mean '\(id)'?) (geoscript alerts list)"),
        "\(result.errors)")
    }
    #expect(try command.run("alerts", "drop", id, "--state", "t").output == "1 message removed\n")
    let empty = try command.run("alerts", "show", id, "--state", "t")
    #expect(empty.code == 64 && empty.errors.contains("the state holds no message"), "\(empty.errors)")
  }
}
