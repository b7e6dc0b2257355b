import SQLite

/// Sorted names, each with the numbers of its bearers, in blocks that fit a database page.
///
/// - Shape: for each name the length it shares with the one before, the length of the rest, the length of its
///   numbers, then those bytes. Numbers are ascending and stored as differences. All are LEB128. The first
///   name of a block is stored whole.
struct NameBlocks {
  private(set) var blocks: [[UInt8]] = []
  /// The first name of each block, with its length before it.
  private(set) var directory = ByteWriter(capacity: 1 << 16)
  private var block = ByteWriter(capacity: NameBlocks.size)
  private var numbers = ByteWriter(capacity: 64)
  private var last: [UInt8] = []

  /// What fits one page of 4,096 bytes.
  static let size = 3900

  /// Appends a name.
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
