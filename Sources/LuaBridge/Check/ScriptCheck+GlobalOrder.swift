/// Globals that are read before anything assigns them, which is an error: `count = count + 1`.
///
/// - Shape: a read is reported only if no assignment can come before it. Either each assignment stands behind a read
///   in the same function, so that none is ever reached; or the read stands in the main chunk, and all assignments
///   that may have run by then stand below it.
extension ScriptCheck {
  private struct Write {
    /// The last expression that is evaluated before.
    var time: LuaTree.ExpressionID
    var block: LuaTree.BlockID
    var position: LuaPosition
  }

  mutating func checkGlobalOrder() {
    guard !names.hasHiddenGlobals, !names.runsOtherCode, !tree.jumps, !mentionsEnvironment else { return }
    let writes = globalWrites()
    var reads: [String: [LuaTree.ExpressionID]] = [:]
    for (place, expression) in tree.expressions.enumerated() {
      guard case .global(let name) = expression, writes[name] != nil, !names.targets.contains(place) else {
        continue
      }
      reads[name, default: []].append(place)
    }
    let conditional = conditionalExpressions()
    for (name, places) in reads {
      guard index.globals[name] == nil, !LuaStandard.all.contains(name), let writes = writes[name] else {
        continue
      }
      let certain = places.filter { !conditional.contains($0) }
      let isNeverSet = writes.allSatisfy { write in certain.contains { stands($0, before: write) } }
      let first =
        isNeverSet
        ? places.first
        : places.first { read in
          isInMainChunk(read)
            && !writes.contains { mayCome($0, before: read, isCertain: !conditional.contains(read)) }
        }
      guard let first else { continue }
      error(
        "global '\(name)' is read before anything assigns it, which is an error: write "
          + "local \(name) = \(firstValue(of: first)) above, outside all functions",
        at: tree.positions[first])
    }
  }

  private var mentionsEnvironment: Bool {
    tree.expressions.contains {
      if case .global(let name) = $0 { name == "_G" || name == "_ENV" } else { false }
    }
  }

  private func globalWrites() -> [String: [Write]] {
    var writes: [String: [Write]] = [:]
    for statement in tree.statements {
      let targets: [LuaTree.ExpressionID]
      let last: LuaTree.ExpressionID?
      switch statement {
      case .assign(let list, let values): (targets, last) = (list, values.max())
      case .define(let target, _, _): (targets, last) = ([target], nil)
      default: continue
      }
      for target in targets {
        guard case .global(let name) = tree.expressions[target] else { continue }
        writes[name, default: []].append(
          Write(
            time: max(target, last ?? target), block: tree.homes[target], position: tree.positions[target]))
      }
    }
    return writes
  }

  /// Those that are not evaluated each time: right sides of `and` and `or`.
  private func conditionalExpressions() -> Set<LuaTree.ExpressionID> {
    var found: Set<LuaTree.ExpressionID> = []
    for (place, expression) in tree.expressions.enumerated() {
      switch expression {
      // All parts of a right side stand between the left side and the whole.
      case .binary(.and, let left, _), .binary(.or, let left, _):
        for part in (left + 1)..<place { found.insert(part) }
      default: break
      }
    }
    return found
  }

  /// Whether the function reaches the assignment only by way of the read.
  private func stands(_ read: LuaTree.ExpressionID, before write: Write) -> Bool {
    let home = tree.homes[read]
    return read < write.time && tree.blocks[home].function == tree.blocks[write.block].function
      && tree.block(write.block, isIn: home)
  }

  private func isInMainChunk(_ read: LuaTree.ExpressionID) -> Bool {
    tree.blocks[tree.homes[read]].function == 0
  }

  /// Whether the assignment may have run before a read in the main chunk.
  private func mayCome(_ write: Write, before read: LuaTree.ExpressionID, isCertain: Bool) -> Bool {
    if write.time < read { return true }
    if isCertain, stands(read, before: write) { return false }
    // In a loop, what stands below has run the time before.
    var place: LuaTree.BlockID? = tree.homes[read]
    while let known = place {
      if tree.blocks[known].isLoop, tree.block(write.block, isIn: known) { return true }
      place = tree.blocks[known].parent
    }
    return false
  }

  /// What a variable should hold at first, by how it is read.
  private func firstValue(of read: LuaTree.ExpressionID) -> String {
    for expression in tree.expressions {
      switch expression {
      case .binary(.or, read, let right):
        switch tree.expressions[right] {
        case .table: return "{}"
        case .boolean(let value): return String(value)
        case .string: return "\"\""
        case .number: return "0"
        default: return "nil"
        }
      case .binary(let sign, let left, let right) where left == read || right == read:
        switch sign {
        case .concatenate: return "\"\""
        case .and, .or, .equal, .notEqual: return "nil"
        default: return "0"
        }
      case .unary(.not, read): return "false"
      case .index(read, _), .member(read, _), .unary(.length, read): return "{}"
      default: continue
      }
    }
    return "nil"
  }
}
