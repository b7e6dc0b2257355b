import LuaBridge

/// Kinds of properties that many classes share.
extension LuaBinder {
  /// A property that holds one of a group of constants; scripts see its number.
  func property<Value: RawRepresentable<Int>>(
    _ name: String, _ unit: LuaUnit, _ summary: String, _ path: ReferenceWritableKeyPath<T, Value>
  ) {
    property(name, unit, summary) {
      $0[keyPath: path].rawValue
    } set: { (me: T, number: Int) in
      guard let value = Value(rawValue: number) else { throw LuaMismatch("\(number) is not a \(Value.self)") }
      me[keyPath: path] = value
    }
  }

  /// A property that holds a string; the script is charged for it as long as the object keeps it.
  func text(
    _ name: String, _ summary: String, _ path: ReferenceWritableKeyPath<T, String?>,
    paidBy memory: ReferenceWritableKeyPath<T, AnyObject?>
  ) {
    property(name, .none, summary) {
      $0[keyPath: path]
    } set: { [unowned machine] (me: T, text: String?) in
      try machine.charge(text, as: name, to: &me[keyPath: memory])
      me[keyPath: path] = text
    }
  }
}
