import Geo
import Glibc

/// Files that pictures are written to.
enum PictureFile {
  /// Checks, before anything is drawn, whether a file can be created there.
  ///
  /// - Parameter replaces: whether a file that is not a picture may be replaced.
  /// - Errors: ``GeoError`` `cannotCreate`; `usage` for a file that may not be replaced.
  static func check(_ path: String, folder: String, replaces: Bool = false) throws(GeoError) {
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
      try checkContents(path, replaces: replaces)
    }
    guard access(place, W_OK | X_OK) == 0 else { throw failure(place) }
  }

  /// Writes a file atomically: readers see the old file or the new one, never a part.
  ///
  /// - Errors: ``GeoError`` `cannotCreate`, `usage` as ``check(_:folder:replaces:)``, or `inputOutput` for a full disk.
  static func write(_ bytes: [UInt8], to path: String, replaces: Bool = false) throws(GeoError) {
    var status = stat()
    // A pipe or a device cannot be replaced; a link is followed to its target.
    guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else {
      try checkContents(path, replaces: replaces)
      return try AtomicFile.write(bytes, to: AtomicFile.target(of: path))
    }
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(path) }
    try AtomicFile.fill(file, with: bytes, path)
  }

  /// A picture is there to be drawn again; anything else under that name was probably not meant (HO-44).
  private static func checkContents(_ path: String, replaces: Bool) throws(GeoError) {
    guard !replaces, let head = head(of: path), !head.isEmpty else { return }
    let text = String(decoding: head, as: UTF8.self)
    let isPicture =
      head.starts(with: [0x89, 0x50, 0x4E, 0x47]) || text.hasPrefix("%PDF")
      || ((text.hasPrefix("<?xml") || text.hasPrefix("<svg")) && text.contains("<svg"))
    guard !isPicture else { return }
    throw GeoError(.usage, "exists and is not a picture (-f replaces it)", at: path)
  }

  /// The first bytes of a file; nil if it cannot be read.
  private static func head(of path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = read(file, &bytes, bytes.count)
    return count < 0 ? nil : Array(bytes.prefix(count))
  }

  private static func failure(_ path: String) -> GeoError { AtomicFile.failure(.cannotCreate, path) }
}
