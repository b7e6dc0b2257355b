public import Geo
public import LuaBridge

/// An error in a script's hands: an object around the value.
final class ErrorObject: LuaObject {
  static var luaType: String { "NSError" }
  let error: NSError

  init(_ error: NSError) { self.error = error }

  static func bind(_ c: LuaBinder<ErrorObject>) {
    c.summary("An error: a domain and a number in it.")
    c.property("domain", .none, "Whose error it is, such as `kCLErrorDomain`.") { $0.error.domain }
    c.property("code", .one, "The number in the domain, such as `kCLErrorDenied`.") { $0.error.code }
    c.property("localizedDescription", .none, "A sentence for a person.") { $0.error.localizedDescription }
    c.property("userInfo", .none, "Further words by key, such as `NSLocalizedDescription`; read-only.") {
      ErrorWords(words: $0.error.userInfo)
    }
    c.operation("__tostring") { stack in
      try NSError.read(stack, 1).description.push(stack)
      return 1
    }
    c.operation("__eq") { stack in
      (try NSError.read(stack, 1) == NSError.read(stack, 2)).push(stack)
      return 1
    }
  }
}

/// The `userInfo` of an error on its way into Lua.
struct ErrorWords: LuaValue {
  static var luaType: String { "table" }
  let words: [String: String]

  static func read(_ stack: LuaStack, _ index: Int32) throws -> ErrorWords {
    throw LuaMessage("the userInfo of an error cannot be set")
  }

  func push(_ stack: LuaStack) {
    LuaTable.push(stack, words.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    LuaStackWork.freeze(stack, "userInfo")
  }
}

extension NSError: LuaValue {
  public static var luaType: String { "NSError" }

  public static func read(_ stack: LuaStack, _ index: Int32) throws -> NSError {
    try ErrorObject.read(stack, index).error
  }

  public func push(_ stack: LuaStack) { ErrorObject(self).push(stack) }
}
