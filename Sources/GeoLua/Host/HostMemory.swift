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
