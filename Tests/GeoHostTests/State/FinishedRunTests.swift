import CommandTesting
import Foundation
import Testing

/// What follows a run that came to its end (HO-15).
@Suite struct FinishedRunTests {
  @Test func whatEndedDoesNotEndAgainWithoutNewEvents() throws {
    let command = try Command([
      "s.lua": """
      geoscript.after(1e6, function() end)
      geoscript.onFinish(function() geoscript.alert{ title = "end" } end)
      """,
      "van.ndjson": Sample.log(2, devices: ["van"]),
    ])
    let words = ["run", "s.lua", "--from", "van.ndjson", "--state", "st", "--alerts", "ndjson:alerts.ndjson"]
    _ = try command.start(words).wait()
    #expect(StateTests.titles(command) == ["end"])
    _ = try command.start(words).wait()
    #expect(StateTests.titles(command) == ["end"])
    try (command.read("van.ndjson") + Sample.log(3, devices: ["van"], seconds: 60)).write(
      to: command.url("van.ndjson"), atomically: false, encoding: .utf8)
    _ = try command.start(words).wait()
    #expect(StateTests.titles(command) == ["end", "end"])
  }
}
