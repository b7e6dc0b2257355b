/// A property that most of its owners never set: a pointer instead of the whole value.
///
/// It reads as the initial value until it is first changed. Each later use follows the pointer, so whatever every fix
/// reads or writes stays in its owner.
@propertyWrapper
package struct Seldom<Value: Initial> {
  @usableFromInline final class Box {
    @usableFromInline var value: Value

    @inlinable init(_ value: Value) { self.value = value }
  }

  /// Shared by copies of the wrapper until one of them changes.
  @usableFromInline var box: Box?

  @inlinable
  package init() {}

  @inlinable
  package var wrappedValue: Value {
    _read { if let box { yield box.value } else { yield Value() } }
    // In place: a value that is read, changed and written back is copied.
    _modify {
      let box = ownBox()
      yield &box.value
    }
  }

  @inlinable
  mutating func ownBox() -> Box {
    if isKnownUniquelyReferenced(&box), let box { return box }
    let made = Box(wrappedValue)
    box = made
    return made
  }
}

/// A type with values that say nothing yet.
package protocol Initial {
  init()
}
