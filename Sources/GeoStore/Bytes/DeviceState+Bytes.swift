import Geo
import SQLite

extension DeviceState {
  /// The known forms of the bytes; any other form is from another version of geoscript.
  private enum Form {
    static let plain: UInt8 = 1
    /// The caches of the device's geocoders come last.
    static let geocoding: UInt8 = 2
    /// The attributes that the device sent follow.
    static let attributes: UInt8 = 3
    /// What a group keeps, and timers with identifiers, follow.
    static let group: UInt8 = 4
    /// The monitors of conditions follow.
    static let monitors: UInt8 = 5
    /// The conditions of its alerts follow.
    static let conditions: UInt8 = 6
    /// The approaches that its script watches follow.
    static let approaches: UInt8 = 7
    /// The orders of the script's timers follow.
    static let orders: UInt8 = 8
    /// What the managers that the app makes at its start know follows.
    static let managers: UInt8 = 9
  }

  /// A state without the newer parts keeps the form that older programs can read.
  private var form: UInt8 {
    guard device.managers.isEmpty else { return Form.managers }
    // Other timers are set again in their order, by the main chunk.
    guard namedTimers.isEmpty else { return Form.orders }
    guard device.approaches.isEmpty else { return Form.approaches }
    guard device.conditions.isEmpty else { return Form.conditions }
    guard device.monitors.isEmpty else { return Form.monitors }
    guard group == nil, member == nil else { return Form.group }
    guard device.attributes.isEmpty else { return Form.attributes }
    return device.geocoding.isEmpty ? Form.plain : Form.geocoding
  }

  /// The state as bytes for the database.
  public var bytes: [UInt8] {
    var writer = ByteWriter(capacity: 256)
    let form = form
    writer.write(form)
    writer.write(count: sequence)
    writer.write(timers: timers)
    writer.write(count: lostTimers)
    writer.write(device)
    if form >= Form.geocoding { writer.write(device.geocoding) }
    if form >= Form.attributes {
      writer.write(device.attributes) { writer, attributes in
        writer.write(attributes.form)
        writer.write(attributes.json)
      }
    }
    if form >= Form.group { writer.write(groupOf: self) }
    if form >= Form.monitors { writer.write(device.monitors) { $0.write($1) } }
    if form >= Form.conditions { writer.write(device.conditions) { $0.write($1) } }
    if form >= Form.approaches { writer.write(device.approaches) { $0.write($1) } }
    if form >= Form.orders { writer.write((timers + namedTimers).map(\.order)) { $0.write($1) } }
    if form >= Form.managers { writer.write(device.managers) { $0.write($1) } }
    return writer.bytes
  }

  /// - Parameter zones: finds the time zones of conditions' schedules.
  /// - Errors: ``ByteReader/Fault`` for invalid bytes.
  init(
    bytes: [UInt8], zones: @escaping ZoneFinder = { TimeZoneRules.fixed($0) }
  ) throws(ByteReader.Fault) {
    var reader = ByteReader(bytes, zones: zones)
    let form = try reader.byte()
    guard (Form.plain...Form.managers).contains(form) else { throw ByteReader.Fault() }
    sequence = try reader.natural()
    timers = try reader.timers()
    lostTimers = try reader.count()
    device = try reader.snapshot()
    if form >= Form.geocoding { device.geocoding = try reader.geocoding() }
    if form >= Form.attributes {
      device.attributes = try reader.array { (reader) throws(ByteReader.Fault) in
        DeviceMessage(.attributes, form: try reader.text(), json: try reader.text())
      }
    }
    if form >= Form.group { try reader.readGroup(into: &self) }
    if form >= Form.monitors {
      device.monitors = try reader.array { (reader) throws(ByteReader.Fault) in try reader.monitor() }
    }
    if form >= Form.conditions {
      device.conditions = try reader.array { (reader) throws(ByteReader.Fault) in
        try reader.alertCondition()
      }
    }
    if form >= Form.approaches {
      device.approaches = try reader.array { (reader) throws(ByteReader.Fault) in try reader.approach() }
    }
    if form >= Form.orders { try reader.readOrders(into: &self) }
    if form >= Form.managers {
      device.managers = try reader.array { (reader) throws(ByteReader.Fault) in try reader.manager() }
    }
    // A clock that has no end would never come to an end.
    guard reader.isAtEnd, abs(device.clock) < StateStore.latestClock else { throw ByteReader.Fault() }
  }
}
