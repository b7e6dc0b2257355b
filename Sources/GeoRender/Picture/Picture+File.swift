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
    let draft = "\(path).\(getpid())-\(bytes.count).part"
    var file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if file < 0, errno == EEXIST, unlink(draft) == 0 {
      // Of a run that was ended before it could.
      file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    }
    guard file >= 0 else { throw failure(.cannotCreate, path) }
    var rest = bytes[...]
    var fault: Int32 = 0
    while !rest.isEmpty, fault == 0 {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { fault = errno }
    }
    if close(file) != 0, fault == 0 { fault = errno }
    if fault == 0, rename(draft, path) != 0 { fault = errno }
    guard fault != 0 else { return }
    unlink(draft)
    throw failure(.inputOutput, path, fault)
  }

  private static func failure(_ code: GeoError.Code, _ path: String, _ number: Int32 = errno) -> GeoError {
    GeoError(code, "\(path) cannot be written: \(String(cString: strerror(number)))")
  }
}
