public import Geo
import Glibc
import SQLite

/// What was removed from a state because it was older than a date.
public struct ForgottenState: Sendable {
  /// A device, or a group; the devices of a group follow it.
  public struct Entry: Sendable, Hashable {
    public var name: String
    /// The group that the device belonged to, or the group's own name; nil for a device that stands for itself.
    public var group: String?
    public var isGroup: Bool
    /// When it was heard last, in seconds since 1970.
    public var heard: TimeInterval
  }

  public var entries: [Entry] = []
  /// Messages that were sent, dropped or dead.
  public var messages = 0
  /// Answers of geocoders: those that servers gave, and those of devices that stay.
  public var answers = 0
  /// Positions of watched devices, of devices that stay.
  public var positions = 0
  /// Messages as old that still wait to be sent; they stay.
  public var waiting = 0

  public init() {}

  /// Adds what was removed from another state.
  public mutating func add(_ other: ForgottenState) {
    entries += other.entries
    messages += other.messages
    answers += other.answers
    positions += other.positions
    waiting += other.waiting
  }

  mutating func add(_ old: (answers: Int, positions: Int)) {
    answers += old.answers
    positions += old.positions
  }
}

extension DeviceState {
  /// When the device was heard last, in seconds since 1970; nil if that is not known.
  ///
  /// Its clock may be later: timers move it, and the end of the input (HO-6).
  ///
  /// - Source: HO-150.
  var lastHeard: TimeInterval? {
    let window = device.window
    var times = [window.newest, window.newestTime]
    if let last = device.lastKnown { times.append(last.timestamp) }
    if let member { times.append(member.lastHeard) }
    times += window.suspect.map(\.time)
    return times.filter(\.isFinite).max() ?? (device.clock > 0 ? device.clock : nil)
  }

  /// Removes answers of geocoders and positions of watched devices that are older; returns how many.
  mutating func forget(before date: TimeInterval) -> (answers: Int, positions: Int) {
    let count = device.geocoding.answers.count
    device.geocoding.answers.removeAll { $0.time < date }
    var positions = 0
    for index in device.proximities.indices where device.proximities[index].timestamp < date {
      device.proximities[index].coordinate = kCLLocationCoordinate2DInvalid
      device.proximities[index].timestamp = .nan
      positions += 1
    }
    return (count - device.geocoding.answers.count, positions)
  }
}

extension StateStore {
  /// Removes devices that were not heard from `date` on, with groups that are left without devices, and what is older:
  /// messages, answers, positions of watched devices.
  ///
  /// - Parameter date: seconds since 1970.
  /// - Errors: ``GeoError`` of the database; then nothing was removed.
  /// - Source: HO-150.
  public func forget(before date: TimeInterval) throws(GeoError) -> ForgottenState {
    var forgotten = try withContents { (contents: inout Contents) throws(GeoError) -> ForgottenState in
      let (database, zones) = (contents.database, contents.sets.zones)
      let found = try database.transaction { () throws(GeoError) -> ForgottenState in
        var forgotten = ForgottenState()
        try StateStore.forgetDevices(before: date, &forgotten, database, zones)
        try StateStore.forgetGroups(before: date, &forgotten, database, zones)
        try database.run("DELETE FROM outbox WHERE status <> 0 AND created < ?", .real(date))
        forgotten.messages = Int(try database.integer("SELECT changes()"))
        forgotten.waiting = Int(
          try database.integer("SELECT count(*) FROM outbox WHERE created < ?", .real(date)))
        try RegionSetTable.removeUnused(database)
        return forgotten
      }
      contents.sets.forget()
      return found
    }
    forgotten.answers += try StateStore.forgetAnswers(before: date, in: directory)
    return forgotten
  }

  /// The file that keeps answers of geocoding servers; their addresses have positions.
  public static func answers(in directory: String) -> String { "\(directory)/geocoding.sqlite" }

  /// Removes answers of servers that were used last before `date`; returns how many.
  static func forgetAnswers(before date: TimeInterval, in directory: String) throws(GeoError) -> Int {
    let path = StateStore.answers(in: directory)
    return access(path, F_OK) == 0 ? try ResponseCache(path: path).forget(before: date) : 0
  }

  /// Writes the database anew, so that its file holds nothing that was removed.
  ///
  /// - Errors: ``GeoError`` `inputOutput` if the disk has no room for it.
  public func compact() throws(GeoError) {
    try withDatabase { (database) throws(GeoError) in
      try database.run("VACUUM")
      try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  /// What the table of devices, or of members, has of one.
  private struct Row {
    var entry: ForgottenState.Entry
    /// Nil if that is not known.
    var heard: TimeInterval?
    /// What is left of it without what is old; nil if nothing of it is.
    var rest: [UInt8]?
    var old = (answers: 0, positions: 0)
  }

  private static func rows(
    _ sql: String, before date: TimeInterval, _ database: Database, _ zones: @escaping ZoneFinder
  ) throws(GeoError) -> [Row] {
    let found = try database.statement(sql)
    defer { found.reset() }
    var rows: [Row] = []
    while try found.step() {
      let group = found.isNull(1) ? nil : found.text(1)
      let entry = ForgottenState.Entry(
        name: found.text(0), group: group, isGroup: found.integer(2) != 0, heard: -.infinity)
      var row = Row(entry: entry)
      if var state = try? DeviceState(bytes: found.blob(4), zones: zones) {
        row.heard = state.lastHeard
        row.old = state.forget(before: date)
        if row.old != (0, 0) { row.rest = state.bytes }
      } else if found.real(3) > 0 {
        // Only the clock of what cannot be read is known.
        row.heard = found.real(3)
      }
      row.entry.heard = row.heard ?? -.infinity
      rows.append(row)
    }
    return rows
  }

  private static func forgetDevices(
    before date: TimeInterval, _ forgotten: inout ForgottenState, _ database: Database,
    _ zones: @escaping ZoneFinder
  ) throws(GeoError) {
    let sql = "SELECT name, NULL, 0, clock, state FROM devices ORDER BY name"
    for row in try rows(sql, before: date, database, zones) {
      if let heard = row.heard, heard < date {
        try remove(device: row.entry.name, database)
        forgotten.entries.append(row.entry)
      } else if let rest = row.rest {
        try database.run(
          "UPDATE devices SET state = ? WHERE name = ?", .blob(rest), .text(row.entry.name))
        forgotten.add(row.old)
      }
    }
  }

  private static func forgetGroups(
    before date: TimeInterval, _ forgotten: inout ForgottenState, _ database: Database,
    _ zones: @escaping ZoneFinder
  ) throws(GeoError) {
    let sql = """
      SELECT name, group_name, is_group, clock, state FROM members ORDER BY group_name, is_group DESC, name
      """
    let groups = Dictionary(
      grouping: try rows(sql, before: date, database, zones), by: { $0.entry.group ?? "" })
    for (name, rows) in groups.sorted(by: { $0.key < $1.key }) {
      // The group itself counts only without devices: its clock goes to the end of every input.
      let members = rows.filter { !$0.entry.isGroup }
      let last = (members.isEmpty ? rows : members).map { $0.heard ?? .infinity }.max() ?? .infinity
      guard last >= date else {
        try remove(group: name, database)
        forgotten.entries += rows.map(\.entry).map { entry in
          var entry = entry
          if entry.isGroup { entry.heard = last }
          return entry
        }
        continue
      }
      for row in rows {
        if !row.entry.isGroup, let heard = row.heard, heard < date {
          try remove(member: row.entry.name, of: name, database)
          forgotten.entries.append(row.entry)
        } else if let rest = row.rest {
          try database.run(
            "UPDATE members SET state = ? WHERE group_name = ? AND is_group = ? AND name = ?", .blob(rest),
            .text(name), .integer(row.entry.isGroup ? 1 : 0), .text(row.entry.name))
          forgotten.add(row.old)
        }
      }
    }
  }

  // MARK: Rows

  static func remove(device name: String, _ database: Database) throws(GeoError) {
    try database.run("DELETE FROM devices WHERE name = ?", .text(name))
    try database.run("DELETE FROM conditions WHERE device = ? AND NOT is_group", .text(name))
  }

  static func remove(group name: String, _ database: Database) throws(GeoError) {
    try database.run("DELETE FROM members WHERE group_name = ?", .text(name))
    try database.run("DELETE FROM placements WHERE group_name = ?", .text(name))
    try database.run("DELETE FROM conditions WHERE device = ? AND is_group", .text(name))
  }

  private static func remove(
    member name: String, of group: String, _ database: Database
  ) throws(GeoError) {
    try database.run(
      "DELETE FROM members WHERE NOT is_group AND group_name = ? AND name = ?", .text(group), .text(name))
    try database.run(
      "DELETE FROM placements WHERE group_name = ? AND device = ?", .text(group), .text(name))
  }
}
