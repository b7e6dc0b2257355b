public import Geo
import SQLite

/// A state in memory, which others keep as an image and the changes since then.
extension StateStore {
  /// The whole state.
  public func image() throws(GeoError) -> [UInt8] {
    try withDatabase { (database) throws(GeoError) -> [UInt8] in try database.image() }
  }

  /// Whether anything has changed since the last commit, also by sinks that have sent something.
  public var hasChanges: Bool {
    let found = try? withContents { (contents: inout Contents) throws(GeoError) -> Bool in
      contents.changes?.isEmpty == false
    }
    return found ?? true
  }

  /// Whether an image has the tables of this version, so that changes fit onto it.
  ///
  /// - Source: the header of SQLite's file format, user version.
  public static func isCurrent(_ image: [UInt8]) -> Bool {
    guard image.count >= 64 else { return false }
    return image[60..<64].reduce(0) { $0 << 8 | Int64($1) } == StateSchema.version
  }
}
