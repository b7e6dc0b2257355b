public import Geo
import SQLite

/// A condition of alerts that fires on a device or in a group.
public struct FiringCondition: Sendable, Hashable {
  /// The name of the device, or of the group.
  public var device: String
  /// Whether the name is that of a group.
  public var isGroup: Bool
  public var key: String
  /// The id of the alert that began it.
  public var alert: String
  public var isAcknowledged: Bool
  /// Its alert, as JSON.
  public var content: String

  public init(device: String, isGroup: Bool = false, _ condition: AlertCondition) {
    (self.device, self.isGroup) = (device, isGroup)
    key = condition.key
    alert = condition.alert
    isAcknowledged = condition.isAcknowledged
    content = condition.content
  }

  init(
    device: String, isGroup: Bool, key: String, alert: String, isAcknowledged: Bool, content: String
  ) {
    self.isGroup = isGroup
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
        "SELECT device, is_group, key, alert, is_acknowledged, content FROM conditions ORDER BY device, is_group, key"
      )
      defer { rows.reset() }
      var found: [FiringCondition] = []
      while try rows.step() {
        found.append(
          FiringCondition(
            device: rows.text(0), isGroup: rows.integer(1) != 0, key: rows.text(2), alert: rows.text(3),
            isAcknowledged: rows.integer(4) != 0, content: rows.text(5)))
      }
      return found
    }
  }

  static func replace(
    _ conditions: [FiringCondition], of device: String, isGroup: Bool, _ database: Database
  ) throws(GeoError) {
    let group = SQLValue.integer(isGroup ? 1 : 0)
    try database.run("DELETE FROM conditions WHERE device = ? AND is_group = ?", .text(device), group)
    for condition in conditions {
      try database.run(
        "INSERT INTO conditions (device, is_group, key, alert, is_acknowledged, content) VALUES (?, ?, ?, ?, ?, ?)",
        .text(device), group, .text(condition.key), .text(condition.alert),
        .integer(condition.isAcknowledged ? 1 : 0),
        .text(condition.content))
    }
  }
}
