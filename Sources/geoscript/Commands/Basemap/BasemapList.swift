import ArgumentParser
import Geo
import GeoHost

/// `geoscript basemap list`.
struct BasemapList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the maps on the shelf, the first to be used first.",
    discussion: """
      Shows name, format, zoom levels, size, and west, south, east and north of each.

      Examples:
        geoscript basemap list
        geoscript basemap list --json
      """)

  @Flag(help: "Print one JSON object per line.")
  var json = false

  func run() throws {
    if let absence = MapShelf.user.absence { throw absence }
    let items = MapShelf.user.items()
    for item in items { print(json ? item.json.description : item.line) }
    if items.isEmpty, !json {
      Geoscript.complain("The shelf is empty. Put a map on it with: geoscript basemap add FILE")
    }
  }
}

extension MapShelf.Item {
  fileprivate var line: String {
    switch map {
    case .success(let map): map.line
    case .failure(let fault): PlainText.line("\(name)  cannot be drawn: \(fault.message)")
    }
  }

  fileprivate var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = [("name", .string(name)), ("file", .string(path))]
    switch map {
    case .success(let map):
      let bounds = map.bounds.map { JSONValue.array($0.map { .number($0) }) }
      members += [
        ("format", .string(map.formatName)), ("bounds", bounds ?? .null),
        ("minZoom", map.levels.map { .integer(Int64($0.lowerBound)) } ?? .null),
        ("maxZoom", map.levels.map { .integer(Int64($0.upperBound)) } ?? .null),
        ("bytes", .integer(Int64(map.length))), ("link", map.target.map { .string($0) } ?? .null),
        ("attribution", map.attribution.map { .string($0) } ?? .null), ("fault", .null),
      ]
    case .failure(let fault): members.append(("fault", .string(fault.message)))
    }
    return .object(members)
  }
}

extension ShelfMap {
  /// The ending of its files, without the dot.
  fileprivate var formatName: String { String(format.rawValue.dropFirst()) }

  /// What `add` and `list` print.
  var line: String {
    let levels = levels.map { "levels \($0.lowerBound) to \($0.upperBound)" } ?? "all levels"
    let area = bounds.map { $0.map { JSONValue.text(of: $0) }.joined(separator: ",") } ?? "the whole world"
    let link = target.map { "  → \($0)" } ?? ""
    return PlainText.line("\(name)  \(formatName)  \(levels)  \(counted(length, "byte"))  \(area)\(link)")
  }
}
