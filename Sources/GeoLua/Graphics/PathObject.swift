public import Geo
public import LuaBridge

/// A path as scripts see it: one class for mutable and immutable paths.
final class PathObject: LuaObject {
  static var luaType: String { "CGPath" }
  private(set) var path: CGPath
  let isMutable: Bool
  /// Memory charged for elements added since the path was created.
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

  /// Adds `count` elements to the path.
  ///
  /// - Errors: ``LuaMessage`` for an immutable path, one that would be too long, and insufficient memory.
  func change(adding count: Int, _ work: DrawingWork, _ machine: LuaMachine, _ body: (inout CGPath) -> Void)
    throws
  {
    guard isMutable else {
      throw LuaMessage("this CGPath is immutable: change a copy from CGPathCreateMutableCopy instead")
    }
    try work.requireRoom(for: count, in: path)
    body(&path)
    let bytes = PathObject.bytes(of: path)
    guard bytes > 2 * charged + 1024 else { return }
    // The initial size is charged with its userdata.
    memory = try RunningScript.current(machine).chargeHost(bytes - bytesAtBirth)
    charged = bytes
  }
}

extension CGPath: LuaValue {
  public static var luaType: String { "CGPath" }

  /// A `CGPath`, or the path of a `UIBezierPath`.
  public static func read(_ stack: LuaStack, _ index: Int32) throws -> CGPath {
    do { return try PathObject.read(stack, index).path } catch {
      if let bezier = try? UIBezierPath.read(stack, index) { return bezier.cgPath }
      throw error
    }
  }

  /// Pushes an immutable path.
  public func push(_ stack: LuaStack) { PathObject(self, isMutable: false).push(stack) }
}
