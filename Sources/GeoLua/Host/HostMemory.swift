import LuaBridge

/// Memory outside of Lua that a script instance is charged with while this lives.
final class HostMemory {
  private let bytes: Int
  // Weak: objects that Lua holds may hold this, and the copy holds the machine.
  private weak var environment: LuaEnvironment?

  init(_ bytes: Int, of environment: LuaEnvironment) {
    self.bytes = bytes
    self.environment = environment
    environment.charge(bytes)
  }

  deinit { environment?.charge(-bytes) }
}
