/// Small numbers and pointers by Swift type: a few hundred types, asked for at every crossing.
///
/// Open addressing on the metatype's address; a Dictionary's hash costs more than the rest of a crossing.
@usableFromInline
struct LuaTypeTable {
  @usableFromInline var keys: [UInt]
  @usableFromInline var values: [Int]
  @usableFromInline var count = 0

  init() {
    keys = [UInt](repeating: 0, count: 64)
    values = [Int](repeating: 0, count: 64)
  }

  @inlinable
  static func key(_ type: Any.Type) -> UInt { UInt(bitPattern: ObjectIdentifier(type)) }

  @inlinable
  func slot(_ key: UInt) -> Int {
    let mask = UInt(keys.count - 1)
    // Metatypes are 8-byte aligned records some hundred bytes apart.
    var index = (key >> 4) &* 0x9E37_79B9_7F4A_7C15 >> 32 & mask
    while keys[Int(index)] != key, keys[Int(index)] != 0 { index = (index + 1) & mask }
    return Int(index)
  }

  @inlinable
  subscript(type: Any.Type) -> Int? {
    let key = Self.key(type)
    let slot = slot(key)
    return keys[slot] == key ? values[slot] : nil
  }

  mutating func set(_ type: Any.Type, _ value: Int) {
    if count * 2 >= keys.count { grow() }
    let key = Self.key(type)
    let slot = slot(key)
    if keys[slot] == 0 { count += 1 }
    keys[slot] = key
    values[slot] = value
  }

  private mutating func grow() {
    let (oldKeys, oldValues) = (keys, values)
    keys = [UInt](repeating: 0, count: oldKeys.count * 2)
    values = [Int](repeating: 0, count: oldKeys.count * 2)
    for (key, value) in zip(oldKeys, oldValues) where key != 0 {
      let slot = slot(key)
      keys[slot] = key
      values[slot] = value
    }
  }
}
