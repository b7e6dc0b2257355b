import Geo
import SQLite

extension ByteWriter {
  mutating func write(_ regions: RegionMonitor.Snapshot) {
    write(regions.inside) { writer, visit in
      writer.write(visit.identifier)
      writer.write(visit.id)
      writer.write(visit.begin)
    }
    write(regions.pending) { writer, pending in
      writer.write(pending.identifier)
      writer.write(pending.isEnter)
      writer.write(pending.since)
      writer.write(pending.due)
      writer.write(pending.isCrossed)
    }
    write(regions.dwells) { writer, dwell in
      writer.write(dwell.identifier)
      writer.write(dwell.due)
    }
    write(regions.lastFix.map { [$0] } ?? []) { writer, fix in
      for value in [fix.latitude, fix.longitude, fix.accuracy, fix.altitude ?? .nan, fix.timestamp] {
        writer.write(value)
      }
    }
    write(regions.isUnsettled)
    write(regions.unknown) { $0.write($1) }
    write(regions.sequence)
    write(regions.lastTimestamp)
  }

  private mutating func write(_ due: RegionMonitor.Snapshot.Due) {
    write(due.time)
    write(due.lag)
  }
}

extension ByteReader {
  mutating func regions() throws(Fault) -> RegionMonitor.Snapshot {
    var regions = RegionMonitor.Snapshot()
    regions.inside = try array { (reader) throws(Fault) in
      RegionMonitor.Snapshot.Visit(
        identifier: try reader.text(), id: try reader.word(), begin: try reader.double())
    }
    regions.pending = try array { (reader) throws(Fault) in
      RegionMonitor.Snapshot.Pending(
        identifier: try reader.text(), isEnter: try reader.flag(), since: try reader.double(),
        due: try reader.due(), isCrossed: try reader.flag())
    }
    regions.dwells = try array { (reader) throws(Fault) in
      RegionMonitor.Snapshot.Dwell(identifier: try reader.text(), due: try reader.due())
    }
    regions.lastFix =
      try array { (reader) throws(Fault) in
        RegionMonitor.Snapshot.LastFix(
          latitude: try reader.double(), longitude: try reader.double(), accuracy: try reader.measure(),
          altitude: try reader.optional(), timestamp: try reader.double())
      }.first
    regions.isUnsettled = try flag()
    regions.unknown = try array { (reader) throws(Fault) in try reader.text() }
    regions.sequence = try naturalWord()
    regions.lastTimestamp = try latest()
    return regions
  }

  private mutating func due() throws(Fault) -> RegionMonitor.Snapshot.Due {
    RegionMonitor.Snapshot.Due(time: try double(), lag: try double())
  }
}
