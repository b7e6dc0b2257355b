public import Geo
import SQLite

/// A condition of alerts that fires on a device.
public struct FiringCondition: Sendable, Hashable {
  public var device: String
  public var key: String
  /// The id of the alert that began it.
  public var alert: String
  public var isAcknowledged: Bool
  /// Its alert, as JSON.
  public var content: String

  public init(device: String, _ condition: AlertCondition) {
    self.device = device
    key = condition.key
    alert = condition.alert
    isAcknowledged = condition.isAcknowledged
    content = condition.content
  }

  init(device: String, key: String, alert: String, isAcknowledged: Bool, content: String) {
    (self.device, self.key, self.alert, self.isAcknowledged, self.content) = (
      device, key, alert, isAcknowledged, content
    )
  }
}

extension StateStore {
  /// The conditions that fire, by device and key; none in a state of an older version that is only read.
  public func firingConditions() throws(GeoError) -> [FiringCondition] {
    try withDatabase { (database) throws(GeoError) -> [FiringCondition] in
      guard try StateSchema.hasQueues(database) else { return [] }
      let rows = try database.statement(
        "SELECT device, key, alert, is_acknowledged, content FROM conditions ORDER BY device, key")
      defer { rows.reset() }
      var found: [FiringCondition] = []
      while try rows.step() {
        found.append(
          FiringCondition(
            device: rows.text(0), key: rows.text(1), alert: rows.text(2),
            isAcknowledged: rows.integer(3) != 0,
            content: rows.text(4)))
      }
      return found
    }
  }

  static func replace(_ conditions: [FiringCondition], of device: String, _ database: Database)
    throws(GeoError)
  {
    try database.run("DELETE FROM conditions WHERE device = ?", .text(device))
    for condition in conditions {
      try database.run(
        "INSERT INTO conditions (device, key, alert, is_acknowledged, content) VALUES (?, ?, ?, ?, ?)",
        .text(device), .text(condition.key), .text(condition.alert),
        .integer(condition.isAcknowledged ? 1 : 0),
        .text(condition.content))
    }
  }
}
