import Geo
import GeoLua

/// A file that a word of an option names.
enum OptionFile {
  /// Returns its text.
  ///
  /// - Parameter word: the word with the form of its value, such as `template=@FILE`.
  /// - Errors: ``GeoError`` `noInput` for a file that cannot be read.
  static func read(_ path: String, for word: String) throws(GeoError) -> String {
    do throws(GeoError) { return try TextFile.read(path) } catch {
      let near = error.code == .noInput ? MissingFile.suggestion(for: path, endings: []) : nil
      let advice = near.map { "; did you mean \($0)?" } ?? ""
      throw GeoError(
        error.code, "\(error.message): \(word) needs a file that you can read\(advice)", at: path)
    }
  }
}
