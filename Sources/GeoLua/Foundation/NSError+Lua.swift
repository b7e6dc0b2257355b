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

extension NSError: LuaValue {
  public static var luaType: String { "NSError" }

  public static func read(_ stack: LuaStack, _ index: Int32) throws -> NSError {
    try ErrorObject.read(stack, index).error
  }

  public func push(_ stack: LuaStack) { ErrorObject(self).push(stack) }
}
