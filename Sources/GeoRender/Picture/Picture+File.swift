public import Geo
internal import Glibc

extension Picture {
  /// Ends the picture and puts it where `path` says, whole or not at all: what was there before stays until then.
  ///
  /// - Errors: ``GeoError`` when the file cannot be made or written.
  public func write(to path: String) throws(GeoError) {
    try Picture.write(bytes(), to: path)
  }

  /// Replaces a file by another one of these bytes, or leaves it as it was.
  public static func write(_ bytes: [UInt8], to path: String) throws(GeoError) {
    // Beside it, so that it need not be copied.
    var name = Array((path + ".XXXXXX").utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { throw failure(.cannotCreate, path) }
    var isWritten = false
    defer {
      if !isWritten { unlink(name) }
    }
    let mask = umask(0)
    umask(mask)
    fchmod(file, 0o666 & ~mask)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        let error = failure(.inputOutput, path)
        close(file)
        throw error
      }
      rest = rest.dropFirst(count)
    }
    guard close(file) == 0, rename(name, path) == 0 else { throw failure(.inputOutput, path) }
    isWritten = true
  }

  private static func failure(_ code: GeoError.Code, _ path: String) -> GeoError {
    GeoError(code, "\(path) cannot be written: \(String(cString: strerror(errno)))")
  }
}
