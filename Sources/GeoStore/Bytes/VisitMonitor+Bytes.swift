import Geo
import SQLite

extension ByteWriter {
  mutating func write(_ visits: VisitMonitor.Snapshot) {
    write((visits.stay.map { [$0] } ?? []) + visits.rivals) { writer, stay in
      for value in [stay.latitude, stay.longitude, stay.begin, stay.last] { writer.write(value) }
      writer.write(stay.isBeginKnown)
      for value in [stay.mean.x, stay.mean.y, stay.mean.z, stay.mean.weight] { writer.write(value) }
      writer.write(count: stay.mean.count)
    }
    write(visits.hasArrived)
    write(visits.outsideSince ?? .nan)
    write(visits.lastTimestamp ?? .nan)
    write(visits.isFirst)
  }
}

extension ByteReader {
  mutating func visits() throws(Fault) -> VisitMonitor.Snapshot {
    var visits = VisitMonitor.Snapshot()
    let stays = try array { (reader) throws(Fault) in try reader.stay() }
    (visits.stay, visits.rivals) = (stays.first, Array(stays.dropFirst()))
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
        x: try double(), y: try double(), z: try double(), weight: try double(), count: try natural()))
  }
}
