public import Geo
import GeoDelivery
import GeoLua

/// The text of a script, shared by all workers.
public struct ScriptFile: Sendable {
  public let path: String
  /// Its name in messages: the file's name.
  public let name: String
  /// Its folder, for `require` and relative paths.
  public let folder: String
  public let source: String

  /// A text that came another way, such as by standard input.
  public init(source: String, called name: String) {
    (path, self.name, folder, self.source) = (name, name, ".", source)
  }

  /// - Errors: ``GeoError`` `noInput` if there is no such file.
  public init(path: String) throws(GeoError) {
    self.path = path
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    name = parts.last.map(String.init) ?? path
    folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") : "."
    try MissingFile.check(path, "script", endings: [".lua"])
    do {
      source = try TextFile.read(path)
    } catch {
      throw GeoError(.noInput, "cannot be read as a script: \(error.message)", at: path)
    }
  }
}
