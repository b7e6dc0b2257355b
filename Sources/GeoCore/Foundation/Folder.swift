import Glibc

/// A folder of the user's.
public enum Folder {
  /// Makes a folder and those above it, for the user alone.
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
