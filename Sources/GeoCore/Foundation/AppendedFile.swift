import Glibc

/// Files that grow at their end.
package enum AppendedFile {
  /// Adds these bytes to a file, or makes it. Bytes of several threads and processes do not mix.
  ///
  /// A link is not followed.
  ///
  /// - Errors: ``GeoError`` `cannotCreate` if the file cannot be made or is not a regular one, `inputOutput` if it
  ///   cannot be written.
  package static func append(_ bytes: [UInt8], to path: String) throws(GeoError) {
    // Without waiting: a pipe without a reader would block every device.
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o666)
    var status = stat()
    guard file >= 0 else {
      guard errno == ELOOP || errno == ENXIO else { throw AtomicFile.failure(.cannotCreate, path) }
      throw GeoError(.cannotCreate, "is a link or a pipe (expected a regular file)", at: path)
    }
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw GeoError(.cannotCreate, "is a pipe or a device (expected a regular file)", at: path)
    }
    try AtomicFile.fill(file, with: bytes, path)
  }
}
