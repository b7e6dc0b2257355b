public import Geo
import Glibc

/// Reads text files for scripts.
public enum TextFile {
  /// The largest text file: 16 MiB, more than anybody writes. Devices such as `/dev/zero` never end.
  static let limit = 1 << 24

  /// Returns the text of a file without its byte-order mark.
  ///
  /// - Errors: ``GeoError`` `noInput` when the file cannot be opened or read, or is longer than the limit.
  public static func read(_ path: String) throws(GeoError) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw GeoError(.noInput, String(cString: strerror(errno)), at: path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count == 0 { break }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw GeoError(.noInput, String(cString: strerror(errno)), at: path)
      }
      bytes += buffer[..<count]
      guard bytes.count <= limit else {
        throw GeoError(.noInput, "is longer than \(limit >> 20) MiB", at: path)
      }
    }
    return String(decoding: bytes.beginsWithMark ? bytes[3...] : bytes[...], as: UTF8.self)
  }
}
