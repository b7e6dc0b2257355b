public import Geo
public import LuaBridge

/// A path as scripts hold it, one class for those that can be changed and those that cannot.
final class PathObject: LuaObject {
  static var luaType: String { "CGPath" }
  private(set) var path: CGPath
  let isMutable: Bool
  /// What the script instance is charged for what was added since it was made.
  private var memory: HostMemory?
  private var charged: Int
  private let bytesAtBirth: Int

  init(_ path: CGPath, isMutable: Bool) {
    self.path = path
    self.isMutable = isMutable
    bytesAtBirth = PathObject.bytes(of: path)
    charged = bytesAtBirth
  }

  var luaBytes: Int { bytesAtBirth }

  private static func bytes(of path: CGPath) -> Int { path.verbs.count + 16 * path.points.count }

  /// Changes the path by `count` steps more.
  ///
  /// - Errors: ``LuaMessage`` for one that cannot be changed, one that would be too long, and too little memory.
  func change(adding count: Int, _ work: DrawingWork, _ machine: LuaMachine, _ body: (inout CGPath) -> Void)
    throws
  {
    guard isMutable else {
      throw LuaMessage("this CGPath cannot be changed (CGPathCreateMutableCopy makes one that can)")
    }
    try work.requireRoom(for: count, in: path)
    body(&path)
    let bytes = PathObject.bytes(of: path)
    guard bytes > 2 * charged + 1024 else { return }
    // What it takes at its birth is charged with its userdata.
    memory = try RunningScript.current(machine).chargeHost(bytes - bytesAtBirth)
    charged = bytes
  }
}

extension CGPath: LuaValue {
  public static var luaType: String { "CGPath" }

  /// A `CGPath`, or what a `UIBezierPath` draws.
  public static func read(_ stack: LuaStack, _ index: Int32) throws -> CGPath {
    do { return try PathObject.read(stack, index).path } catch {
      if let bezier = try? UIBezierPath.read(stack, index) { return bezier.cgPath }
      throw error
    }
  }

  /// As one that cannot be changed.
  public func push(_ stack: LuaStack) { PathObject(self, isMutable: false).push(stack) }
}
