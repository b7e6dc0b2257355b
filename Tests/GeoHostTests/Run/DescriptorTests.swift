import CommandTesting
import Testing

/// A command that is started with some of its three standard descriptors closed.
@Suite struct DescriptorTests {
  @Test func aFileNeverTakesTheirPlace() throws {
    let command = try Command(["s.lua": "print('secret')\n" + Sample.alerts, "a.ndjson": Sample.log(2)])
    for closed in ["<&-", ">&-", "2>&-", "<&- >&-", ">&- 2>&-", "<&- >&- 2>&-"] {
      let result = try command.shell(
        "rm -f file; $geoscript run s.lua --from a.ndjson --alerts ndjson:file \(closed)")
      #expect(result.code == 0)
      let lines = command.read("file").split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines.allSatisfy { $0.hasPrefix("{\"id\"") && $0.hasSuffix("}") })
    }
  }

  @Test func aClosedInputIsAnEmptyOne() throws {
    let command = try Command(["s.lua": "print('started')"])
    let result = try command.shell("$geoscript run s.lua --from - <&-")
    #expect(result.code == 0)
    #expect(result.reports == ["warning: no event came from -"])
  }
}
