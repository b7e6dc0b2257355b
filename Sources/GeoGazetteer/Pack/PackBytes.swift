import CMachine
import Geo
import Glibc

/// The bytes of a pack, and their owner.
///
/// The bytes never change: a new pack file is written under another name and renamed, so a mapped file keeps
/// its bytes when it is replaced. Code that holds a pointer into them must hold this object.
final class PackBytes {
  let bytes: UnsafeRawBufferPointer
  private let owner: Owner

  private enum Owner {
    case mapping
    case memory(UnsafeMutableRawBufferPointer)
    /// The bytes are part of the program.
    case program
  }

  /// Maps a file; nil if it cannot be mapped.
  init?(path: String) {
    // Opening a pipe would block until a writer opens it.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var information = stat()
    guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG, information.st_size > 0
    else { return nil }
    let length = Int(information.st_size)
    // Prefault: opening a small pack reads all of it, and faulting page by page costs more.
    let flags = MAP_PRIVATE | (length <= PackHeader.checkedLength ? MAP_POPULATE : 0)
    guard let start = mmap(nil, length, PROT_READ, flags, file, 0), start != MAP_FAILED else { return nil }
    bytes = UnsafeRawBufferPointer(start: start, count: length)
    owner = .mapping
  }

  /// Keeps a copy.
  init(_ copied: [UInt8]) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: copied.count, alignment: 64)
    memory.copyBytes(from: copied)
    bytes = UnsafeRawBufferPointer(memory)
    owner = .memory(memory)
  }

  /// - Parameter program: bytes that stay valid as long as the program runs.
  init(program: UnsafeRawBufferPointer) {
    bytes = program
    owner = .program
  }

  deinit {
    switch owner {
    case .mapping:
      if let start = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: start), bytes.count) }
    case .memory(let memory): memory.deallocate()
    case .program: break
    }
  }
}

/// An array of values of one size within a pack.
///
/// The bytes belong to a ``PackBytes`` that outlives it.
struct PackList<Element: BitwiseCopyable> {
  let start: UnsafeRawPointer
  let count: Int

  init(_ bytes: UnsafeRawBufferPointer) {
    count = bytes.baseAddress == nil ? 0 : bytes.count / MemoryLayout<Element>.stride
    // Never read when the array is empty.
    start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 64).unsafelyUnwrapped
  }

  /// A damaged pack may give any index: beyond the end the result is nil.
  @inline(__always)
  subscript(index: Int) -> Element? {
    guard UInt(bitPattern: index) < UInt(bitPattern: count) else { return nil }
    return start.loadUnaligned(fromByteOffset: index &* MemoryLayout<Element>.stride, as: Element.self)
  }

  /// Prefetches an element; any index is allowed.
  @inline(__always)
  func willRead(_ index: Int) {
    machineWillRead(
      UnsafeRawPointer(
        bitPattern: UInt(bitPattern: start) &+ UInt(bitPattern: index &* MemoryLayout<Element>.stride)))
  }
}
