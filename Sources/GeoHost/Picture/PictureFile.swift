import Geo
import Glibc

/// Files that pictures are written to.
enum PictureFile {
  /// Finds out before anything is drawn whether a file can be made there.
  ///
  /// - Errors: ``GeoError`` `cannotCreate`.
  static func check(_ path: String, folder: String) throws(GeoError) {
    let place = folder.isEmpty ? "." : folder
    var status = stat()
    guard stat(place, &status) == 0 else {
      throw GeoError(.cannotCreate, "there is no such folder", at: place)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw GeoError(.cannotCreate, "is no folder", at: place) }
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw GeoError(.cannotCreate, "is a folder", at: path) }
      guard access(path, W_OK) == 0 else { throw failure(path) }
      if status.st_mode & S_IFMT != S_IFREG { return }
    }
    guard access(place, W_OK | X_OK) == 0 else { throw failure(place) }
  }

  /// Writes a whole file; who looks meanwhile sees the old one or the new one, never a part.
  ///
  /// - Errors: ``GeoError`` `cannotCreate`, or `inputOutput` for a full disk.
  static func write(_ bytes: [UInt8], to path: String) throws(GeoError) {
    var status = stat()
    // A pipe or a device cannot be replaced; a link is followed to the file that it stands for.
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      return try fill(path, path, with: bytes)
    }
    let place = realPath(path)
    let part = place + ".part"
    // What is left of a run that was ended, or a link or a pipe that somebody put there.
    unlink(part)
    do throws(GeoError) {
      try fill(part, path, with: bytes, O_EXCL)
    } catch {
      unlink(part)
      throw error
    }
    guard rename(part, place) == 0 else {
      let failure = failure(path)
      unlink(part)
      throw failure
    }
  }

  private static func fill(_ file: String, _ path: String, with bytes: [UInt8], _ flags: Int32 = 0)
    throws(GeoError)
  {
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | flags, 0o644)
    guard descriptor >= 0 else { throw failure(path) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let failure = GeoError(.inputOutput, String(cString: strerror(errno)), at: path)
        close(descriptor)
        throw failure
      }
      written += count
    }
    guard close(descriptor) == 0 else { throw failure(path) }
  }

  private static func realPath(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private static func failure(_ path: String) -> GeoError {
    GeoError(.cannotCreate, String(cString: strerror(errno)), at: path)
  }
}
