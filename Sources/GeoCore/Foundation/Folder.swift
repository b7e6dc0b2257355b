import Glibc

/// Folders that are made where they are missing.
public enum Folder {
  /// Creates a folder and its parents, accessible to the user only unless `mode` says otherwise.
  ///
  /// - Errors: ``GeoError`` `cannotCreate`.
  public static func make(_ folder: String, mode: UInt32 = 0o700) throws(GeoError) {
    var path = ""
    for part in folder.split(separator: "/", omittingEmptySubsequences: false) {
      path += (path.isEmpty && part.isEmpty ? "" : path.hasSuffix("/") || path.isEmpty ? "" : "/") + part
      if part.isEmpty {
        path = path.isEmpty ? "/" : path
        continue
      }
      guard mkdir(path, mode) == 0 || errno == EEXIST else {
        throw GeoError(.cannotCreate, String(cString: strerror(errno)), at: path)
      }
    }
  }
}
