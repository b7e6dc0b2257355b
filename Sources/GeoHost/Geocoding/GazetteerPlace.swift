public import Geo
import GeoDelivery
public import GeoGazetteer
import SQLite

/// A gazetteer to show, and why it was chosen.
public struct GazetteerPlace {
  public let gazetteer: Gazetteer
  /// Nil for the built-in set.
  public let path: String?
  /// Why it was chosen: by name, by `$GEOSCRIPT_GAZETTEER`, as the user's own, as the installed one, or because there is no other.
  public let reason: String

  /// - Parameter named: the file; nil for the one that answers questions.
  /// - Errors: ``GeoError`` for a file that is missing, damaged, newer than this program, or not a gazetteer.
  public init(_ named: String?) throws(GeoError) {
    if let named {
      try MissingFile.check(named, "gazetteer", endings: [".sqlite"])
      (path, reason) = (named, "named")
    } else if let standard = GazetteerCache.standardPath {
      let isNamed = BaseDirectory.variable("GEOSCRIPT_GAZETTEER") != nil
      path = standard
      reason = isNamed ? "variable" : standard == GazetteerCache.usualPath ? "own" : "installed"
    } else {
      (path, reason) = (nil, "built-in")
    }
    gazetteer = if let path { try Gazetteer(path: path) } else { try Gazetteer.builtIn() }
  }

  /// The path of a gazetteer that the user builds without naming it; creates its folder.
  ///
  /// - Errors: ``GeoError`` if the user has no home directory.
  public static func ownPath() throws(GeoError) -> String {
    if let chosen = BaseDirectory.variable("GEOSCRIPT_GAZETTEER"), !chosen.isEmpty { return chosen }
    guard let path = GazetteerCache.usualPath, let folder = BaseDirectory.data else {
      throw GeoError(.usage, "there is no home directory to keep a gazetteer in: name a file")
    }
    try Folder.make(folder)
    return path
  }
}
