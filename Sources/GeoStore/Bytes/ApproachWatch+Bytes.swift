import Geo
import SQLite

extension ByteWriter {
  mutating func write(_ approach: ApproachWatch.Snapshot) {
    write(approach.place)
    write(approach.within)
    write(approach.line)
    write(approach.phase)
    write(approach.value)
    write(approach.times) { $0.write($1) }
    write(approach.distances) { $0.write($1) }
  }
}

extension ByteReader {
  mutating func approach() throws(Fault) -> ApproachWatch.Snapshot {
    ApproachWatch.Snapshot(
      place: try coordinate(), within: try coming(), line: try word(), phase: try byte(),
      value: try measure(),
      times: try array { (reader) throws(Fault) in try reader.double() },
      distances: try array { (reader) throws(Fault) in try reader.double() })
  }
}
