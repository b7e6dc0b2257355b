public import Geo
import Glibc

extension RunningScript {
  /// The path of a file that the script may read: in its own folder, or in one of `--allow-read`.
  ///
  /// - Errors: ``GeoError`` `notPermitted`, naming the flag.
  public func readablePath(_ path: String) throws(GeoError) -> String {
    let full = try fullPath(path)
    let found = RunningScript.resolve(full)
    // Only folders that the script may read reveal that a file is missing.
    let real = found ?? RunningScript.resolveFolder(full)
    let allowed = [options.folder] + options.readable
    let isAllowed = allowed.contains { folder in
      guard let root = RunningScript.resolve(folder) else { return false }
      return real == root || real.hasPrefix(root == "/" ? root : root + "/")
    }
    guard isAllowed else {
      let folder = real.split(separator: "/").dropLast().joined(separator: "/")
      throw GeoError(.notPermitted, "reading it needs --allow-read=/\(folder)", at: path)
    }
    guard let found else { throw GeoError(.noInput, "no such file", at: path) }
    guard RunningScript.ends(found) else {
      throw GeoError(.noInput, "is a pipe or a device (expected a regular file)", at: path)
    }
    return found
  }

  /// The path from the script's own folder on.
  ///
  /// - Errors: ``GeoError`` `noInput` for what the system could not open whole: it ends a path at a NUL, and allows so
  ///   many bytes.
  func fullPath(_ path: String) throws(GeoError) -> String {
    guard path.utf8.count < Int(PATH_MAX), path.utf8.firstIndex(of: 0) == nil else {
      throw GeoError(
        .noInput,
        "is not a path: it has \(path.utf8.contains(0) ? "a NUL" : "over \(PATH_MAX - 1) bytes") in it",
        at: String(path.prefix(40)))
    }
    return path.hasPrefix("/") ? path : "\(options.folder)/\(path)"
  }

  /// Whether reading it ends: a pipe without a writer would block every device.
  private static func ends(_ path: String) -> Bool {
    var information = stat()
    guard stat(path, &information) == 0 else { return true }
    return [S_IFREG, S_IFDIR].contains(information.st_mode & S_IFMT)
  }

  /// Where a missing file would be: its nearest existing folder, followed by a placeholder.
  private static func resolveFolder(_ path: String) -> String {
    var folder = path.split(separator: "/", omittingEmptySubsequences: false)[...]
    while folder.count > 1 {
      folder = folder.dropLast()
      if let real = resolve(folder.count == 1 && folder.first == "" ? "/" : folder.joined(separator: "/")) {
        return real == "/" ? "/-" : real + "/-"
      }
    }
    return "/-"
  }

  /// The path without links, `.` and `..`; nil if nothing exists there.
  static func resolve(_ path: String) -> String? {
    // The system ends a path at a NUL, so it would open another file than the one named.
    path.utf8.contains(0) ? nil : resolvedPath(path)
  }
}
