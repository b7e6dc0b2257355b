public import Geo
import SQLite

/// A state as a recording keeps it.
extension StateStore {
  /// What a run continues from: no message to a sink, no request to a run, no place in a source.
  private static let continued: Set<String> = [
    "run", "zones", "region_sets", "devices", "members", "placements", "conditions",
  ]

  /// The devices and groups as an ``image()``.
  ///
  /// Events that wait in windows are left out: the run records them when it handles them.
  ///
  /// - Parameter device: the only one that is wanted; nil for all, and for groups.
  /// - Errors: ``GeoError`` `data` for a state that cannot be read.
  public func recordedImage(only device: String? = nil) throws(GeoError) -> [UInt8] {
    let copy = try Database(memory: image(), name: directory)
    for table in try StateStore.tables(of: copy) where !StateStore.continued.contains(table) {
      try copy.run("DELETE FROM \"\(table)\"")
    }
    if let device {
      try copy.run("DELETE FROM devices WHERE name <> ?", .text(device))
      try copy.run("DELETE FROM conditions WHERE is_group OR device <> ?", .text(device))
      try copy.run("DELETE FROM members; DELETE FROM placements")
    }
    let zones = try withContents { (contents: inout Contents) throws(GeoError) -> ZoneFinder in
      contents.sets.zones
    }
    try emptyWindows(of: copy, ["name"], in: "devices", zones)
    try emptyWindows(of: copy, ["group_name", "is_group", "name"], in: "members", zones)
    try copy.run(
      """
      WITH RECURSIVE used(id) AS (
        SELECT regions FROM devices UNION SELECT regions FROM members
        UNION SELECT base FROM region_sets JOIN used USING (id))
      DELETE FROM region_sets WHERE id NOT IN (SELECT id FROM used WHERE id IS NOT NULL)
      """)
    // What was deleted is gone from the bytes.
    try copy.run("VACUUM")
    return try copy.image()
  }

  private static func tables(of database: Database) throws(GeoError) -> [String] {
    let rows = try database.statement(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    defer { rows.reset() }
    var names: [String] = []
    while try rows.step() { names.append(rows.text(0)) }
    return names
  }

  private func emptyWindows(
    of database: Database, _ key: [String], in table: String, _ zones: @escaping ZoneFinder
  ) throws(GeoError) {
    let rows = try database.statement("SELECT \(key.joined(separator: ", ")), state FROM \(table)")
    var changed: [(key: [String], state: [UInt8])] = []
    while try rows.step() {
      let name = key.indices.map { rows.text(Int32($0)) }
      guard var state = try? DeviceState(bytes: rows.blob(Int32(key.count)), zones: zones) else {
        rows.reset()
        throw damage(device: name.last ?? "")
      }
      state.device.window = ReorderWindow.Snapshot()
      changed.append((name, state.bytes))
    }
    rows.reset()
    let place = key.map { "\($0) = ?" }.joined(separator: " AND ")
    let update = try database.statement("UPDATE \(table) SET state = ? WHERE \(place)")
    for row in changed { try update.run([.blob(row.state)] + row.key.map { .text($0) }) }
  }
}
