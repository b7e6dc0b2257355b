package import Geo
import Glibc

/// Folders for what lasts as long as the process.
package enum TemporaryFolder {
  /// Makes a new one in `$TMPDIR`, for this user alone.
  ///
  /// - Errors: ``GeoError`` `cannotCreate`.
  package static func make() throws(GeoError) -> String {
    var template = Array(
      "\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/geoscript-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw GeoError(.cannotCreate, String(cString: strerror(errno)), at: "$TMPDIR")
    }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes one with all that is in it, as far as possible.
  package static func remove(_ folder: String) {
    if let directory = opendir(folder) {
      while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != ".", name != "..", Glibc.remove("\(folder)/\(name)") != 0 { remove("\(folder)/\(name)") }
      }
      closedir(directory)
    }
    rmdir(folder)
  }
}
