import CommandTesting
import Foundation
import Geo
import GeoFeeds
import GeoFormats
import Synchronization
import Testing

@testable import GeoHost

/// `--otr`: scripts of OwnTracks Recorder.
@Suite struct RecorderHooksRunTests {
  private static func record(_ time: Int, _ members: String) -> String {
    "2026-05-04T08:00:\(time < 10 ? "0" : "")\(time)Z\t*                 \t{\"_type\":\"location\",\"lat\":48.5,\"lon\":2,"
      + "\"tst\":\(1_777_881_600 + time)\(members)}\n"
  }

  private func run(
    _ hooks: String, _ lines: String, _ words: [String] = []
  ) throws -> (result: Command.Result, command: Command) {
    let command = try Command(["hooks.lua": hooks, "phone.rec": lines])
    let result = try command.start(
      ["run", "--otr", command.path("hooks.lua"), "--from", command.path("phone.rec"), "--time-zone", "UTC"]
        + words
    ).wait()
    return (result, command)
  }

  /// The shape of the example that comes with the Recorder: a file that stays open, globals that were never set.
  private static func example(_ path: String) -> String {
    """
    local file

    function otr_init()
      otr.log("starting; writing to \(path)")
      file = io.open("\(path)", "a")
      file:write("written by OwnTracks Recorder version " .. otr.version .. "\\n")
    end

    function otr_hook(topic, _type, data)
      local timestr = otr.strftime("It is %T in the year %Y", 0)
      print("L: " .. topic .. " -> " .. _type)
      addr = data['addr']
      if addr == nil then
        addr = 'unknown'
      end
      file:write(timestr .. " " .. topic .. " lat=" .. data['lat'] .. addr .. "\\n")
    end

    function otr_exit()
    end
    """
  }

  @Test func aFailingPutrecCountsAndSaysWhatIsRecorded() throws {
    let (result, command) = try run(
      "function otr_putrec() error 'broken' end", Self.record(1, "") + Self.record(2, ""),
      ["--record", "r.ndjson"])
    #expect(result.code == 1 && result.errors.contains("failed: 2 callbacks"), "\(result.errors)")
    let told = "warning: otr_putrec failed: the recording has the messages that it has not judged"
    #expect(result.errors.components(separatedBy: told).count == 2, "\(result.errors)")
    _ = command
    #expect(
      try !run("function otr_putrec() error 'broken' end", Self.record(1, "")).result.errors.contains(told))
    let (stopped, _) = try run(
      "function otr_init() error 'no' end", Self.record(1, ""), ["--record", "r.ndjson"])
    #expect(stopped.code == 65)
    #expect(stopped.errors.contains("its main chunk or otr_init failed; the recording has all messages"))
  }

  @Test func withoutMessagesAndWithAnotherScriptItSaysWhatIsRight() throws {
    let command = try Command([
      "hooks.lua": "function otr_hook() end", "own.lua": "manager = CLLocationManager()",
      "walk.ndjson": Sample.log(2),
      "phone.rec": Self.record(1, ""),
    ])
    let silent = try command.run("run", "--otr", "hooks.lua", "--from", "walk.ndjson")
    #expect(silent.code == 0)
    #expect(
      silent.errors.contains("warning: no message of OwnTracks came, so --otr called no hook"),
      "\(silent.errors)")
    #expect(
      try !command.run("run", "--otr", "hooks.lua", "--from", "phone.rec").errors.contains(
        "no message of OwnTracks"))
    let own = try command.run("run", "--otr", "own.lua", "--from", "phone.rec")
    #expect(
      own.errors.contains("own.lua:1: with --otr one script has all devices: leave --otr out"),
      "\(own.errors)")
  }

  @Test func anExampleRunsAsItIs() throws {
    let command = try Command(["phone.rec": Self.record(1, "")])
    let path = command.path("lua.out")
    try Self.example(path).write(to: command.url("hooks.lua"), atomically: false, encoding: .utf8)
    let words = [
      "run", "--otr", command.path("hooks.lua"), "--from", command.path("phone.rec"),
    ]
    let refused = try command.start(words).wait()
    #expect(refused.code == 77)
    #expect(refused.errors.contains("writing it needs --allow-write=\(command.folder.path)"))
    let result = try command.start(words + ["--allow-write", command.folder.path]).wait()
    #expect(result.code == 0)
    #expect(result.output == "L: owntracks/phone -> location\n")
    let lines = command.read("lua.out").split(separator: "\n")
    #expect(lines.first == "written by OwnTracks Recorder version 0.9.9")
    #expect(lines.last?.hasPrefix("It is 08:00:01 in the year 2026 owntracks/phone lat=48.5") == true)
    #expect(lines.count == 2)
  }

  @Test func aRefusedMessageIsNotRecorded() throws {
    let hooks = """
      function otr_putrec(u, d, s)
        local message = geoscript.json.decode(s)
        print(u, message.tst)
        if message.secret then return message.secret end
      end
      function otr_hook(topic, _type, data) print("hook", data.tst) end
      """
    let lines =
      Self.record(1, "") + Self.record(2, ",\"batt\":1,\"secret\":true") + Self.record(3, ",\"secret\":1")
      + Self.record(4, ",\"secret\":0") + Self.record(5, ",\"secret\":false")
    let command = try Command()
    let path = command.path("log.ndjson")
    let (result, hooked) = try run(hooks, lines, ["--record", path])
    #expect(result.code == 0)
    #expect(result.lines.filter { $0.hasPrefix("hook") }.count == 5)
    let log = command.read("log.ndjson").split(separator: "\n").map(String.init)
    func stored(_ kind: String) -> [String] {
      (1...5).map(String.init).filter { second in
        log.contains { $0.contains("177788160\(second)") && $0.contains(kind) }
      }
    }
    #expect(stored("\"otr\"") == ["1", "4", "5"])
    #expect(stored("\"latitude\"") == ["1", "4", "5"])
    #expect(!log.contains { $0.contains("\"batt\"") })
    // The recording calls the hooks again, with what it has.
    let again = try command.run("run", "--otr", hooked.path("hooks.lua"), "--from", path)
    #expect(again.lines.filter { $0.hasPrefix("hook") } == [1, 4, 5].map { "hook\t177788160\($0)" })
  }

  @Test func aPlaceOfTheScriptGoesIntoTheRecordingIfItSaysSo() throws {
    let hooks = """
      function otr_revgeo(topic, user, device, lat, lon)
        return { cc = "JP", addr = "Some place or other", beverage = "tea", _rec = lat > 48 }
      end
      function otr_hook(topic, _type, data) print(data.cc, data.addr, data.beverage, data._rec) end
      """
    let command = try Command()
    let path = command.path("log.ndjson")
    let (result, _) = try run(hooks, Self.record(1, "") + Self.record(2, ",\"lat\":47"), ["--record", path])
    #expect(result.output == "JP\tSome place or other\ttea\tnil\nJP\tSome place or other\ttea\tnil\n")
    let log = command.read("log.ndjson").split(separator: "\n").filter { $0.contains("\"form\":\"otr\"") }
    #expect(log.map { $0.contains("\"beverage\":\"tea\"") } == [true, false])
  }

  @Test func aScriptMaySwitchItselfOff() throws {
    let hooks = """
      function otr_init() return 1 end
      function otr_exit() print "exit" end
      function otr_hook() print "hook" end
      """
    let (result, _) = try run(hooks, Self.record(1, ""))
    #expect(result.output == "exit\n")
    #expect(result.errors.contains("otr_init returned 1: no hook is called"))
  }

  @Test(arguments: [
    (
      "io.popen('curl x')",
      "'io.popen' is not available in scripts: geoscript.alert{…} with geoscript run --alerts 'exec:COMMAND' starts"
    ),
    ("io.open('x')", "io.open: scripts cannot read files (\"a\" and \"w\" write them): use otr.getdb"),
    ("os.execute('true')", "'os.execute' is not available in scripts: geoscript run --alerts 'exec:COMMAND'"),
    ("os.getenv('X')", "'os.getenv' is not available in scripts: words after -- on the command line"),
    ("loadfile 'JSON.lua'", "'loadfile' is not available in scripts: use require \"name\""),
    ("require 'cjson'", "geoscript.json is there without require"),
  ])
  func whatTheSandboxLacksNamesAnotherWay(_ line: String, _ reason: String) throws {
    let (result, _) = try run("function otr_hook()\n  \(line)\nend", Self.record(1, "") + Self.record(2, ""))
    #expect(result.code == 1)
    #expect(result.errors.contains("hooks.lua:2: "))
    #expect(result.errors.contains(reason))
  }

  @Test func aFileWithoutHooksIsToldOf() throws {
    let (result, _) = try run("print 'x'", Self.record(1, ""))
    #expect(result.errors.contains("the script has no function that OwnTracks Recorder calls"))
    let command = try Command(["hooks.lua": "", "walk.gpx": ""])
    let other = try command.run("run", "--otr", command.path("hooks.lua"), "--from", command.path("walk.gpx"))
    #expect(other.code == 64)
    #expect(other.errors.contains("--otr works only with OwnTracks messages"))
    let forgotten = try Command(["hooks.lua": "function otr_hook() end", "phone.rec": Self.record(1, "")])
    let silent = try forgotten.run("run", forgotten.path("hooks.lua"), "--from", forgotten.path("phone.rec"))
    #expect(
      silent.errors.contains("hooks.lua: otr_hook is a hook of OwnTracks Recorder: only --otr calls it"))
  }

  @Test func hooksPublishTextsAndAnswerOverHTTP() throws {
    let script = """
      function otr_init() otr.publish("up", "hooks", 1, 1) end
      function otr_hook(topic, _type, data)
        otr.publish("special/topic", data.tst, 1, 0)
        otr_publish("plain", "x")
      end
      function otr_httpobject(user, device, _type, data)
        local resp = {}
        if _type == "transition" and data['desc'] == 'Fireplace' then
          resp["_type"] = "cmd"
          resp["url"] = nil
          resp["user"] = user .. " " .. device
        end
        return resp
      end
      """
    let rig = try LiveRig(script) { $0.hasRecorderHooks = true }
    let sent = Mutex<[OutgoingMessage]>([])
    _ = try rig.run { source, inbox in
      func publish(_ json: String, isHTTP: Bool) {
        let message = DeviceMessage(
          publish: json, to: "owntracks/jane/phone", isHTTP: isHTTP, isDecrypted: false)
        inbox.deliver([
          DeviceEvent(
            time: 1000, timestamp: 1000, device: source.device("jane/phone"), payload: .message(message))
        ])
      }
      publish(#"{"_type":"location","lat":1,"lon":2,"tst":990}"#, isHTTP: false)
      publish(#"{"_type":"transition","lat":1,"lon":2,"tst":991,"desc":"Fireplace"}"#, isHTTP: true)
      sent.withLock { $0 = source.sentMessages }
      inbox.post(.end(source: source.name, fault: nil))
    }
    let found = sent.withLock { $0 }
    #expect(found.map(\.topic) == ["up", "special/topic", "plain", "special/topic", "plain", nil])
    #expect(found.map(\.json).prefix(4) == ["hooks", "990", "x", "991"])
    #expect(found.map(\.qos) == [1, 1, 0, 1, 0, 1])
    #expect(found.first?.isRetained == true)
    #expect(found.last?.json == #"{"_type":"cmd","user":"jane phone"}"#)
    #expect(found.last?.device == "jane/phone")
  }

  @Test func valuesAreKeptInTheState() throws {
    let hooks = """
      function otr_hook(topic, _type, data)
        print(otr.getdb("count"))
        otr.putdb("count", (otr.getdb("count") or 0) + 1)
      end
      """
    let command = try Command([
      "hooks.lua": hooks, "a.rec": Self.record(1, "") + Self.record(2, ""), "b.rec": Self.record(3, ""),
    ])
    let words = ["run", "--otr", command.path("hooks.lua"), "--state", command.path("state"), "--from"]
    #expect(try command.start(words + [command.path("a.rec")]).wait().output == "nil\n1\n")
    #expect(try command.start(words + [command.path("b.rec")]).wait().output == "2\n")
  }
}
