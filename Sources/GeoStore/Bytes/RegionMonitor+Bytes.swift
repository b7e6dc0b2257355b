import Geo
import SQLite

extension ByteWriter {
  mutating func put(_ regions: RegionMonitor.Snapshot) {
    put(regions.inside) { writer, visit in
      writer.put(visit.identifier)
      writer.put(visit.id)
      writer.put(visit.begin)
    }
    put(regions.pending) { writer, pending in
      writer.put(pending.identifier)
      writer.put(pending.isEnter)
      writer.put(pending.since)
      writer.put(pending.due)
      writer.put(pending.isCrossed)
    }
    put(regions.dwells) { writer, dwell in
      writer.put(dwell.identifier)
      writer.put(dwell.due)
    }
    put(regions.lastFix.map { [$0] } ?? []) { writer, fix in
      for value in [fix.latitude, fix.longitude, fix.accuracy, fix.altitude ?? .nan, fix.timestamp] {
        writer.put(value)
      }
    }
    put(regions.isUnsettled)
    put(regions.unknown) { $0.put($1) }
    put(regions.sequence)
    put(regions.lastTimestamp)
  }

  private mutating func put(_ due: RegionMonitor.Snapshot.Due) {
    put(due.time)
    put(due.lag)
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
          latitude: try reader.double(), longitude: try reader.double(), accuracy: try reader.double(),
          altitude: try reader.optional(), timestamp: try reader.double())
      }.first
    regions.isUnsettled = try flag()
    regions.unknown = try array { (reader) throws(Fault) in try reader.text() }
    regions.sequence = try word()
    regions.lastTimestamp = try double()
    return regions
  }

  private mutating func due() throws(Fault) -> RegionMonitor.Snapshot.Due {
    RegionMonitor.Snapshot.Due(time: try double(), lag: try double())
  }
}
