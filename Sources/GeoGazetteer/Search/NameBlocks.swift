import SQLite

/// Sorted names, each with the numbers of what bears it, in blocks of bytes that a page of a database holds.
///
/// - Shape: of each name how many bytes it shares with the one before, how many follow, how many its numbers take, then
///   those bytes; numbers rise, and each says how far it is from the one before. All as in LEB128. The first name of
///   a block stands whole.
struct NameBlocks {
  private(set) var blocks: [[UInt8]] = []
  /// The first name of each block, with its length before it.
  private(set) var directory = ByteWriter(capacity: 1 << 16)
  private var block = ByteWriter(capacity: NameBlocks.size)
  private var numbers = ByteWriter(capacity: 64)
  private var last: [UInt8] = []

  /// What a page of 4,096 bytes holds without a second.
  static let size = 3900

  /// Adds a name behind all that are there.
  mutating func add(_ name: some RandomAccessCollection<UInt8>, numbers rising: some Sequence<UInt32>) {
    numbers = ByteWriter(capacity: 64)
    var before: UInt32 = 0
    for number in rising {
      numbers.write(count: Int(number - before))
      before = number
    }
    if !block.bytes.isEmpty, block.bytes.count + name.count + numbers.bytes.count + 6 > NameBlocks.size {
      end()
    }
    var shared = 0
    if block.bytes.isEmpty {
      directory.write(count: name.count)
      for byte in name { directory.write(byte) }
    } else {
      for (one, other) in zip(last, name) {
        guard one == other else { break }
        shared += 1
      }
    }
    block.write(count: shared)
    block.write(count: name.count - shared)
    block.write(count: numbers.bytes.count)
    for byte in name.dropFirst(shared) { block.write(byte) }
    for byte in numbers.bytes { block.write(byte) }
    last = Array(name)
  }

  mutating func end() {
    guard !block.bytes.isEmpty else { return }
    blocks.append(block.bytes)
    block = ByteWriter(capacity: NameBlocks.size)
  }
}
