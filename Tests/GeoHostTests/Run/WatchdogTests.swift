import CommandTesting
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
    machine.instructionBudget = 1 << 20
    // Here it never comes to where instructions are counted.
    machine.globals { g in
      g.function("spin", ["seconds"], "Works for a while.") { (seconds: Double) in
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        let end = Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9 + seconds
        while Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9 < end {
          clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        }
      }
    }
    let environment = LuaEnvironment(machine: machine, memoryLimit: 1 << 22, seed: 1)
    let chunk = try LuaChunk("spin(6) while true do end", name: "s.lua", machine: machine)
    #expect(throws: LuaError.self) { try environment.run(chunk) }
    watchdog.stop()
    environment.finish()
    #expect(message.text.withLock { $0.hasPrefix("device van 7: one call has run for more than 3 s") })
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
    #expect(environment.trips == 1)
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
