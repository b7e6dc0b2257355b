import LuaBridge

/// Kinds of properties that many classes share.
extension LuaBinder {
  /// A property whose values are constants of one group; scripts see their numbers.
  @inline(__always)
  func property<Value: RawRepresentable<Int>>(
    _ name: String, _ unit: LuaUnit, _ summary: String,
    get: @escaping (T) throws -> Value, set: @escaping (T, Value) throws -> Void
  ) {
    property(name, unit, summary) {
      try get($0).rawValue
    } set: { (me: T, number: Int) in
      guard let value = Value(rawValue: number) else {
        throw LuaMismatch("\(Value.self)… expected, got \(number)")
      }
      try set(me, value)
    }
  }

  /// A property that holds a string; the script is charged for it as long as the object keeps it.
  @inline(__always)
  func text(
    _ name: String, _ summary: String, get: @escaping (T) -> String?, set: @escaping (T, String?) -> Void,
    paidBy memory: ReferenceWritableKeyPath<T, AnyObject?>
  ) {
    property(name, .none, summary) {
      get($0)
    } set: { [unowned machine] (me: T, text: String?) in
      try machine.charge(text, as: name, to: &me[keyPath: memory])
      set(me, text)
    }
  }
}
