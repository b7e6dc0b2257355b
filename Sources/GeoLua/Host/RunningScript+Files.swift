public import Geo
import Glibc

extension RunningScript {
  /// The path of a file that the script may read: under its own folder, or where `--allow-read` says.
  ///
  /// - Errors: ``GeoError`` `notPermitted`, naming the flag.
  public func readablePath(_ path: String) throws(GeoError) -> String {
    let full = path.hasPrefix("/") ? path : "\(options.folder)/\(path)"
    let found = RunningScript.resolve(full)
    // What is not there is told only of folders that the script may read.
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
      throw GeoError(.noInput, "is a pipe or a device (expected a file)", at: path)
    }
    return found
  }

  /// Whether reading it comes to an end: a pipe without a writer would hold up every device.
  private static func ends(_ path: String) -> Bool {
    var information = stat()
    guard stat(path, &information) == 0 else { return true }
    return [S_IFREG, S_IFDIR].contains(information.st_mode & S_IFMT)
  }

  /// Where a file that is not there would be: its nearest folder that is, with the rest behind it.
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

  /// The path without links, `.` and `..`; nil when there is nothing there.
  static func resolve(_ path: String) -> String? {
    // For the system a path ends at a NUL, so that another file would be opened than is named.
    guard !path.utf8.contains(0), let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
