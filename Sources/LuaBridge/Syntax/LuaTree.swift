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

  var expressions: [Expression] = []
  /// Where each expression stands; a member access stands at the member's name.
  var positions: [LuaPosition] = []
  var statements: [Statement] = []
  var variables: [Variable] = []
  /// Those of `statements` that assign and stand in no block and no function: they run whenever the script does.
  var outermostAssignments: [Int] = []
  /// The first is the script itself.
  var functions: [Function] = []

  enum Expression {
    case `nil`
    case boolean
    case number
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
    case numericFor(VariableID)
    case genericFor([VariableID], [ExpressionID])
    case `return`(FunctionID, [ExpressionID])
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
    /// Statements that only call something and run whenever the function does: they stand in no block, and none that
    /// might leave early stands before them.
    var straightCalls: [ExpressionID] = []
  }

  mutating func add(_ expression: Expression, at position: LuaPosition) -> ExpressionID {
    expressions.append(expression)
    positions.append(position)
    return expressions.count - 1
  }
}
