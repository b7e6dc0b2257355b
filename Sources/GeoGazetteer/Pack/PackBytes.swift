import CMachine
import Geo
import Glibc

/// The bytes of a pack, and what keeps them where they are.
///
/// Nobody writes them after this was made: a pack's file is made under another name and renamed, so that a mapped one
/// keeps its bytes even when it is replaced. Whoever holds a pointer into them holds this object too.
final class PackBytes {
  let bytes: UnsafeRawBufferPointer
  private let owner: Owner

  private enum Owner {
    case mapping
    case memory(UnsafeMutableRawBufferPointer)
    /// They are part of the program.
    case program
  }

  /// Maps a file; nil where there is none that can be mapped.
  init?(path: String) {
    // A pipe would be waited for until somebody writes into it.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var information = stat()
    guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG, information.st_size > 0
    else { return nil }
    let length = Int(information.st_size)
    // Read at once: who opens a small pack looks at all of it, and a page at a time costs more.
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

  /// - Parameter program: bytes that stay as long as the program runs.
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

/// Values of one size in a row within a pack; beyond its end there are none.
///
/// The bytes belong to a ``PackBytes`` that outlives it.
struct PackList<Element: BitwiseCopyable> {
  let start: UnsafeRawPointer
  let count: Int

  init(_ bytes: UnsafeRawBufferPointer) {
    count = bytes.baseAddress == nil ? 0 : bytes.count / MemoryLayout<Element>.stride
    // Never read where there is nothing.
    start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 64).unsafelyUnwrapped
  }

  /// A damaged pack may ask for anything: beyond the end there is nil.
  @inline(__always)
  subscript(index: Int) -> Element? {
    guard UInt(bitPattern: index) < UInt(bitPattern: count) else { return nil }
    return start.loadUnaligned(fromByteOffset: index &* MemoryLayout<Element>.stride, as: Element.self)
  }

  /// Says that an element will soon be asked for; it may be any number.
  @inline(__always)
  func willRead(_ index: Int) {
    machineWillRead(
      UnsafeRawPointer(
        bitPattern: UInt(bitPattern: start) &+ UInt(bitPattern: index &* MemoryLayout<Element>.stride)))
  }
}
