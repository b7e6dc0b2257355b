import Geo

/// A row that a script added to a table, until it is written.
struct TableRow: Sendable {
  let table: String
  /// The number of the event that caused it, in the order of the input.
  let event: Int
  let time: TimeInterval
  let device: String
  /// Whose rows the sequence counts: the device, or its group.
  let counter: String
  let sequence: Int
  /// In the order of their names.
  let fields: [(name: String, value: JSONValue)]

  /// The order of rows in a table, whatever the number of workers.
  ///
  /// - Source: HO-45.
  static func < (a: TableRow, b: TableRow) -> Bool {
    (a.event, a.time, a.counter, a.sequence) < (b.event, b.time, b.counter, b.sequence)
  }

  /// `time` and `device`, unless the script has fields of these names, and then the script's fields.
  var members: [(name: String, value: JSONValue)] {
    let host: [(name: String, value: JSONValue)] = [
      ("time", .string(ISO8601.format(time))), ("device", .string(device)),
    ]
    let own = host.map { field in fields.first { $0.name == field.name } ?? field }
    return own + fields.filter { field in !host.contains { $0.name == field.name } }
  }
}
