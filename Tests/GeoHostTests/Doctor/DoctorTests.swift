import Geo
import Glibc
import Testing

@testable import GeoHost

@Suite struct DoctorTests {
  private func findings(_ sources: [String] = [], state: String? = nil) throws -> [Finding] {
    var doctor = Doctor()
    doctor.sources = sources
    doctor.state = state
    doctor.patience = 0.3
    var findings: [Finding] = []
    try doctor.run { findings.append($0) }
    return findings
  }

  private func finding(_ source: String) throws -> Finding {
    try #require(try findings([source]).first { $0.subject == source })
  }

  /// A loopback port that is taken while the descriptor is open.
  ///
  /// Without listening, it stays reserved and refuses connections: a closed port might already belong to
  /// another test.
  private func takenPort(listens: Bool = true) throws -> (descriptor: Int32, port: Int) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && (!listens || listen(descriptor, 4) == 0)
          && getsockname(descriptor, $0, &size) == 0
      }
    }
    try #require(isBound)
    return (descriptor, Int(in_port_t(bigEndian: address.sin_port)))
  }

  @Test func everyProblemHasAdvice() throws {
    let all = try findings()
    #expect(all.count > 8)
    #expect(all.allSatisfy { ($0.grade == .ok) == ($0.advice == nil) })
    #expect(all.allSatisfy { !$0.message.isEmpty && !$0.subject.isEmpty })
  }

  @Test func aFindingIsALineForPeopleAndAnObjectForPrograms() {
    let finding = Finding(.warn, "clock", "nobody keeps it right", advice: "install chrony")
    #expect(finding.text == "warn  clock        nobody keeps it right\n                   → install chrony")
    #expect(
      finding.json.description
        == "{\"status\":\"warn\",\"check\":\"clock\",\"message\":\"nobody keeps it right\",\"advice\":\"install chrony\"}"
    )
  }

  @Test func aMissingFolderIsFineAndAFileInItsPlaceFails() throws {
    let missing = try #require(try findings(state: "/tmp/not-there/state").first { $0.subject == "state" })
    #expect(missing.grade == .ok)
    #expect(access("/tmp/not-there", F_OK) != 0)
    let file = try #require(try findings(state: #filePath).first { $0.subject == "state" })
    #expect(file.grade == .fail && file.message.hasSuffix("is not a folder"))
  }

  @Test func aPortIsTriedAndGivenBack() throws {
    let (descriptor, port) = try takenPort()
    let taken = try finding("http://127.0.0.1:\(port)")
    #expect(taken.grade == .fail && taken.message.contains("Address already in use"))
    close(descriptor)
    #expect(try finding("http://127.0.0.1:\(port)").grade == .ok)
  }

  @Test func aBrokerIsOnlyLookedFor() throws {
    let (descriptor, port) = try takenPort()
    defer { close(descriptor) }
    #expect(try finding("mqtt://127.0.0.1:\(port)/owntracks/#").grade == .ok)
    let (silent, closed) = try takenPort(listens: false)
    defer { close(silent) }
    let gone = try finding("mqtt://127.0.0.1:\(closed)/owntracks/#")
    #expect(gone.grade == .fail && gone.message.contains("cannot connect"))
  }

  @Test func aSilentServerIsWaitedForAndOneThatIsNotThereSaysSo() throws {
    let (descriptor, port) = try takenPort()
    defer { close(descriptor) }
    let silent = try finding("gpsd://127.0.0.1:\(port)")
    #expect(silent.grade == .warn && silent.message.contains("no event in 0.3 s"))
    let (other, closed) = try takenPort(listens: false)
    defer { close(other) }
    let gone = try finding("gpsd://127.0.0.1:\(closed)")
    #expect(gone.grade == .fail && gone.message.hasPrefix("cannot connect"))
  }

  @Test func aFileIsReadToItsFirstEvent() throws {
    let folder = String(#filePath.split(separator: "Tests/GeoHostTests")[0]) + "Tests/gpsd/"
    let log = try finding(folder + "nl402u.json")
    #expect(log.grade == .ok && log.message.contains("of nl402u at 2029-03-09T10:47:06Z"))
    #expect(try finding(folder + "not-there.json").grade == .fail)
    #expect(try finding(folder + "SOURCE.md").grade == .fail)
  }
}
