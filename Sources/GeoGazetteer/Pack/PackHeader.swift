/// The header of a pack: its kind, its build, and the places of its sections.
///
/// Magic (8), version (4), number of sections (4), length of the file (8), hash of the build (8), hash of
/// everything after the header (8), then offset and length (8 + 8) of each section, and the hash of the
/// header up to here (8). Integers are little-endian. Sections begin at multiples of 64.
struct PackHeader {
  enum Section: Int, CaseIterable {
    case strings
    case sources
    case zones
    case areas
    /// For each ``PackLayer``: the nodes of its tree, the leaves, the records.
    case settlementNodes, settlementLeaves, settlements
    case postalNodes, postalLeaves, postalAreas
    case interestNodes, interestLeaves, interests
    /// The grid over the areas.
    case cells
    case parts
    case lists
    case points
    case facts
  }

  static let magic: UInt64 = 0x314B_4341_504F_4547  // "GEOPACK1"
  /// Increases with each change of the sections' contents: a pack of another version is rebuilt.
  static let version: UInt32 = 3
  static let length = 40 + 16 * Section.allCases.count + 8
  static let alignment = 64
  /// Up to this length all bytes are compared with their hash when a pack is opened: 16 ms at most.
  static let checkedLength = 64 << 20

  /// The places of the sections, if the bytes are a complete pack of this build; nil otherwise.
  static func sections(of bytes: UnsafeRawBufferPointer, build: UInt64) -> [UnsafeRawBufferPointer]? {
    guard bytes.count >= length else { return nil }
    func word(_ at: Int) -> UInt64 {
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
    }
    let kind = UInt64(version) | UInt64(Section.allCases.count) << 32
    guard word(0) == magic, word(8) == kind, word(16) == UInt64(bytes.count), word(24) == build,
      word(length - 8) == PackHash.hash(UnsafeRawBufferPointer(rebasing: bytes[..<(length - 8)]))
    else { return nil }
    let rest = UnsafeRawBufferPointer(rebasing: bytes[length...])
    if bytes.count <= checkedLength, word(32) != PackHash.hash(rest) { return nil }
    var sections: [UnsafeRawBufferPointer] = []
    for section in Section.allCases {
      let at = 40 + 16 * section.rawValue
      guard let offset = Int(exactly: word(at)), let count = Int(exactly: word(at + 8)),
        offset >= length, offset <= bytes.count, count <= bytes.count - offset
      else { return nil }
      sections.append(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
    }
    return sections
  }

  /// The bytes of a pack.
  static func bytes(of sections: [[UInt8]], build: UInt64) -> [UInt8] {
    func aligned(_ offset: Int) -> Int { (offset + alignment - 1) / alignment * alignment }
    var offsets: [Int] = []
    var end = length
    for section in sections {
      offsets.append(aligned(end))
      end = aligned(end) + section.count
    }
    var bytes = [UInt8](repeating: 0, count: end)
    for (section, offset) in zip(sections, offsets) {
      bytes.replaceSubrange(offset..<offset + section.count, with: section)
    }
    func put(_ value: UInt64, _ at: Int) {
      bytes.withUnsafeMutableBytes {
        $0.storeBytes(of: value.littleEndian, toByteOffset: at, as: UInt64.self)
      }
    }
    put(magic, 0)
    put(UInt64(version) | UInt64(Section.allCases.count) << 32, 8)
    put(UInt64(end), 16)
    put(build, 24)
    for (index, section) in sections.enumerated() {
      put(UInt64(offsets[index]), 40 + 16 * index)
      put(UInt64(section.count), 48 + 16 * index)
    }
    put(bytes.withUnsafeBytes { PackHash.hash(UnsafeRawBufferPointer(rebasing: $0[length...])) }, 32)
    put(
      bytes.withUnsafeBytes { PackHash.hash(UnsafeRawBufferPointer(rebasing: $0[..<(length - 8)])) },
      length - 8)
    return bytes
  }
}
