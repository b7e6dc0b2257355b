import Geo
import LuaBridge
import Testing

@testable import GeoLua

/// How long a script's snapshots are at work.
@Suite struct SnapshotLifetimeTests {
  private let machine = GeoLibrary.machine()
  private let device = Device(id: DeviceID(index: 0), name: "phone")

  /// What scripts have printed.
  private final class Printed {
    var lines: [String] = []
  }

  private func run(_ source: String) throws -> (RunningScript, Printed) {
    let environment = LuaEnvironment(machine: machine)
    let script = RunningScript(device: device, environment: environment, options: ScriptOptions())
    let printed = Printed()
    script.onRecord = { if case .print(let line) = $0.content { printed.lines.append(line) } }
    try script.run(LuaChunk(source, name: "test.lua", machine: machine), keepsTimers: false)
    return (script, printed)
  }

  private static let start = """
    MKMapSnapshotter():startWithCompletionHandler(function(snapshot, err)
      print(snapshot, err.localizedDescription)
    end)
    """

  /// As with S9's geocoder: a request lasts without a variable.
  @Test func anUnreferencedSnapshotterStillAnswers() throws {
    let (script, printed) = try run(SnapshotLifetimeTests.start)
    machine.collect()
    script.environment.enter { _ = device.advance(to: device.clock.now) }
    #expect(printed.lines == ["nil\tThe snapshot cannot be made: pictures cannot be drawn here"])
    device.closeScreen()
    script.environment.finish()
  }

  @Test func anEndedScriptGetsNoSnapshot() throws {
    let (script, printed) = try run(SnapshotLifetimeTests.start)
    #expect(device.snapshotCount == 1)
    device.closeScreen()
    script.environment.finish()
    machine.collect()
    device.advance(to: device.clock.now + 100)
    #expect(device.snapshotCount == 0 && printed.lines.isEmpty)
  }

  @Test func scriptsAreLimitedToAThousandSnapshots() throws {
    let (script, printed) = try run(
      """
      local done, message = pcall(function()
        for _ = 1, 1001 do MKMapSnapshotter():startWithCompletionHandler(print) end
      end)
      print(done, message)
      """)
    #expect(printed.lines.first?.contains("1,000 snapshots are in progress") == true)
    #expect(device.snapshotCount == 1000)
    device.closeScreen()
    script.environment.finish()
  }
}
