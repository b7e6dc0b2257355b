import LuaBridge

/// Memory outside of Lua that a copy of the script is charged with while this lives.
final class HostMemory {
  private let bytes: Int
  // Weak: objects that Lua holds may hold this, and the copy holds the machine.
  private weak var copy: LuaCopy?

  init(_ bytes: Int, of copy: LuaCopy) {
    self.bytes = bytes
    self.copy = copy
    copy.charge(bytes)
  }

  deinit { copy?.charge(-bytes) }
}
