import Geo
import GeoLua
import Glibc
import LuaBridge
import Synchronization
import Testing

@testable import GeoHost

@Suite struct WatchdogTests {
  final class Message: Sendable {
    let text = Mutex("")
  }

  @Test func aCallThatDoesNotComeBackIsNamedWithItsDevice() throws {
    let machine = GeoLibrary.machine(memoryLimit: 1 << 24)
    let directory = DeviceDirectory()
    let device = WatchedDevice()
    device.number.store(directory.id(of: "van 7").index, ordering: .relaxed)
    let message = Message()
    let watchdog = Watchdog(
      (machine.watch, device), directory: directory, script: "s.lua", limit: 0.5,
      end: { said in message.text.withLock { $0 = said } })
    // Asleep it never comes to where instructions are counted.
    machine.globals { g in
      g.function("sleep", ["seconds"], "Sleeps.") { (seconds: Int) in usleep(UInt32(seconds) * 1_000_000) }
    }
    let environment = LuaEnvironment(machine: machine, memoryLimit: 1 << 22, seed: 1)
    let chunk = try LuaChunk("sleep(3)", name: "s.lua", machine: machine)
    #expect(throws: LuaError.self) { try environment.run(chunk) }
    watchdog.stop()
    environment.finish()
    #expect(message.text.withLock { $0.hasPrefix("device van 7: one call has run for more than 1 s") })
  }

  @Test func aCallThatTakesTooLongIsStoppedAlone() throws {
    let machine = GeoLibrary.machine(memoryLimit: 1 << 24)
    let message = Message()
    let watchdog = Watchdog(
      (machine.watch, WatchedDevice()), directory: DeviceDirectory(), script: "s.lua", limit: 0.5,
      end: { said in message.text.withLock { $0 = said } })
    machine.instructionBudget = 1 << 50
    let environment = LuaEnvironment(machine: machine, memoryLimit: 1 << 22, seed: 1)
    // What an instruction compares cannot be charged.
    let chunk = try LuaChunk(
      "local a, b = ('x'):rep(1e5) .. 1, ('x'):rep(1e5) .. 1\nwhile true do local same = a == b end",
      name: "s.lua",
      machine: machine)
    #expect(throws: LuaError.self) { try environment.run(chunk) }
    watchdog.stop()
    #expect(environment.trips >= 3)
    environment.finish()
    #expect(message.text.withLock { $0.isEmpty })
  }

  @Test func manyShortCallsAreNotStopped() throws {
    let machine = GeoLibrary.machine(memoryLimit: 1 << 24)
    let message = Message()
    let watchdog = Watchdog(
      (machine.watch, WatchedDevice()), directory: DeviceDirectory(), script: "s.lua", limit: 0.7,
      end: { said in message.text.withLock { $0 = said } })
    let environment = LuaEnvironment(machine: machine, memoryLimit: 1 << 22, seed: 1)
    let chunk = try LuaChunk("local n = 0\nfor i = 1, 1000 do n = n + i end", name: "s.lua", machine: machine)
    let start = monotonicSeconds()
    while monotonicSeconds() - start < 2 { try environment.run(chunk) }
    watchdog.stop()
    environment.finish()
    #expect(message.text.withLock { $0.isEmpty })
  }

  @Test func aCallThatWaitsForAnAlertSinkIsNotStopped() throws {
    let machine = GeoLibrary.machine(memoryLimit: 1 << 24)
    let message = Message()
    let device = WatchedDevice()
    let watchdog = Watchdog(
      (machine.watch, device), directory: DeviceDirectory(), script: "s.lua", limit: 0.5,
      end: { said in message.text.withLock { $0 = said } })
    machine.globals { g in
      g.function("alert", ["seconds"], "Waits.") { (seconds: Int) in
        device.isWaiting.store(true, ordering: .relaxed)
        sleep(UInt32(seconds))
        device.isWaiting.store(false, ordering: .relaxed)
      }
    }
    let environment = LuaEnvironment(machine: machine, memoryLimit: 1 << 22, seed: 1)
    try environment.run(try LuaChunk("alert(2)", name: "s.lua", machine: machine))
    watchdog.stop()
    environment.finish()
    #expect(message.text.withLock { $0.isEmpty })
  }
}
