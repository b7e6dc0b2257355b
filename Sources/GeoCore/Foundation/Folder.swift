import Glibc

/// A folder that belongs to the user.
public enum Folder {
  /// Creates a folder and its parents, accessible to the user only.
  ///
  /// - Errors: ``GeoError`` `cannotCreate`.
  public static func make(_ folder: String) throws(GeoError) {
    var path = ""
    for part in folder.split(separator: "/", omittingEmptySubsequences: false) {
      path += (path.isEmpty && part.isEmpty ? "" : path.hasSuffix("/") || path.isEmpty ? "" : "/") + part
      if part.isEmpty {
        path = path.isEmpty ? "/" : path
        continue
      }
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
        throw GeoError(.cannotCreate, String(cString: strerror(errno)), at: path)
      }
    }
  }
}
