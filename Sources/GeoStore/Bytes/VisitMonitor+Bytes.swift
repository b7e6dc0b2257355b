import Geo
import SQLite

extension ByteWriter {
  mutating func put(_ visits: VisitMonitor.Snapshot) {
    put(visits.stay.map { [$0] } ?? []) { writer, stay in
      for value in [stay.latitude, stay.longitude, stay.begin, stay.last] { writer.put(value) }
      writer.put(stay.isBeginKnown)
      for value in [stay.mean.x, stay.mean.y, stay.mean.z, stay.mean.weight] { writer.put(value) }
      writer.put(count: stay.mean.count)
    }
    put(visits.hasArrived)
    put(visits.outsideSince ?? .nan)
    put(visits.lastTimestamp ?? .nan)
    put(visits.isFirst)
  }
}

extension ByteReader {
  mutating func visits() throws(Fault) -> VisitMonitor.Snapshot {
    var visits = VisitMonitor.Snapshot()
    visits.stay = try array { (reader) throws(Fault) in try reader.stay() }.first
    visits.hasArrived = try flag()
    visits.outsideSince = try optional()
    visits.lastTimestamp = try optional()
    visits.isFirst = try flag()
    return visits
  }

  private mutating func stay() throws(Fault) -> VisitMonitor.Stay {
    VisitMonitor.Stay(
      latitude: try double(), longitude: try double(), begin: try double(), last: try double(),
      isBeginKnown: try flag(),
      mean: MeanPosition(
        x: try double(), y: try double(), z: try double(), weight: try double(), count: try count()))
  }
}
