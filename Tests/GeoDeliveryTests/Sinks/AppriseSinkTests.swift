import CommandTesting
import Foundation
import Testing

@testable import Geo
@testable import GeoDelivery

/// Addresses of Apprise; scripts/checks/sinks.sh sends through the program itself.
@Suite struct AppriseSinkTests {
  @Test(arguments: ["apprise:", "apprise:what", "apprise:://x", "apprise:slack://a b", "apprise:1x://y"])
  func whatIsNoAddressIs64(address: String) throws {
    let result = try Command(["s.lua": "print(1)"]).run("run", "s.lua", "--alerts", address)
    #expect(result.code == 64)
    #expect(result.errors.contains("apprise:SERVICE://…"))
  }

  @Test func eachAddressOfAFileIsASinkOfItsOwn() throws {
    let command = try Command(["urls": "\n# services\njson://one/tiger\n slack://two \n"])
    let sinks = try AlertSinkOption.all("apprise:@\(command.path("urls"))?name=all&only=event:exit")
    #expect(sinks.map(\.shape.name) == ["all-1", "all-2"])
    #expect(
      sinks.map(\.kind) == [
        .apprise(try AppriseAddress("json://one/tiger")), .apprise(try AppriseAddress("slack://two")),
      ])
    #expect(sinks.allSatisfy { $0.shape.only != nil })
  }

  @Test func aFragmentOfAnAddressStays() throws {
    let kind = try AlertSinkOption("apprise:slack://token/#general").kind
    #expect(kind == .apprise(try AppriseAddress("slack://token/#general")))
    let sink = try AlertSinkOption("apprise:slack://token/#general#why=1")
    #expect(sink.kind == kind && sink.shape.why)
  }

  @Test(arguments: [
    ("one\n", 64, "urls:1: is not an address of Apprise"), ("\n#\n", 64, "urls: holds no address"),
  ])
  func aMistakeInAFileSaysItsLine(text: String, code: Int32, message: String) throws {
    let command = try Command(["s.lua": "print(1)", "urls": text])
    let result = try command.run("run", "s.lua", "--alerts", "apprise:@urls")
    #expect(result.code == code)
    #expect(result.errors.contains(message))
    #expect(try command.run("run", "s.lua", "--alerts", "apprise:@none").code == 66)
  }

  @Test func aCommandIsEndedAndItsOutputKept() throws {
    let log = try #require(TemporaryFile([]))
    let command = SpawnedCommand(
      words: ["/bin/sh", "-c", "cat; echo $X; exit 7"], variables: ["X": "y"], output: log.descriptor)
    #expect(command.run(input: "in\n") { false } == .exited(7))
    #expect(log.text == "in\ny\n")
    #expect(SpawnedCommand(words: ["/nowhere"]).run(input: "") { false } != .exited(0))
    let slow = SpawnedCommand(words: ["/bin/sleep", "60"], limit: 0.2)
    #expect(slow.run(input: "") { false } == .ended)
    #expect(slow.run(input: "") { true } == .stopped)
  }
}
