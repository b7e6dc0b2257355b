import Geo
import Glibc

/// Memory-mapped files.
enum MappedFile {
  /// Returns the bytes of a file, mapped until the program ends: a map is opened once, and pictures read only
  /// what they touch.
  ///
  /// - Errors: ``GeoError`` if the file cannot be read.
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
