public import Geo
import SQLite

/// Alerts that wait in quiet hours or in a group, for the sinks of one audience.
public struct HeldAlerts: Sendable {
  public var audience: String
  public var content: JSONValue

  public init(audience: String, content: JSONValue) { (self.audience, self.content) = (audience, content) }
}

extension StateStore {
  /// What an earlier run held back.
  public func heldAlerts() throws(GeoError) -> [HeldAlerts] {
    try withDatabase { (database) throws(GeoError) -> [HeldAlerts] in
      let rows = try database.statement("SELECT sink, content FROM held ORDER BY id")
      defer { rows.reset() }
      var held: [HeldAlerts] = []
      while try rows.step() {
        guard let content = try? JSONParser.parse(rows.text(1)) else { throw damage("the alerts that wait") }
        held.append(HeldAlerts(audience: rows.text(0), content: content))
      }
      return held
    }
  }

  static func replace(_ held: [HeldAlerts], _ database: Database) throws(GeoError) {
    try database.run("DELETE FROM held")
    for each in held {
      try database.run(
        "INSERT INTO held (sink, stage, content) VALUES (?, '', ?)", .text(each.audience),
        .text(each.content.exactText))
    }
  }
}
