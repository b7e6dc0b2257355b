import Geo
import Glibc

/// Files that pictures are written to.
enum PictureFile {
  /// Checks, before anything is drawn, whether a file can be created there.
  ///
  /// - Parameter replaces: whether a file that is no picture of geoscript may be replaced.
  /// - Errors: ``GeoError`` `cannotCreate`; `usage` for a file that may not be replaced.
  static func check(_ path: String, folder: String, replaces: Bool = false) throws(GeoError) {
    let place = folder.isEmpty ? "." : folder
    var status = stat()
    guard stat(place, &status) == 0 else {
      guard errno != EACCES else { throw AtomicFile.failure(of: path, inFolder: place) }
      throw GeoError(.cannotCreate, "there is no such folder", at: place)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw GeoError(.cannotCreate, "is not a folder", at: place)
    }
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw GeoError(.cannotCreate, "is a folder", at: path) }
      guard access(path, W_OK) == 0 else { throw failure(path) }
      if status.st_mode & S_IFMT != S_IFREG { return }
      try checkContents(path, replaces: replaces)
    }
    guard access(place, W_OK | X_OK) == 0 else { throw AtomicFile.failure(of: path, inFolder: place) }
  }

  /// Writes a file atomically: readers see the old file or the new one, never a part.
  ///
  /// - Errors: ``GeoError`` `cannotCreate`, `usage` as ``check(_:folder:replaces:)``, or `inputOutput` for a full disk.
  static func write(_ bytes: [UInt8], to path: String, replaces: Bool = false) throws(GeoError) {
    var status = stat()
    // A pipe or a device cannot be replaced; a link is followed to its target.
    let bytes = PictureMark.add(to: bytes)
    guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else {
      try checkContents(path, replaces: replaces)
      return try AtomicFile.write(bytes, to: AtomicFile.target(of: path))
    }
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(path) }
    try AtomicFile.fill(file, with: bytes, path)
  }

  /// A picture of geoscript is there to be drawn again; others are not.
  private static func checkContents(_ path: String, replaces: Bool) throws(GeoError) {
    try ReplacedFile.check(path, is: "a picture of geoscript", replaces: replaces) { head in
      PictureMark.isIn(head, ReplacedFile.tail(of: path))
    }
  }

  private static func failure(_ path: String) -> GeoError { AtomicFile.failure(.cannotCreate, path) }
}
