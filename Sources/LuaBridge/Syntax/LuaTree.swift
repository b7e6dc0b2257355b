/// A parsed script: expressions, statements, functions and variables, each in one flat array.
///
/// - Shape: an expression comes after all its parts, so a loop over the array sees parts first. No recursion
///   is
///   needed, and a chain of a million dots is safe. Names are already resolved: a variable knows its
///   declaration.
///   Blocks are not kept.
struct LuaTree {
  typealias ExpressionID = Int
  typealias VariableID = Int
  typealias FunctionID = Int
  typealias BlockID = Int

  var expressions: [Expression] = []
  /// Where each expression stands; a member access stands at the member's name.
  var positions: [LuaPosition] = []
  var statements: [Statement] = []
  var variables: [Variable] = []
  /// Those of `statements` that assign and stand in no block and no function: they run whenever the script does.
  var outermostAssignments: [Int] = []
  /// The first is the script itself.
  var functions: [Function] = []
  /// The first is that of the script itself.
  var blocks = [Block(function: 0)]
  /// The block in which each expression stands.
  var homes: [BlockID] = []
  /// The block in which the parser stands.
  var block: BlockID = 0
  /// Loops whose condition always holds.
  var endlessLoops: [EndlessLoop] = []
  /// The conditions of `if` and `while`.
  var conditions: [ExpressionID] = []
  /// Whether the script jumps by `goto`, so that what stands first need not run first.
  var jumps = false

  enum Expression {
    case `nil`
    case boolean(Bool)
    /// With its value, as a floating-point number.
    case number(Double)
    case string(String)
    /// `...`
    case vararg
    case local(VariableID)
    case global(String)
    /// `object.name`, also `object["name"]`.
    case member(ExpressionID, String)
    case index(ExpressionID, key: ExpressionID)
    case call(ExpressionID, [ExpressionID])
    /// `object:name(…)`
    case methodCall(ExpressionID, String, [ExpressionID])
    case function(FunctionID)
    case table([Field])
    case unary(LuaToken.Kind, ExpressionID)
    case binary(LuaToken.Kind, ExpressionID, ExpressionID)
    /// Parentheses cut several values to one.
    case parenthesis(ExpressionID)
  }

  struct Field {
    enum Key {
      case item
      case name(String)
      case computed(ExpressionID)
    }

    var key: Key
    var value: ExpressionID
    var position: LuaPosition
  }

  /// What a statement does with its expressions; the function it stands in comes with `return` only.
  enum Statement {
    case local([VariableID], [ExpressionID])
    case assign([ExpressionID], [ExpressionID])
    /// `function target.name()` or, with `isMethod`, `function target:name()`.
    case define(ExpressionID, FunctionID, isMethod: Bool)
    case call(ExpressionID)
    case numericFor(VariableID, from: ExpressionID)
    case genericFor([VariableID], [ExpressionID])
    case `return`(FunctionID, [ExpressionID])
  }

  /// Statements that run one after the other, in a function.
  struct Block {
    var parent: BlockID?
    var function: FunctionID
    var isLoop = false
  }

  /// A loop whose condition always holds.
  struct EndlessLoop {
    var position: LuaPosition
    var block: BlockID
    /// Its expressions, from the first to the one after the last.
    var body: Range<ExpressionID>
    /// Whether a `break`, `return` or `goto` stands in it.
    var mayEnd: Bool
  }

  struct Variable {
    enum Attribute { case none, constant, toBeClosed }

    var name: String
    var position: LuaPosition
    var attribute = Attribute.none
    var function: FunctionID
  }

  struct Function {
    /// With `self` first where the definition has a colon.
    var parameters: [VariableID] = []
    var isVararg = false
    var position: LuaPosition
    /// The line of its `end`.
    var lastLine = 0
    /// Statements that only call something and run whenever the function does: they stand in no block, and none that
    /// might leave early stands before them.
    var straightCalls: [ExpressionID] = []
  }

  mutating func add(_ expression: Expression, at position: LuaPosition) -> ExpressionID {
    expressions.append(expression)
    positions.append(position)
    homes.append(block)
    return expressions.count - 1
  }

  mutating func openBlock(in function: FunctionID, isLoop: Bool = false) {
    blocks.append(Block(parent: block, function: function, isLoop: isLoop))
    block = blocks.count - 1
  }

  mutating func closeBlock() { block = blocks[block].parent ?? 0 }

  /// Returns whether one block is another, or stands in it.
  func block(_ inner: BlockID, isIn outer: BlockID) -> Bool {
    var place: BlockID? = inner
    while let known = place {
      if known == outer { return true }
      place = blocks[known].parent
    }
    return false
  }
}
