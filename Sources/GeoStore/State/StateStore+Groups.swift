public import Geo
import SQLite

/// A stored group.
public struct SavedGroup: Sendable {
  /// The group itself; its store is that of the script.
  public var group: SavedDevice
  /// The devices that it has heard of, by name.
  public var members: [SavedDevice]

  public init(group: SavedDevice, members: [SavedDevice]) { (self.group, self.members) = (group, members) }
}

extension StateStore {
  static func insert(
    _ device: Checkpoint.DeviceRow, in group: String, regions: Int64, _ database: Database
  ) throws(GeoError) {
    try database.run(
      """
      INSERT INTO members (group_name, is_group, name, clock, region_count, regions, is_pending, quarantine, store, state)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
        ON CONFLICT (group_name, is_group, name) DO UPDATE SET clock = ?4, region_count = ?5, regions = ?6,
          is_pending = ?7, quarantine = ?8, store = coalesce(?9, store), state = ?10
      """,
      .text(group), .integer(device.isGroup ? 1 : 0), .text(device.name), .real(device.clock),
      .integer(Int64(device.regions.count)), regions == 0 ? .null : .integer(regions),
      .integer(device.isPending ? 1 : 0), device.quarantine.map { .text($0) } ?? .null,
      device.store.map { .text($0) } ?? .null, .blob(device.state))
  }

  static func place(_ device: String, in group: String, _ database: Database) throws(GeoError) {
    try database.run(
      "INSERT OR REPLACE INTO placements (device, group_name) VALUES (?, ?)", .text(device), .text(group))
  }

  /// Returns a stored group with its devices; nil if it is unknown.
  ///
  /// - Errors: ``GeoError`` `data` when it cannot be read.
  public func group(named name: String) throws(GeoError) -> SavedGroup? {
    try withContents { (contents: inout Contents) throws(GeoError) -> SavedGroup? in
      let rows = try contents.database.statement(
        """
        SELECT is_group, name, state, regions, store, quarantine, region_count, clock FROM members
          WHERE group_name = ? ORDER BY name
        """)
      defer { rows.reset() }
      rows.bind([.text(name)])
      var hub: SavedDevice?
      var members: [SavedDevice] = []
      while try rows.step() {
        let who = rows.text(1)
        let state: DeviceState
        do { state = try DeviceState(bytes: rows.blob(2)) } catch { throw damage(group: name) }
        // The row of a member has the clock of its group.
        guard rows.integer(0) == 0 || rows.real(7) == state.device.clock else {
          throw damage(group: name, "the clock of ")
        }
        guard let regions = try contents.sets.set(rows.integer(3), contents.database),
          regions.count == rows.integer(6)
        else {
          throw damage(group: name, "the regions of ")
        }
        let saved = SavedDevice(
          name: who, state: state, regions: regions, group: name, store: rows.isNull(4) ? nil : rows.text(4),
          quarantine: rows.isNull(5) ? nil : rows.text(5))
        if rows.integer(0) != 0 { hub = saved } else { members.append(saved) }
      }
      return hub.map { SavedGroup(group: $0, members: members) }
    }
  }

  /// All stored groups and their devices: each group before its devices, by name.
  public func groupEntries() throws(GeoError) -> [DeviceEntry] {
    try withDatabase { (database) throws(GeoError) -> [DeviceEntry] in
      let rows = try database.statement(
        """
        SELECT name, group_name, is_group, clock, region_count, quarantine FROM members
          ORDER BY group_name, is_group DESC, name
        """)
      defer { rows.reset() }
      var entries: [DeviceEntry] = []
      while try rows.step() {
        entries.append(
          DeviceEntry(
            name: rows.text(0), group: rows.text(1), isGroup: rows.integer(2) != 0, clock: rows.real(3),
            regionCount: Int(rows.integer(4)), quarantine: rows.isNull(5) ? nil : rows.text(5)))
      }
      return entries
    }
  }

  /// The groups that wait for time to pass.
  public func pendingGroups() throws(GeoError) -> [String] {
    try names("SELECT group_name FROM members WHERE is_group AND is_pending ORDER BY group_name")
  }

  /// The groups in which a device is known.
  public func groups(of device: String) throws(GeoError) -> [String] {
    try withDatabase { (database) throws(GeoError) -> [String] in
      let rows = try database.statement(
        "SELECT group_name FROM members WHERE NOT is_group AND name = ? ORDER BY group_name")
      defer { rows.reset() }
      rows.bind([.text(device)])
      var names: [String] = []
      while try rows.step() { names.append(rows.text(0)) }
      return names
    }
  }

  /// The group of each device at the last checkpoint.
  public func placements() throws(GeoError) -> [(device: String, group: String)] {
    try withDatabase { (database) throws(GeoError) -> [(device: String, group: String)] in
      let rows = try database.statement("SELECT device, group_name FROM placements")
      defer { rows.reset() }
      var placements: [(device: String, group: String)] = []
      while try rows.step() { placements.append((rows.text(0), rows.text(1))) }
      return placements
    }
  }

  /// Removes a group with all that is kept of its devices; false if it is unknown.
  public func forget(group name: String) throws(GeoError) -> Bool {
    try withDatabase { (database) throws(GeoError) -> Bool in
      guard try database.integer("SELECT count(*) FROM members WHERE group_name = ?", .text(name)) > 0 else {
        return false
      }
      try database.transaction { () throws(GeoError) in
        try StateStore.remove(group: name, database)
      }
      return true
    }
  }

  /// Removes what groups keep of a device; false if none knows it.
  public func forget(member name: String) throws(GeoError) -> Bool {
    try withDatabase { (database) throws(GeoError) -> Bool in
      guard
        try database.integer("SELECT count(*) FROM members WHERE NOT is_group AND name = ?", .text(name)) > 0
      else { return false }
      try database.transaction { () throws(GeoError) in
        try database.run("DELETE FROM members WHERE NOT is_group AND name = ?", .text(name))
        try database.run("DELETE FROM placements WHERE device = ?", .text(name))
      }
      return true
    }
  }
}
