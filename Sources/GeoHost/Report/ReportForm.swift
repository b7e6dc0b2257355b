public import Geo
import Glibc

/// The forms that a report is written in.
public enum ReportForm: Sendable {
  case csv, json, html

  /// The form that the end of a name tells; CSV for standard output, `-`.
  ///
  /// - Errors: ``GeoError`` (`usage`) for another name.
  public init(path: String) throws(GeoError) {
    let name = path.lowercased()
    if path == "-" || name.hasSuffix(".csv") {
      self = .csv
    } else if name.hasSuffix(".json") {
      self = .json
    } else if name.hasSuffix(".html") || name.hasSuffix(".htm") {
      self = .html
    } else {
      throw GeoError(
        .usage, "the name does not show its format: let it end with .csv, .json or .html", at: path)
    }
  }

  /// Checks that a file which exists may be replaced.
  ///
  /// - Errors: ``GeoError`` `usage`, see HO-44.
  public static func check(_ path: String, replaces: Bool, inputs: [String]) throws(GeoError) {
    if path != "-", inputs.contains(where: { areSameFile($0, path) }) {
      throw GeoError(.usage, "cannot be read and written at the same time: name another file", at: path)
    }
    guard !replaces, path != "-", access(path, F_OK) == 0 else { return }
    throw GeoError(.usage, "exists (-f replaces it)", at: path)
  }

  /// Writes a table to a file, which is replaced in one step, or to standard output.
  ///
  /// - Errors: ``GeoError`` `cannotCreate`, `inputOutput`.
  public func write(_ table: ReportTable, to path: String) throws(GeoError) {
    let text =
      switch self {
      case .csv: table.csv
      case .json: table.json
      case .html: table.html
      }
    if path != "-" { return try AtomicFile.write(Array(text.utf8), to: path) }
    guard Array(TerminalText.printed(text).utf8).withUnsafeBytes({ writeAll(STDOUT_FILENO, $0) }) else {
      throw AtomicFile.failure(.inputOutput, "standard output")
    }
  }
}
