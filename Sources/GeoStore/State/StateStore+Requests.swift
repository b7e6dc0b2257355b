public import Geo
import SQLite

/// What `geoscript alerts` asks of the run that has the state directory, or of the next one.
public struct StateRequest: Sendable {
  public enum Kind: String, Sendable {
    /// `content` is an ``Acknowledgement``, with its `device` or `group` if only that is meant.
    case acknowledge
    /// Change messages: `content` is a ``MessageSelection``, to `move` with the sink that gets them as `to`.
    case retry, drop, move
  }

  public var id: Int64
  public var kind: Kind
  public var content: JSONValue
}

extension StateStore {
  /// Leaves a request.
  public func add(_ kind: StateRequest.Kind, _ content: JSONValue = .object([])) throws(GeoError) {
    try withDatabase { (database) throws(GeoError) in
      try database.run(
        "INSERT INTO requests (kind, content) VALUES (?, ?)", .text(kind.rawValue), .text(content.description)
      )
    }
  }

  /// The requests after a number, oldest first.
  public func requests(after id: Int64) throws(GeoError) -> [StateRequest] {
    try withDatabase { (database) throws(GeoError) -> [StateRequest] in
      let rows = try database.statement("SELECT id, kind, content FROM requests WHERE id > ? ORDER BY id")
      defer { rows.reset() }
      rows.bind([.integer(id)])
      var found: [StateRequest] = []
      while try rows.step() {
        guard let kind = StateRequest.Kind(rawValue: rows.text(1)),
          let content = try? JSONParser.parse(rows.text(2))
        else { continue }
        found.append(StateRequest(id: rows.integer(0), kind: kind, content: content))
      }
      return found
    }
  }

  /// Removes requests whose effects are kept.
  public func remove(requests ids: [Int64]) throws(GeoError) {
    try withDatabase { (database) throws(GeoError) in
      for id in ids { try database.run("DELETE FROM requests WHERE id = ?", .integer(id)) }
    }
  }
}
