import Glibc

/// The folders for geoscript's files of one user.
///
/// - Source: XDG Base Directory Specification; a variable that is not an absolute path counts as not set.
package enum BaseDirectory {
  /// For files that can be recreated; nil where the user has no home.
  package static var cache: String? { folder("XDG_CACHE_HOME", or: "/.cache") }
  /// For files that the user has installed.
  package static var data: String? { folder("XDG_DATA_HOME", or: "/.local/share") }

  /// For what outlives a start and is no setting, such as histories; nil where the user has no home.
  package static var state: String? { folder("XDG_STATE_HOME", or: "/.local/state") }

  /// For files that packages have installed for all users, the first before the others.
  package static var systemData: [String] {
    let named = variable("XDG_DATA_DIRS").flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
    return named.split(separator: ":").filter { $0.hasPrefix("/") }.map { $0 + "/geoscript" }
  }

  private static func folder(_ name: String, or usual: String) -> String? {
    (absolute(name) ?? absolute("HOME").map { $0 + usual }).map { $0 + "/geoscript" }
  }

  private static func absolute(_ name: String) -> String? {
    variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// An environment variable; nil if it is not set.
  package static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
