import CommandTesting
import Foundation
import Geo
import Glibc
import Testing

@testable import GeoHost

/// `geoscript attach`, and the socket behind it: HO-135 … HO-138.
@Suite struct ConsoleServerTests {
  private static let script = """
    count, box = 0, setmetatable({}, { __index = function() count = 100 return 1 end })
    local app = {}
    function app.didUpdateToLocation(_, new) count = count + 1 print("fix", new.coordinate.latitude, count) end
    manager = CLLocationManager.new{ delegate = app }
    manager:startUpdatingLocation()
    """

  private static func fix(_ latitude: Double, _ device: String) -> String {
    #"{"device":"\#(device)","latitude":\#(latitude),"longitude":2,"horizontalAccuracy":5}"# + "\n"
  }

  /// Starts a run with the devices a and b, each with one fix.
  private func live(
    _ words: String..., body: (Running, Command, Datagrams) throws -> Void
  ) throws -> Command.Result {
    let command = try Command(["s.lua": Self.script])
    let sender = try Datagrams()
    let running = try command.start(
      ["run", "s.lua", "--from", "udp://127.0.0.1:\(sender.port)", "--state", "st"] + words)
    for (latitude, device) in [(1.5, "a"), (2.5, "b")] {
      #expect(
        Running.eventually {
          sender.send(Self.fix(latitude, device))
          return command.read(".output").contains("fix\t\(latitude)")
        })
    }
    try body(running, command, sender)
    running.send(SIGTERM)
    return running.wait()
  }

  /// Attaches to the state of a command's folder.
  private func attach(_ to: Command, _ lines: String, _ words: String...) throws -> Command.Result {
    let other = try Command()
    let state = to.path("st")
    // The way to a temporary folder may be longer than a socket's path.
    symlink(state, other.path("st"))
    return try other.start(["attach", "--state", "st"] + words, stdin: lines).wait()
  }

  @Test(arguments: ["1", "2"]) func namesFieldsAndIndexesAreRead(jobs: String) throws {
    _ = try live("--jobs", jobs) { _, command, _ in
      let read = try attach(
        command,
        ":device b\ngeoscript.device.name\nmanager.location.coordinate\n:device a\ngeoscript.device.name\n")
      #expect(read.errors == "")
      #expect(read.code == 0)
      #expect(read.lines == ["\"b\"", "{latitude = 2.5, longitude = 2.0}", "\"a\""])
      let listed = try attach(command, ":devices\n")
      #expect(listed.lines.count == 2)
      #expect(
        listed.lines[0].hasPrefix("* ") && listed.lines[0].hasSuffix("a  1.50000, 2.00000"), "\(listed)")
    }
  }

  @Test func withoutWriteNothingChanges() throws {
    _ = try live { _, command, _ in
      let before = try attach(command, "count\n").output
      for text in ["count = 9", "print(1)", "box.x", "manager:stopUpdatingLocation()", "count + 1"] {
        let refused = try attach(command, text + "\n")
        #expect(refused.code == 1)
        #expect(refused.output == "" && !refused.errors.isEmpty, "\(text)")
      }
      #expect(try attach(command, "count\n").output == before)
      #expect(try attach(command, ":device c\n").errors.contains("no device 'c'"))
    }
  }

  @Test func withWriteATextRunsBetweenTwoEventsAndTimersFire() throws {
    let result = try live("--max-instructions", "1000000") { _, command, sender in
      let text = """
        count = 41
        geoscript.after(0.05, function() geoscript.alert{ title = "from the console" } end)
        print("here", count)
        while true do end
        if count == 41 then
          print "yes"
        end

        """
      let answer = try attach(command, text, "--write")
      #expect(answer.code == 1)
      #expect(
        answer.lines.filter { !$0.hasPrefix("Timer") && !$0.hasPrefix("<Timer") } == ["here\t41", "yes"])
      #expect(answer.errors.contains("stopped after 1000000 instructions"))
      #expect(Running.eventually { command.read(".output").contains("from the console") })
      sender.send(Self.fix(3.5, "a"))
      #expect(Running.eventually { command.read(".output").contains("fix\t3.5\t42") })
    }
    #expect(result.code == 143)
    #expect(!result.errors.contains("failed"))
  }

  @Test func theSocketIsTheUsersAloneAndGoesWithTheRun() throws {
    var used: Command?
    _ = try live { _, command, _ in
      used = command
      var status = stat()
      #expect(stat(command.path("st/console.sock"), &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
      #expect(status.st_mode & S_IFMT == S_IFSOCK)
      let second = try Command()
      symlink(command.path("st"), second.path("st"))
      #expect(try second.run("run", command.path("s.lua"), "--state", "st").code == 73)
      #expect(try attach(command, "count\n").code == 0)
    }
    #expect(used?.exists("st/state.sqlite") == true)
    #expect(used?.exists("st/console.sock") == false)
  }

  @Test func aSocketLeftByAKillIsReplaced() throws {
    let command = try Command(["s.lua": Self.script])
    let sender = try Datagrams()
    let words = ["run", "s.lua", "--from", "udp://127.0.0.1:\(sender.port)", "--state", "st"]
    func start() throws -> Running {
      let running = try command.start(words)
      #expect(
        Running.eventually {
          sender.send(Self.fix(1.5, "a"))
          return command.read(".output").contains("fix\t1.5")
        })
      return running
    }
    let first = try start()
    first.send(SIGKILL)
    _ = first.wait()
    #expect(command.exists("st/console.sock"))
    let dead = try attach(command, "count\n")
    #expect(dead.code == 69)
    #expect(dead.errors.contains("no run uses this state now"))
    let second = try start()
    #expect(try attach(command, "manager.location.coordinate.latitude\n").output == "1.5\n")
    second.send(SIGTERM)
    _ = second.wait()
  }

  @Test func aClientThatDoesNotReadCostsNothing() throws {
    _ = try live { _, command, sender in
      symlink(command.path("st"), "/tmp/geoscript-\(getpid())-st")
      defer { unlink("/tmp/geoscript-\(getpid())-st") }
      let socket = try ConsoleSocket.connect(try ConsoleSocket.path(in: "/tmp/geoscript-\(getpid())-st"))
      defer { close(socket) }
      // Far more answers than the socket holds, and then half a line.
      let request = Array("\(ConsoleRequest.text("_G", device: "a", mayChange: false).json)\n".utf8)
      var sent = 0
      while sent < 20_000, send(socket, request, request.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) > 0 {
        sent += 1
      }
      _ = send(socket, "{\"type", 6, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      #expect(sent > 100)
      for number in 1...5 {
        sender.send(Self.fix(10 + Double(number), "a"))
        #expect(Running.eventually(within: 5) { command.read(".output").contains("fix\t\(10 + number).0") })
      }
      // Others are served.
      #expect(try attach(command, "geoscript.device.name\n").output == "\"a\"\n")
    }
  }

  @Test func aPathThatIsTooLongIsSaidAndTheRunWorks() throws {
    let long = String(repeating: "x", count: 120)
    let command = try Command(["s.lua": "geoscript.alert{ title = 'here' }"])
    let result = try command.run("run", "s.lua", "--state", long)
    #expect(result.code == 0)
    #expect(result.errors.contains("a socket's path has at most 107"))
    #expect(result.output.contains("here"))
    let refused = try command.run("attach", "--state", long)
    #expect(refused.code == 64)
    #expect(refused.errors.contains("would have 133 bytes"))
    #expect(try command.run("attach", "--state", "none").code == 66)
  }

  @Test func requestsAndRepliesSurviveTheirLines() throws {
    for request in [ConsoleRequest.devices, .text("a\n\"b\"\0", device: "é", mayChange: true)] {
      #expect(ConsoleRequest(try JSONParser.parse("\(request.json)")) == request)
    }
    for outcome in [ConsoleAnswer.Outcome.values("{1}"), .unfinished, .fault("no")] {
      let reply = ConsoleReply.answer(ConsoleAnswer(outcome, printed: ["x\ty"]))
      #expect(ConsoleReply(try JSONParser.parse("\(reply.json)")) == reply)
    }
    #expect(ConsoleRequest(.object([("type", .string("text"))])) == nil)
    #expect(ConsoleReply(.object([])) == nil)
  }
}
