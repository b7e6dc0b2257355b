public import Geo
import SQLite

/// A stored device.
public struct SavedDevice: Sendable {
  public var name: String
  public var state: DeviceState
  /// The regions that it watched.
  public var regions: RegionSet
  /// The group that it belongs to, or is; nil for one that stands for itself.
  public var group: String?
  /// The script's `geoscript.store` as JSON; nil when it was never used.
  public var store: String?
  /// Why its script is stopped.
  public var quarantine: String?

  public init(
    name: String, state: DeviceState, regions: RegionSet, group: String? = nil, store: String?,
    quarantine: String? = nil
  ) {
    (self.name, self.state, self.regions) = (name, state, regions)
    (self.group, self.store, self.quarantine) = (group, store, quarantine)
  }
}

/// A device in a list.
public struct DeviceEntry: Sendable {
  public var name: String
  /// The group that it belongs to, or is; nil for one that stands for itself.
  public var group: String?
  /// Whether it is the group itself.
  public var isGroup = false
  /// The time on its clock, in seconds since 1970.
  public var clock: TimeInterval
  public var regionCount: Int
  public var quarantine: String?
}

extension StateStore {
  /// Returns a stored device; nil if it is unknown.
  ///
  /// - Errors: ``GeoError`` `data` when it cannot be read.
  public func device(named name: String) throws(GeoError) -> SavedDevice? {
    try withContents { (contents: inout Contents) throws(GeoError) -> SavedDevice? in
      let row = try contents.database.statement(
        "SELECT state, regions, store, quarantine, region_count, clock FROM devices WHERE name = ?")
      defer { row.reset() }
      row.bind([.text(name)])
      guard try row.step() else { return nil }
      let state: DeviceState
      do { state = try DeviceState(bytes: row.blob(0), zones: contents.sets.zones) } catch {
        throw damage(device: name)
      }
      guard row.real(5) == state.device.clock else { throw damage(device: name, "the clock of ") }
      guard let regions = try contents.sets.set(row.integer(1), contents.database),
        regions.count == row.integer(4)
      else {
        throw damage(device: name, "the regions of ")
      }
      return SavedDevice(
        name: name, state: state, regions: regions, store: row.isNull(2) ? nil : row.text(2),
        quarantine: row.isNull(3) ? nil : row.text(3))
    }
  }

  /// Whether a device is stored, even if it cannot be read.
  public func knows(_ name: String) throws(GeoError) -> Bool {
    try withDatabase { (database) throws(GeoError) -> Bool in
      try database.integer("SELECT count(*) FROM devices WHERE name = ?", .text(name)) > 0
    }
  }

  /// Whether no device and no group is stored. Without a run there may be some that have hung one before its first
  /// checkpoint.
  public func isEmpty() throws(GeoError) -> Bool {
    try withDatabase { (database) throws(GeoError) -> Bool in
      try database.integer("SELECT EXISTS (SELECT 1 FROM devices) OR EXISTS (SELECT 1 FROM members)") == 0
    }
  }

  /// All stored devices, by name.
  public func devices() throws(GeoError) -> [DeviceEntry] {
    try withDatabase { (database) throws(GeoError) -> [DeviceEntry] in
      let rows = try database.statement(
        "SELECT name, clock, region_count, quarantine FROM devices ORDER BY name")
      defer { rows.reset() }
      var entries: [DeviceEntry] = []
      while try rows.step() {
        entries.append(
          DeviceEntry(
            name: rows.text(0), clock: rows.real(1), regionCount: Int(rows.integer(2)),
            quarantine: rows.isNull(3) ? nil : rows.text(3)))
      }
      return entries
    }
  }

  /// The devices that wait for time to pass, in the order of their first checkpoint.
  public func pendingDevices() throws(GeoError) -> [String] {
    try names("SELECT name FROM devices WHERE is_pending ORDER BY id")
  }

  /// The devices that watch others.
  public func watchingDevices() throws(GeoError) -> [String] {
    try names("SELECT name FROM devices WHERE is_watching ORDER BY id")
  }

  func names(_ sql: String) throws(GeoError) -> [String] {
    try withDatabase { (database) throws(GeoError) -> [String] in
      let rows = try database.statement(sql)
      defer { rows.reset() }
      var names: [String] = []
      while try rows.step() { names.append(rows.text(0)) }
      return names
    }
  }

  /// Removes a device, or one of its regions; false if it is unknown.
  public func forget(_ name: String, region: String? = nil) throws(GeoError) -> Bool {
    guard let region else {
      guard try knows(name) else { return false }
      try withDatabase { (database) throws(GeoError) in try StateStore.remove(device: name, database) }
      return true
    }
    guard var saved = try device(named: name), saved.regions.slot(of: region) != nil else { return false }
    saved.regions = saved.regions.removing(identifier: region)
    saved.state.device.regions.inside.removeAll { $0.identifier == region }
    saved.state.device.regions.unknown.removeAll { $0 == region }
    try update(saved)
    return true
  }

  /// Writes a device's regions and state; its flags for waiting and watching stay.
  private func update(_ saved: SavedDevice) throws(GeoError) {
    try withContents { (contents: inout Contents) throws(GeoError) in
      let database = contents.database
      var sets = contents.sets
      try database.transaction { () throws(GeoError) in
        let id = try sets.id(of: saved.regions, database)
        try database.run(
          "UPDATE devices SET region_count = ?, regions = ?, state = ? WHERE name = ?",
          .integer(Int64(saved.regions.count)), id == 0 ? .null : .integer(id), .blob(saved.state.bytes),
          .text(saved.name))
      }
      contents.sets = sets
    }
  }

  /// Removes every device, source, alert and answer of a server.
  public func forgetAll() throws(GeoError) {
    try withContents { (contents: inout Contents) throws(GeoError) in
      let database = contents.database
      contents.sets.forget()
      try database.transaction { () throws(GeoError) in
        try database.run(
          """
          DELETE FROM devices; DELETE FROM members; DELETE FROM placements; DELETE FROM region_sets;
          DELETE FROM sources; DELETE FROM alert_files; DELETE FROM outbox; DELETE FROM begun; DELETE FROM sinks;
          DELETE FROM held; DELETE FROM conditions; DELETE FROM requests; DELETE FROM run; DELETE FROM stream;
          DELETE FROM version; DELETE FROM zones; DELETE FROM sqlite_sequence
          """)
      }
    }
    _ = try StateStore.forgetAnswers(before: .infinity, in: directory)
  }
}
