internal import CLuaBridge

/// What functions of scripts have taken, by the calls that led to them.
///
/// Instructions come from samples: one in a thousand, the first at a random place in each call of the host. Time is
/// measured: what passes between two samples counts for the stack of the later one, what is left of a call for the
/// function that the host has called.
public struct LuaProfile: Sendable {
  /// A function, by the place where it is defined; line 0 is the main chunk of its file.
  public struct Function: Hashable, Sendable {
    public var file: String
    public var line: Int

    public init(file: String, line: Int) { (self.file, self.line) = (file, line) }
  }

  /// What a stack has taken itself, without what it called.
  public struct Cost: Sendable {
    public var instructions: UInt64 = 0
    public var nanoseconds: UInt64 = 0

    public init() {}

    public static func += (a: inout Cost, b: Cost) {
      a.instructions += b.instructions
      a.nanoseconds += b.nanoseconds
    }
  }

  /// Stacks from the function that the host has called to the one that ran.
  public private(set) var stacks: [[Function]: Cost] = [:]

  public init() {}

  public mutating func add(_ cost: Cost, to stack: [Function]) { stacks[stack, default: Cost()] += cost }

  public mutating func add(_ other: LuaProfile) { for (stack, cost) in other.stacks { add(cost, to: stack) } }
}

extension LuaMachine {
  /// From now on ``profile`` shows what scripts take.
  public func profileCalls() { _ = lb_profile_calls(pointer) }

  /// What functions have taken so far; empty before ``profileCalls()``.
  public var profile: LuaProfile {
    var profile = LuaProfile()
    // A node stands behind the one that called it.
    var stacks: [[LuaProfile.Function]] = []
    for index in 0..<lb_profile_count(pointer) {
      let node = lb_profile_at(pointer, index)
      guard let source = node.source else {
        stacks.append([])
        continue
      }
      let stack =
        stacks[Int(node.parent)] + [LuaProfile.Function(file: String(cString: source), line: Int(node.line))]
      stacks.append(stack)
      var cost = LuaProfile.Cost()
      (cost.instructions, cost.nanoseconds) = (node.instructions, node.nanoseconds)
      if node.instructions + node.nanoseconds > 0 { profile.add(cost, to: stack) }
    }
    return profile
  }
}
