import CommandTesting
import Foundation
import Geo
import Testing

@testable import GeoHost

/// What doctor says of installed services, in a root of their own.
@Suite struct DoctorServicesTests {
  private let command: Command
  private let root: String

  init() throws {
    command = try Command(["home.lua": ""])
    root = command.path("root")
  }

  private func install(_ program: String = "/bin/true", _ script: String? = nil) throws {
    let unit = try ServiceUnit(
      name: "home", program: program, words: ["run", script ?? command.path("home.lua")], folder: "/")
    _ = try ServiceFolder(root: root).write(unit)
  }

  private func make(_ path: String) throws {
    let file = URL(fileURLWithPath: root + path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try "".write(to: file, atomically: false, encoding: .utf8)
  }

  private var finding: Finding? { DoctorServices.inspect(root: root).first }

  @Test func withoutServicesItSaysNothing() throws {
    #expect(DoctorServices.inspect(root: root).isEmpty)
    try make("/etc/systemd/system/geoscript-other.service")
    #expect(DoctorServices.inspect(root: root).isEmpty)
  }

  @Test func itSaysWhatToDoNext() throws {
    try install()
    #expect(finding?.grade == .warn)
    #expect(finding?.message == "geoscript-home.service is installed, but not started at boot")
    try make("/etc/systemd/system/multi-user.target.wants/geoscript-home.service")
    #expect(finding?.message == "geoscript-home.service does not run")
    #expect(finding?.advice?.hasPrefix("journalctl -u geoscript-home.service") == true)
    try make("/sys/fs/cgroup/system.slice/geoscript-home.service")
    #expect(finding == Finding(.ok, "service", "geoscript-home.service runs"))
  }

  @Test func whatTheUnitNamesMustBeThereAndReadable() throws {
    try install("/nowhere/geoscript")
    #expect(finding?.grade == .fail)
    #expect(finding?.message == "geoscript-home.service runs /nowhere/geoscript, which is not there")
    try install("/bin/true", "/nowhere/home.lua")
    #expect(finding?.message == "geoscript-home.service runs /nowhere/home.lua, which is not there")
    try install()
    chmod(command.path("home.lua"), 0o600)
    #expect(finding?.grade == .fail)
    #expect(finding?.advice == "sudo chmod a+r \(command.path("home.lua"))")
  }
}
