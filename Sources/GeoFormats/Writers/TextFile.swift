package import Geo
import Glibc

/// A file written from its beginning, packed if its name ends with `.gz`; `-` is standard output.
///
/// It is open only during writes, so that there may be thousands.
package final class TextFile {
  package let path: String
  private let packer: GzipPacker?
  private var hasBegun = false

  /// - Parameter beginsNow: whether to create the file, or to empty an existing one, before anything is
  ///   written.
  package init(_ path: String, beginsNow: Bool) throws(GeoError) {
    self.path = path
    packer = path.lowercased().hasSuffix(".gz") ? GzipPacker() : nil
    if beginsNow, path != "-" { try write([]) }
  }

  package func write(_ bytes: [UInt8]) throws(GeoError) {
    guard let packer, !bytes.isEmpty else { return try append(bytes) }
    let packed = bytes.withUnsafeBytes { packer.pack($0) }
    packer.commit()
    try append(packed)
  }

  package func finish() throws(GeoError) {
    if let packer { try append(packer.trailer) }
  }

  private func append(_ bytes: [UInt8]) throws(GeoError) {
    let descriptor =
      path == "-"
      ? STDOUT_FILENO
      : open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (hasBegun ? O_APPEND : O_TRUNC), 0o644)
    guard descriptor >= 0 else {
      throw GeoError(.cannotCreate, String(cString: strerror(errno)), at: path)
    }
    defer { if descriptor != STDOUT_FILENO { close(descriptor) } }
    hasBegun = true
    guard bytes.withUnsafeBytes({ writeAll(descriptor, $0) }) else {
      throw GeoError(
        .inputOutput, String(cString: strerror(errno)), at: path == "-" ? "standard output" : path)
    }
  }
}
