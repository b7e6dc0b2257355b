import Geo
import Glibc

extension RunningScript {
  /// The path of a file that the script may write: in a folder that `--allow-write` names, or below it.
  ///
  /// - Errors: ``GeoError`` `notPermitted`, naming the flag; `cannotCreate` where the folder is not there.
  func writablePath(_ path: String) throws(GeoError) -> String {
    let full = path.hasPrefix("/") ? path : "\(options.folder)/\(path)"
    let parts = full.split(separator: "/")
    guard let name = parts.last, name != ".", name != "..", !full.hasSuffix("/") else {
      throw GeoError(.cannotCreate, "is not the name of a file", at: path)
    }
    let parent = full.dropLast(name.utf8.count)
    guard let folder = RunningScript.resolve(parent.isEmpty ? "." : String(parent)) else {
      // What is not there is told only to a script that may write somewhere.
      throw options.writable.isEmpty
        ? GeoError(.notPermitted, "writing it needs --allow-write=DIR", at: path)
        : GeoError(.cannotCreate, "there is no such folder", at: path)
    }
    let isAllowed = options.writable.contains { allowed in
      guard let root = RunningScript.resolve(allowed) else { return false }
      return folder == root || folder.hasPrefix(root == "/" ? root : root + "/")
    }
    guard isAllowed else {
      throw GeoError(.notPermitted, "writing it needs --allow-write=\(folder)", at: path)
    }
    return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }
}

extension TextFile {
  /// Writes a whole text in place of what is there; a reader sees the old text or the new one, never a part.
  ///
  /// - Errors: ``GeoError`` `cannotCreate` or `inputOutput`.
  static func write(_ text: String, to path: String) throws(GeoError) {
    try write(Array(text.utf8), to: path)
  }

  /// Writes a whole file in place of what is there, in the same way.
  static func write(_ bytes: [UInt8], to path: String) throws(GeoError) {
    // Beside the file, so that it can take its place; another thread may be writing the same.
    var draft = ""
    var descriptor: Int32 = -1
    for attempt in 0..<100 where descriptor < 0 {
      draft = "\(path).\(getpid())-\(attempt)"
      descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor < 0, errno != EEXIST { break }
    }
    guard descriptor >= 0 else { throw GeoError(.cannotCreate, String(cString: strerror(errno)), at: path) }
    var isWritten = writeAll(bytes, descriptor)
    var fault = errno
    if close(descriptor) != 0, isWritten { (isWritten, fault) = (false, errno) }
    if isWritten, rename(draft, path) != 0 { (isWritten, fault) = (false, errno) }
    guard isWritten else {
      unlink(draft)
      throw GeoError(.inputOutput, String(cString: strerror(fault)), at: path)
    }
  }

  private static func writeAll(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno != EINTR { return false }
        start += max(0, count)
      }
      return true
    }
  }
}
