import Geo

/// Regions added to a base, and identifiers removed from it, as bytes for the database.
enum RegionSetBytes {
  /// The form of the bytes; shapes beside circles will have another.
  private static let form: UInt8 = 1

  static func make(added: some Sequence<MonitoredRegion>, removed: [String]) -> [UInt8] {
    var writer = ByteWriter(capacity: 256)
    writer.put(form)
    writer.put(removed) { $0.put($1) }
    for region in added {
      writer.put(region.identifier)
      writer.put(region.center)
      writer.put(region.radius)
      writer.put(region.buffer)
      writer.put(UInt8((region.notifyOnEntry ? 1 : 0) | (region.notifyOnExit ? 2 : 0)))
    }
    return writer.bytes
  }

  static func read(_ bytes: [UInt8], onto base: RegionSet) throws(ByteReader.Fault) -> RegionSet {
    var reader = ByteReader(bytes)
    guard try reader.byte() == form else { throw ByteReader.Fault() }
    var set = base
    for identifier in try reader.array({ (reader) throws(ByteReader.Fault) in try reader.text() }) {
      set = set.removing(identifier: identifier)
    }
    var added: [MonitoredRegion] = []
    while !reader.isAtEnd {
      let identifier = try reader.text()
      let center = try reader.coordinate()
      let radius = try reader.double()
      let buffer = try reader.double()
      let options = try reader.byte()
      added.append(
        MonitoredRegion(
          identifier: identifier, center: center, radius: radius, desiredAccuracy: buffer,
          notifyOnEntry: options & 1 != 0, notifyOnExit: options & 2 != 0))
    }
    return set.adding(contentsOf: added)
  }
}
