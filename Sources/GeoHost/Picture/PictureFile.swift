import Geo
import Glibc

/// Files that pictures are written to.
enum PictureFile {
  /// Checks, before anything is drawn, whether a file can be created there.
  ///
  /// - Errors: ``GeoError`` `cannotCreate`.
  static func check(_ path: String, folder: String) throws(GeoError) {
    let place = folder.isEmpty ? "." : folder
    var status = stat()
    guard stat(place, &status) == 0 else {
      throw GeoError(.cannotCreate, "there is no such folder", at: place)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw GeoError(.cannotCreate, "is not a folder", at: place)
    }
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw GeoError(.cannotCreate, "is a folder", at: path) }
      guard access(path, W_OK) == 0 else { throw failure(path) }
      if status.st_mode & S_IFMT != S_IFREG { return }
    }
    guard access(place, W_OK | X_OK) == 0 else { throw failure(place) }
  }

  /// Writes a file atomically: readers see the old file or the new one, never a part.
  ///
  /// - Errors: ``GeoError`` `cannotCreate`, or `inputOutput` for a full disk.
  static func write(_ bytes: [UInt8], to path: String) throws(GeoError) {
    var status = stat()
    // A pipe or a device cannot be replaced; a link is followed to its target.
    guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else {
      return try AtomicFile.write(bytes, to: realPath(path))
    }
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(path) }
    try AtomicFile.fill(file, with: bytes, path)
  }

  private static func realPath(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private static func failure(_ path: String) -> GeoError { AtomicFile.failure(.cannotCreate, path) }
}
