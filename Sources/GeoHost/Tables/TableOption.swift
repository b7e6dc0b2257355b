public import Geo

/// A table that a run writes: the word after `--table`.
public struct TableOption: Sendable, Hashable {
  /// The name that scripts give to `geoscript.row`.
  public let name: String
  public let path: String
  let form: Form

  enum Form: Sendable, Hashable { case csv, ndjson }

  /// - Shape: `trips=report.csv` or `trips=report.ndjson`.
  /// - Errors: ``GeoError`` `usage`.
  public init(_ text: String) throws(GeoError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw GeoError(.usage, "--table takes a name and a file, such as trips=report.csv, got '\(text)'")
    }
    (name, path) = (parts[0], parts[1])
    switch path.lowercased() {
    case let file where file.hasSuffix(".csv"): form = .csv
    case let file where file.hasSuffix(".ndjson"): form = .ndjson
    default: throw GeoError(.usage, "a table's file must end in .csv or .ndjson", at: path)
    }
  }
}
