package import Geo
import Glibc

/// A file written from its beginning, packed if its name ends with `.gz`; `-` is standard output.
///
/// What is written stands in a draft beside it until ``finish()`` gives that the name: a conversion that fails leaves
/// no file, and the one that it was to replace as it was. The draft is open only during writes, so that there may be
/// thousands.
package final class TextFile {
  package let path: String
  private let packer: GzipPacker?
  /// Where the bytes go until the end; nil for what is written directly, such as standard output and pipes.
  private var draft: String?
  private var hasBegun = false

  /// - Parameters:
  ///   - beginsNow: whether it is made before anything is written.
  ///   - replaces: whether a file with contents may be replaced.
  /// - Errors: ``GeoError`` `usage` for a file that has contents and may not be replaced, `cannotCreate`.
  package init(_ path: String, beginsNow: Bool, replaces: Bool) throws(GeoError) {
    self.path = path
    var information = stat()
    let isThere = path != "-" && stat(path, &information) == 0
    let isPlain = information.st_mode & S_IFMT == S_IFREG
    if !replaces, isThere, isPlain, information.st_size > 0 {
      throw GeoError(
        .usage, "exists (convert writes the last file that you name; -f replaces it)", at: path)
    }
    packer = path.lowercased().hasSuffix(".gz") ? GzipPacker() : nil
    if path != "-", !isThere || isPlain {
      let made = try AtomicFile.draft(of: AtomicFile.target(of: path))
      if isThere { fchmod(made.file, information.st_mode & 0o777) }
      close(made.file)
      draft = made.path
    }
    if beginsNow, path != "-" { try write([]) }
  }

  deinit {
    if let draft { unlink(draft) }
  }

  package func write(_ bytes: [UInt8]) throws(GeoError) {
    guard let packer, !bytes.isEmpty else { return try append(bytes) }
    let packed = bytes.withUnsafeBytes { packer.pack($0) }
    packer.commit()
    try append(packed)
  }

  package func finish() throws(GeoError) {
    if let packer { try append(packer.trailer) }
    guard let draft else { return }
    guard rename(draft, AtomicFile.target(of: path)) == 0 else {
      throw AtomicFile.failure(.inputOutput, path)
    }
    self.draft = nil
  }

  private func append(_ bytes: [UInt8]) throws(GeoError) {
    let descriptor =
      path == "-"
      ? STDOUT_FILENO
      : open(draft ?? path, O_WRONLY | O_CREAT | O_CLOEXEC | (hasBegun ? O_APPEND : O_TRUNC), 0o644)
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
