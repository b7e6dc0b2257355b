import LuaBridge

/// What scripts build their own objects on: `NSObject:subclass("Depot")`.
///
/// The host looks at the fields of such objects where a protocol asks for them, and calls none of their methods.
final class NSObject: LuaObject {
  static func bind(_ c: LuaBinder<NSObject>) {
    c.summary("The base of a script's own classes; their objects take any field.")
    c.initializer { NSObject() }
    c.open()
    c.reportsChanges()
  }
}
