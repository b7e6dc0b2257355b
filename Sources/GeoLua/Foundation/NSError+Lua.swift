public import Geo
public import LuaBridge

/// An error as scripts see it: an object that wraps the value.
final class ErrorObject: LuaObject {
  static var luaType: String { "NSError" }
  let error: NSError

  init(_ error: NSError) { self.error = error }

  static func bind(_ c: LuaBinder<ErrorObject>) {
    c.summary("An error: a domain and a code within that domain.")
    c.property("domain", .none, "The framework that reports the error, such as `kCLErrorDomain`.") {
      $0.error.domain
    }
    c.property("code", .one, "The error code within the domain, such as `kCLErrorDenied`.") { $0.error.code }
    c.property("localizedDescription", .none, "A description for people.") { $0.error.localizedDescription }
    c.property("userInfo", .none, "Further details by key, such as `NSLocalizedDescription`; read-only.") {
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

/// The `userInfo` of an error, pushed as a read-only table.
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
