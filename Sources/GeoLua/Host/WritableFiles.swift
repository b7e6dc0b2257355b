import Geo

extension RunningScript {
  /// The path of a file that the script may write: in or below a folder of `--allow-write`.
  ///
  /// - Errors: ``GeoError`` `notPermitted`, naming the flag; `cannotCreate` if the folder does not exist.
  func writablePath(_ path: String) throws(GeoError) -> String {
    let full = try fullPath(path)
    let parts = full.split(separator: "/")
    guard let name = parts.last, name != ".", name != "..", !full.hasSuffix("/") else {
      throw GeoError(.cannotCreate, "is not a file name", at: path)
    }
    let parent = full.dropLast(name.utf8.count)
    guard let folder = RunningScript.resolve(parent.isEmpty ? "." : String(parent)) else {
      // Only a script that may write somewhere learns that a folder is missing.
      throw options.writable.isEmpty
        ? GeoError(.notPermitted, "writing it needs --allow-write=DIR", at: path)
        : GeoError(.cannotCreate, "no such folder", at: path)
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
