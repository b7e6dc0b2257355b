import Glibc

/// Where a user's own files of this program lie.
///
/// - Source: XDG Base Directory Specification; a variable that is no absolute path counts as not set.
enum BaseDirectory {
  /// What can be made again; nil where the user has no home.
  static var cache: String? { folder("XDG_CACHE_HOME", or: "/.cache") }
  /// What the user has installed.
  static var data: String? { folder("XDG_DATA_HOME", or: "/.local/share") }

  private static func folder(_ name: String, or usual: String) -> String? {
    (absolute(name) ?? absolute("HOME").map { $0 + usual }).map { $0 + "/geoscript" }
  }

  private static func absolute(_ name: String) -> String? {
    variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// A variable of the environment; nil where it is not set.
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
