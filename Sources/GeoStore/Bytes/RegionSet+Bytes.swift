package import Geo
package import SQLite

/// Regions added to a base, and identifiers removed from it, as bytes for the database.
package enum RegionSetBytes {
  private static let form: UInt8 = 1

  package static func make(added: some Sequence<MonitoredRegion>, removed: [String]) -> [UInt8] {
    var writer = ByteWriter(capacity: 256)
    writer.write(form)
    writer.write(removed) { $0.write($1) }
    for region in added { writer.write(region) }
    return writer.bytes
  }

  package static func read(
    _ bytes: [UInt8], onto base: RegionSet, zones: @escaping ZoneFinder
  ) throws(ByteReader.Fault) -> RegionSet {
    var reader = ByteReader(bytes, zones: zones)
    guard try reader.byte() == form else { throw ByteReader.Fault() }
    var set = base
    for identifier in try reader.array({ (reader) throws(ByteReader.Fault) in try reader.text() }) {
      set = set.removing(identifier: identifier)
    }
    var added: [MonitoredRegion] = []
    while !reader.isAtEnd { added.append(try reader.region()) }
    return set.adding(contentsOf: added)
  }
}

extension ByteWriter {
  /// The options of a region beyond its buffer, one bit each.
  fileprivate static let entry: UInt8 = 1
  fileprivate static let exit: UInt8 = 2
  fileprivate static let options: UInt8 = 4

  mutating func write(_ region: MonitoredRegion) {
    write(region.identifier)
    write(region.buffer)
    var bits: UInt8 = 0
    if region.notifyOnEntry { bits |= ByteWriter.entry }
    if region.notifyOnExit { bits |= ByteWriter.exit }
    if region.options != .none { bits |= ByteWriter.options }
    write(bits)
    switch region.shape {
    case nil:
      write(UInt8(0))
      write(region.center)
      write(region.radius)
    case .polygon(let shape):
      write(UInt8(1))
      write(shape.parts) { writer, part in
        writer.write(part) { writer, ring in writer.write(ring) { $0.write($1) } }
      }
    case .corridor(let shape):
      write(UInt8(2))
      write(shape.path) { $0.write($1) }
      write(shape.halfWidth)
    case .box(let shape):
      write(UInt8(3))
      write(shape.southWest)
      write(shape.northEast)
    }
    if region.options != .none { write(region.options) }
  }

  private mutating func write(_ options: RegionOptions) {
    write(options.altitudes?.lowerBound ?? .nan)
    write(options.altitudes?.upperBound ?? .nan)
    write(options.enterDelay)
    write(options.exitDelay)
    write(options.dwell ?? .nan)
    write(options.accuracyMode.rawValue)
    write(options.maximumError)
    write(options.minimumAccuracy ?? .nan)
    write(options.detectsCrossing)
    write(options.schedule != nil)
    guard let schedule = options.schedule else { return }
    write(schedule.days.rawValue)
    write(count: schedule.from)
    write(count: schedule.to)
    write(schedule.timeZone.name)
  }
}

extension ByteReader {
  mutating func region() throws(Fault) -> MonitoredRegion {
    let identifier = try text()
    let buffer = try coming()
    let bits = try byte()
    let onEntry = bits & ByteWriter.entry != 0
    let onExit = bits & ByteWriter.exit != 0
    let hasOptions = bits & ByteWriter.options != 0
    guard let shape = try shape() else {
      let center = try coordinate()
      let radius = try coming()
      return MonitoredRegion(
        identifier: identifier, center: center, radius: radius, desiredAccuracy: buffer,
        notifyOnEntry: onEntry, notifyOnExit: onExit, options: hasOptions ? try regionOptions() : .none)
    }
    return MonitoredRegion(
      identifier: identifier, shape: shape, desiredAccuracy: buffer, notifyOnEntry: onEntry,
      notifyOnExit: onExit, options: hasOptions ? try regionOptions() : .none)
  }

  /// Nil for a circle.
  private mutating func shape() throws(Fault) -> AreaShape? {
    let kind = try byte()
    do {
      switch kind {
      case 0: return nil
      case 1: return .polygon(try PolygonShape(parts: try parts()))
      case 2:
        let path = try coordinates()
        return .corridor(try CorridorShape(path: path, halfWidth: try double()))
      case 3:
        let southWest = try coordinate()
        return .box(try BoxShape(southWest: southWest, northEast: try coordinate()))
      default: throw Fault()
      }
    } catch { throw Fault() }
  }

  private mutating func coordinates() throws(Fault) -> [CLLocationCoordinate2D] {
    try array { (reader) throws(Fault) in try reader.coordinate() }
  }

  private mutating func parts() throws(Fault) -> [[[CLLocationCoordinate2D]]] {
    try array { (reader) throws(Fault) in
      try reader.array { (reader) throws(Fault) in try reader.coordinates() }
    }
  }

  /// Both ends are NaN where any altitude counts; each may be open.
  private mutating func altitudes() throws(Fault) -> ClosedRange<Double>? {
    let (low, high) = (Double(bitPattern: try word()), Double(bitPattern: try word()))
    if low.isNaN, high.isNaN { return nil }
    guard low <= high else { throw Fault() }
    return low...high
  }

  private mutating func regionOptions() throws(Fault) -> RegionOptions {
    var options = RegionOptions()
    options.altitudes = try altitudes()
    options.enterDelay = try double()
    options.exitDelay = try double()
    options.dwell = try optional()
    guard let mode = RegionOptions.AccuracyMode(rawValue: try text()) else { throw Fault() }
    options.accuracyMode = mode
    options.maximumError = try coming()
    options.minimumAccuracy = try optionalComing()
    options.detectsCrossing = try flag()
    if try flag() {
      let days = RegionSchedule.Days(rawValue: try byte())
      let from = try natural()
      let to = try natural()
      // A time zone that the system no longer has counts as UTC until the region is registered again.
      let zone = zones(try text()) ?? .utc
      options.schedule = RegionSchedule(days: days, from: from, to: to, timeZone: zone)
    }
    return options
  }
}
