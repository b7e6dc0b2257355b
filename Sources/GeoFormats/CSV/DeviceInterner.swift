package import Geo

/// Maps the bytes of device names to numbers, without a `String` for a known name.
package struct DeviceInterner {
  private let directory: DeviceDirectory
  private var names: [(bytes: [UInt8], id: DeviceID)] = []
  /// Indices into ``names`` plus 1, or 0 if free; a power of two long, at most half full.
  private var slots = [Int](repeating: 0, count: 64)
  private var last: Int?

  package init(_ directory: DeviceDirectory) { self.directory = directory }

  package mutating func id(_ bytes: UnsafeBufferPointer<UInt8>, name: () -> String) -> DeviceID {
    // Neighboring lines often belong to one device.
    if let last, names[last].bytes.elementsEqual(bytes) { return names[last].id }
    var slot = Self.hash(bytes) & (slots.count - 1)
    while slots[slot] != 0 {
      let index = slots[slot] - 1
      if names[index].bytes.elementsEqual(bytes) {
        last = index
        return names[index].id
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    let id = directory.id(of: name())
    names.append((Array(bytes), id))
    last = names.count - 1
    slots[slot] = names.count
    if names.count * 2 > slots.count { grow() }
    return id
  }

  private mutating func grow() {
    slots = [Int](repeating: 0, count: slots.count * 2)
    for (index, name) in names.enumerated() {
      var slot = name.bytes.withUnsafeBufferPointer { Self.hash($0) } & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = index + 1
    }
  }

  /// FNV-1a, 64 bits, folded.
  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: (hash ^ (hash >> 32)) & 0x7fff_ffff)
  }
}
