/// The names, labels and jumps visible at the parser's position.
///
/// - Source: lparser.c of Lua 5.4.4, its limits and its rules for `goto` included.
struct LuaScopes {
  static let mostLocals = 200
  static let mostUpvalues = 255
  /// Stands for `_ENV` among the variables.
  private static let environment: LuaTree.VariableID = -1

  /// A declared variable, or nil for a hidden one, such as the three that drive a `for`.
  private var active: [(name: String, variable: LuaTree.VariableID?)] = []
  private var blocks: [Block] = []
  private var functions: [OpenFunction] = []
  private var labels: [Label] = []
  private var jumps: [Jump] = []

  private struct Block {
    var firstActive: Int
    var firstLabel: Int
    var firstJump: Int
    var isLoop: Bool
  }

  private struct OpenFunction {
    var firstActive: Int
    var firstBlock: Int
    var firstLabel: Int
    var upvalues: Set<LuaTree.VariableID> = []
  }

  private struct Label {
    var name: String
    var position: LuaPosition
    var active: Int
  }

  private struct Jump {
    /// Nil for `break`.
    var label: String?
    var position: LuaPosition
    var active: Int
  }

  mutating func openFunction() {
    functions.append(
      OpenFunction(firstActive: active.count, firstBlock: blocks.count, firstLabel: labels.count))
    openBlock(isLoop: false)
  }

  mutating func closeFunction() throws(LuaSyntaxError) {
    try closeBlock()
    functions.removeLast()
  }

  mutating func openBlock(isLoop: Bool) {
    blocks.append(
      Block(firstActive: active.count, firstLabel: labels.count, firstJump: jumps.count, isLoop: isLoop))
  }

  mutating func closeBlock() throws(LuaSyntaxError) {
    let block = blocks.removeLast()
    active.removeSubrange(block.firstActive...)
    labels.removeSubrange(block.firstLabel...)
    let isBody = blocks.count == functions[functions.count - 1].firstBlock
    var kept = block.firstJump
    for place in block.firstJump..<jumps.count {
      var jump = jumps[place]
      if block.isLoop, jump.label == nil { continue }
      if isBody { throw Self.unresolved(jump) }
      // The jump has left this block's variables behind.
      jump.active = min(jump.active, block.firstActive)
      jumps[kept] = jump
      kept += 1
    }
    jumps.removeSubrange(kept...)
  }

  private static func unresolved(_ jump: Jump) -> LuaSyntaxError {
    let line = jump.position.line
    let message =
      jump.label.map { "no visible label '\($0)' for <goto> at line \(line)" }
      ?? "break outside loop at line \(line)"
    return LuaSyntaxError(position: jump.position, message: message)
  }

  /// Makes a variable visible from here on.
  ///
  /// - Errors: more than 200 in one function, Lua's own limit.
  mutating func declare(
    _ name: String, _ variable: LuaTree.VariableID?, at position: LuaPosition
  ) throws(LuaSyntaxError) {
    guard active.count < functions[functions.count - 1].firstActive + Self.mostLocals else {
      throw LuaSyntaxError(
        position: position, message: "too many local variables (limit is \(Self.mostLocals)) in one function")
    }
    active.append((name, variable))
  }

  /// Returns the innermost visible variable of that name, nil for a global.
  ///
  /// - Errors: more than 255 variables of enclosing functions used in one function, Lua's own limit.
  mutating func resolve(_ name: String, at position: LuaPosition) throws(LuaSyntaxError) -> LuaTree
    .VariableID?
  {
    guard let place = active.lastIndex(where: { $0.name == name && $0.variable != nil }),
      let variable = active[place].variable
    else {
      // A global is a field of the upvalue `_ENV`.
      try recordUpvalue(Self.environment, declaredAt: -1, position)
      return nil
    }
    try recordUpvalue(variable, declaredAt: place, position)
    return variable
  }

  private mutating func recordUpvalue(
    _ variable: LuaTree.VariableID, declaredAt place: Int, _ position: LuaPosition
  ) throws(LuaSyntaxError) {
    var level = functions.count - 1
    while level >= 0, functions[level].firstActive > place {
      guard functions[level].upvalues.insert(variable).inserted else { return }
      guard functions[level].upvalues.count <= Self.mostUpvalues else {
        throw LuaSyntaxError(
          position: position, message: "too many upvalues (limit is \(Self.mostUpvalues)) in one function")
      }
      level -= 1
    }
  }

  /// Notes a `goto`, or with nil a `break`, to be resolved by a label that may come later.
  mutating func jump(to label: String?, at position: LuaPosition) {
    // Backwards: the label stands already, and all its variables are still alive.
    if let label, visibleLabel(label) != nil { return }
    jumps.append(Jump(label: label, position: position, active: active.count))
  }

  private func visibleLabel(_ name: String) -> Label? {
    labels[functions[functions.count - 1].firstLabel...].first { $0.name == name }
  }

  /// Checks that no visible label bears the name.
  func checkNew(label name: String, at position: LuaPosition) throws(LuaSyntaxError) {
    guard let known = visibleLabel(name) else { return }
    throw LuaSyntaxError(
      position: position, message: "label '\(name)' already defined on line \(known.position.line)")
  }

  /// Sets a label and resolves the jumps of this block that wait for it.
  ///
  /// - Parameter endsBlock: whether only the block's end follows, where its variables count as gone.
  mutating func setLabel(_ name: String, at position: LuaPosition, endsBlock: Bool) throws(LuaSyntaxError) {
    let block = blocks[blocks.count - 1]
    let alive = endsBlock ? block.firstActive : active.count
    labels.append(Label(name: name, position: position, active: alive))
    for jump in jumps[block.firstJump...] where jump.label == name && jump.active < alive {
      throw LuaSyntaxError(
        position: jump.position,
        message: "<goto \(name)> at line \(jump.position.line) jumps into the scope of local "
          + "'\(active[jump.active].name)'")
    }
    jumps[block.firstJump...].removeAll { $0.label == name }
  }
}
