import LuaBridge

/// Base class for script-defined objects: `NSObject:subclass("Depot")`.
///
/// The host reads the fields that a protocol requires of such objects, and calls none of their methods.
final class NSObject: LuaObject {
  static func bind(_ c: LuaBinder<NSObject>) {
    c.summary("Base class for your own classes. Their objects accept any field.")
    c.initializer { NSObject() }
    c.open()
    c.reportsChanges()
  }
}
