import Geo
import Glibc

/// Files that are read as memory.
enum MappedFile {
  /// Returns the bytes of a file, which stay until the program ends: a map is opened once, and what a picture does not
  /// touch is not read.
  ///
  /// - Errors: ``GeoError`` for a file that cannot be read.
  static func bytes(of path: String) throws(GeoError) -> UnsafeRawBufferPointer {
    func failure() -> GeoError { GeoError(.data, "\(path): \(String(cString: strerror(errno)))") }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure() }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure() }
    guard status.st_size > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    guard let start = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, file, 0), start != MAP_FAILED
    else { throw failure() }
    return UnsafeRawBufferPointer(start: start, count: Int(status.st_size))
  }
}
