import Testing

@testable import GeoHost

@Suite struct FailureLogTests {
  @Test func equalFailuresAreOneGroup() {
    var log = FailureLog()
    #expect(log.add("a:1: x", device: "one") == .full)
    for _ in 0..<103 { #expect(log.add("a:1: x", device: "two") == .counted) }
    #expect(log.add("a:2: y", device: "one") == .full)
    #expect(log.lines == ["  ×104  a:1: x  (one, two)", "  ×1  a:2: y  (one)"])
  }

  @Test func oneOfEachIsNotListedAgain() {
    var log = FailureLog()
    _ = log.add("a", device: "one")
    _ = log.add("b", device: "one")
    #expect(log.lines.isEmpty)
  }

  @Test func beyondTheReportsFailuresAreCounted() {
    var log = FailureLog()
    let reports = (0..<30).map { log.add("message \($0)", device: "d") }
    #expect(reports.count { $0 == .full } == FailureLog.reportLimit - 1)
    #expect(reports[FailureLog.reportLimit - 1] == .last)
    #expect(log.lines.count == FailureLog.reportLimit + 1)
    #expect(log.lines.last == "  and 10 other failures")
  }

  @Test func memoryDoesNotGrowWithMessages() {
    var log = FailureLog()
    for number in 0..<5000 { _ = log.add("message \(number)", device: "device \(number)") }
    #expect(log.groups.count == FailureLog.groupLimit)
    #expect(log.others == 4000)
  }
}
