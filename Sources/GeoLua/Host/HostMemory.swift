import Geo
import LuaBridge

/// Memory outside of Lua that is charged to a script instance as long as this lives.
final class HostMemory {
  private let bytes: Int
  // Weak: objects that Lua keeps may keep this, and the script instance keeps the machine.
  private weak var environment: LuaEnvironment?

  init(_ bytes: Int, of environment: LuaEnvironment) {
    self.bytes = bytes
    self.environment = environment
    environment.charge(bytes)
  }

  deinit { environment?.charge(-bytes) }
}

extension RunningScript {
  /// Charges the script for memory that the host is about to keep for it, as long as the result lives.
  ///
  /// - Errors: ``LuaMessage`` when the script is already over its memory limit.
  func chargeHost(_ bytes: Int) throws -> HostMemory {
    try requireMemory()
    return HostMemory(bytes, of: environment)
  }

  /// The options that set the limits.
  static let memoryAdvice = " (--max-memory-device, --max-memory)"

  /// Reads a JSON text; the script is charged for its values as long as `memory` lives.
  ///
  /// - Errors: ``GeoError`` for invalid JSON, or for more than the script's memory allows.
  func parse(json text: String) throws -> (value: JSONValue, memory: HostMemory) {
    let stack = environment.machine.stack
    LuaStackWork.spend(stack, text.utf8.count * 10)
    let parsed = try JSONParser.parse(
      text, room: max(0, LuaStackWork.room(stack)), advice: RunningScript.memoryAdvice)
    return (parsed.value, try chargeHost(parsed.bytes))
  }

  func requireMemory() throws {
    guard !LuaStackWork.isOverLimit(environment.machine.stack) else { throw RunningScript.noMemory }
  }

  static var noMemory: LuaMessage { LuaMessage("not enough memory\(memoryAdvice)") }
}
