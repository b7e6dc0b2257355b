import CommandTesting
import Foundation
import GeoStore
import Glibc
import Testing

@testable import GeoDelivery

/// Alerts that a run posts to an unreliable server.
@Suite struct AlertPostTests {
  static func command(_ count: Int, devices: [String] = ["a"]) throws -> Command {
    try Command(["s.lua": Sample.alerts, "a.ndjson": Sample.log(count, devices: devices)])
  }

  static func alerts(_ numbers: ClosedRange<Int>, of device: String = "a") -> [String] {
    numbers.map { "\(device) \($0)" }
  }

  @Test func eachAlertIsPostedAsTheFileHasIt() throws {
    let hook = try WebHook("200")
    let command = try AlertPostTests.command(3)
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--alerts", hook.address + "/x?token=1&n=2#part", "--alerts",
      "ndjson:file", "--alert-header", "X-Room: kitchen")
    #expect(result.code == 0)
    #expect(result.reports.isEmpty)
    let requests = hook.requests
    #expect(requests.map(\.body) == command.read("file").split(separator: "\n").map(String.init))
    for request in requests {
      #expect(request.path == "/hook/x?token=1&n=2")
      #expect(request.headers["content-type"] == "application/json")
      #expect(request.headers["x-room"] == "kitchen")
      let alert = try #require(
        try JSONSerialization.jsonObject(with: Data(request.body.utf8)) as? [String: Any])
      #expect(request.key == "\"\(alert["id"] as? String ?? "")\"")
    }
  }

  @Test(arguments: [
    "500 502 503 200", "reset 200 reset 200", "garbage 200", "408 425 429 200", "429/1 200", "503/date 200",
    "endless 200", "500 reset garbage 429/1 201 500 204",
  ])
  func aServerThatFailsGetsEveryAlertInTheOrderOfEachDevice(answers: String) throws {
    let hook = try WebHook(answers)
    let command = try AlertPostTests.command(4, devices: ["a", "b"])
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--alerts", hook.address, "--jobs", "2")
    #expect(result.code == 0)
    for device in ["a", "b"] {
      let mine = hook.requests.filter { $0.answer.hasPrefix("2") || $0.answer == "endless" }
        .compactMap(\.alert).filter { $0.hasPrefix(device) }
      #expect(mine == AlertPostTests.alerts(1...4, of: device))
    }
  }

  @Test func aRetryHasTheSameKeyAndBody() throws {
    let hook = try WebHook("reset 500 200")
    let command = try AlertPostTests.command(2)
    #expect(try command.run("run", "s.lua", "--from", "a.ndjson", "--alerts", hook.address).code == 0)
    let requests = hook.requests
    #expect(requests.map(\.alert) == ["a 1", "a 1", "a 1", "a 2"])
    #expect(Set(requests.map(\.key)).count == 2)
    #expect(Set(requests.map(\.body)).count == 2)
  }

  @Test func oneAlertThatIsRefusedDoesNotBlockTheOthers() throws {
    let hook = try WebHook("200 2=400 3=422")
    let command = try AlertPostTests.command(5)
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--alerts", hook.address)
    #expect(result.code == 74)
    #expect(hook.requests.compactMap(\.alert) == AlertPostTests.alerts(1...5))
    try #require(result.reports.count == 3)
    #expect(result.reports[0].hasSuffix("(further ones are only counted): answered 400:   no[31m such thing"))
    #expect(
      result.reports[2]
        == "error: http://127.0.0.1:\(hook.port): 2 alerts were lost: answered 400 (1 ×), answered 422 (1 ×)")
  }

  @Test func aServerThatGoesAwayAndComesBackGetsAll() throws {
    let first = try WebHook("200")
    let command = try AlertPostTests.command(6)
    let running = try command.start(
      [
        "run", "s.lua", "--from", "a.ndjson", "--speed", "20", "--reorder-window", "0", "--alerts",
        first.address,
      ])
    #expect(Running.eventually { first.taken.count >= 2 })
    first.stop()
    #expect(running.waitFor("alerts wait until it takes them", in: ".errors"))
    let second = try WebHook("200", port: first.port)
    #expect(running.wait().code == 0)
    // Alerts that the first server took without an answer were sent to the second again.
    #expect((first.taken + second.taken.filter { !first.taken.contains($0) }) == AlertPostTests.alerts(1...6))
  }

  @Test func moreThanAThousandWaitForAServerThatIsNotThereYet() throws {
    let port = try WebHook.freePort()
    let command = try AlertPostTests.command(1500)
    let running = try command.start(
      [
        "run", "s.lua", "--from", "a.ndjson", "--alerts", "http://127.0.0.1:\(port)", "--alerts",
        "ndjson:file",
      ])
    #expect(running.waitFor("alerts wait until it takes them", in: ".errors"))
    #expect(Running.eventually { command.read("file").split(separator: "\n").count == 1000 })
    let hook = try WebHook("200", port: port)
    #expect(running.wait().code == 0)
    #expect(hook.taken == AlertPostTests.alerts(1...1500))
  }

  @Test(arguments: ["hang", "500", "429/600"]) func whatIsNotDeliveredInTimeIsCountedAnd74(answer: String)
    throws
  {
    let hook = try WebHook("200 \(answer)")
    let command = try AlertPostTests.command(4)
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--alerts", hook.address, "--alert-timeout", "2")
    #expect(result.code == 74)
    #expect(hook.taken == ["a 1"])
    #expect(result.reports.last?.contains(": 3 alerts were not delivered: ") == true)
  }

  @Test func aStopBySignalSaysWhatStillWaits() throws {
    let hook = try WebHook("200 hang")
    let command = try AlertPostTests.command(100)
    let running = try command.start(
      [
        "run", "s.lua", "--from", "a.ndjson", "--speed", "100", "--reorder-window", "0", "--alerts",
        hook.address,
      ])
    #expect(Running.eventually { hook.requests.count == 2 })
    running.send(SIGINT)
    let result = running.wait()
    #expect(result.code == 130)
    #expect(result.reports.last?.contains(" not delivered: no answer came in time") == true)
  }

  @Test func aSignalStopsARunThatWaitsForTheServer() throws {
    let port = try WebHook.freePort()
    let command = try AlertPostTests.command(3000)
    let running = try command.start(
      [
        "run", "s.lua", "--from", "a.ndjson", "--alerts", "http://127.0.0.1:\(port)", "--alerts",
        "ndjson:file",
      ])
    #expect(Running.eventually { command.read("file").split(separator: "\n").count == 1000 })
    running.send(SIGTERM)
    let result = running.wait()
    #expect(result.code == 143)
    #expect(result.reports.last?.contains(": 1,000 alerts were not delivered") == true)
  }

  @Test func redirectsAreFollowedOnTheSameServerOnly() throws {
    let other = try WebHook("200")
    let hook = try WebHook("307//new/place 200 308/\(other.address) 302//new 200")
    let command = try AlertPostTests.command(4)
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--alerts", hook.address)
    #expect(result.code == 74)
    #expect(hook.requests.map(\.path) == ["/hook", "/new/place", "/hook", "/hook", "/hook"])
    #expect(hook.taken == ["a 1", "a 4"])
    #expect(other.requests.isEmpty)
    let origin = "http://127.0.0.1:\(other.port)"
    #expect(
      result.reports.first?.hasSuffix(
        "answered 308: it has moved to \(origin); give --alerts the new address")
        == true)
  }

  @Test func redirectsInACircleEnd() throws {
    let hook = try WebHook("307//again")
    let command = try AlertPostTests.command(1)
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--alerts", hook.address)
    #expect(result.code == 74)
    #expect(result.reports.last?.contains("more than 5 redirects") == true)
    #expect(hook.requests.count == 6)
  }

  @Test func aPostThatTakesTooLongFails() throws {
    let hook = try WebHook("hang")
    let address = try HTTPAddress(hook.address)
    let item = OutboxItem(id: 1, sink: "", alertID: "a", body: "{}", attempts: 0)
    let answer = AlertPost(address, [], limit: 0.3).send(item) { false }
    #expect(answer == .again("Timeout was reached", after: nil))
  }

  @Test func sinksWithTheSameNameAreOneSink() throws {
    let hook = try WebHook("200")
    let command = try AlertPostTests.command(2)
    _ = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--alerts", hook.address, "--alerts", hook.address)
    #expect(hook.requests.compactMap(\.alert) == AlertPostTests.alerts(1...2))
  }

  @Test func aLongEndIsExplained() throws {
    let hook = try WebHook("hang")
    let command = try AlertPostTests.command(1)
    let running = try command.start(["run", "s.lua", "--from", "a.ndjson", "--alerts", hook.address])
    #expect(running.waitFor("alerts are still being sent; Ctrl-C stops waiting for them", in: ".errors"))
    running.send(SIGINT)
    let result = running.wait()
    #expect(result.code == 130)
    #expect(result.reports.last?.contains(": 1 alert was not delivered: no answer came in time") == true)
  }

  @Test func theWebHookOfTheExamplesPrintsEachAlertOnce() throws {
    let folder = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let hook = try Command().start(["/\(folder)/examples/alerts/web-hook", "0"], program: "python3")
    defer {
      hook.send(SIGKILL)
      _ = hook.wait()
    }
    #expect(hook.waitFor("/\n"))
    let address = try #require(hook.command.read(".output").split(separator: "\n").first)
    let command = try AlertPostTests.command(2)
    for _ in 1...2 {
      #expect(try command.run("run", "s.lua", "--from", "a.ndjson", "--alerts", String(address)).code == 0)
    }
    #expect(
      hook.command.read(".output").split(separator: "\n").dropFirst() == [
        "2026-05-28T20:26:40Z a fix 1", "2026-05-28T20:26:50Z a fix 2",
      ])
  }

  /// A server that has said 200 has taken the alert, however wrong the length that it says.
  @Test func anAnswerThatBreaksOffIsAnAnswer() throws {
    let hook = try WebHook("cut")
    let command = try AlertPostTests.command(3)
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--alerts", hook.address)
    #expect(result.code == 0, "\(result.errors)")
    #expect(hook.requests.compactMap(\.alert) == AlertPostTests.alerts(1...3))
  }
}
