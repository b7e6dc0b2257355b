package import Geo
import GeoDelivery
import GeoFormats
import GeoLua

/// What a user says of each device: `--settings`.
///
/// - Shapes: a table whose first column names devices, or a JSON object with an object for each; `*` stands for all
///   others.
package struct SettingsFile: Sendable {
  private let values: [String: JSONValue]

  /// The devices that it names.
  var names: [String] { values.keys.filter { $0 != "*" }.sorted() }

  subscript(device: String) -> JSONValue? { values[device] ?? values["*"] }

  /// - Errors: ``GeoError`` `noInput` for a missing file, `data` with the place of what cannot be used.
  package init(path: String) throws(GeoError) {
    try MissingFile.check(path, "file", endings: [".csv", ".tsv", ".json"], for: "--settings")
    values = try path.lowercased().hasSuffix(".json") ? SettingsFile.object(path) : SettingsFile.table(path)
  }

  private static func object(_ path: String) throws(GeoError) -> [String: JSONValue] {
    let text: String
    do { text = try TextFile.read(path) } catch {
      throw GeoError(.noInput, "cannot be read: \(error.message)", at: path)
    }
    let value: JSONValue
    do { value = try JSONParser.parse(text) } catch { throw GeoError(.data, error.message, at: path) }
    guard case .object(let members) = value else {
      throw GeoError(.data, "is not an object (expected {\"device\": {\"name\": value}})", at: path)
    }
    var found: [String: JSONValue] = [:]
    for (name, settings) in members {
      guard case .object = settings else {
        throw GeoError(.data, "the settings of '\(name)' must be an object", at: path)
      }
      found[name] = settings
    }
    return found
  }

  private static func table(_ path: String) throws(GeoError) -> [String: JSONValue] {
    let table = try CSVTable(try ByteStream(path: path))
    var found: [String: JSONValue] = [:]
    while true {
      switch try table.next() {
      case .end: return found
      case .fault(let fault): throw GeoError(.data, fault.message, at: "\(path):\(table.line)")
      case .row:
        let name = table.text(0)
        guard found[name] == nil else {
          throw GeoError(.data, "names device '\(name)' again: keep one row", at: "\(path):\(table.line)")
        }
        let fields = table.titles.indices.dropFirst().compactMap {
          column -> (name: String, value: JSONValue)? in
          let text = column < table.row.fields.count ? table.text(column) : ""
          return text.isEmpty ? nil : (name: table.titles[column], value: value(of: text))
        }
        found[name] = .object(fields)
      }
    }
  }

  /// A cell as a number or a truth value where it is one, else as text.
  private static func value(of text: String) -> JSONValue {
    if text == "true" || text == "false" { return .bool(text == "true") }
    guard let first = text.utf8.first, first == UInt8(ascii: "-") || (48...57).contains(first),
      let number = try? JSONParser.parse(text)
    else { return .string(text) }
    return number
  }
}
