import Geo
import SQLite

extension ByteWriter {
  mutating func write(_ manager: CLLocationManager.Snapshot) {
    write(count: manager.number)
    write(manager.isUpdating)
    write(manager.isMonitoringVisits)
    switch manager.delivered {
    case .none: write(UInt8(0))
    case .newest: write(UInt8(1))
    case .older(let fix, let timestamp):
      write(UInt8(2))
      write(fix)
      write(timestamp)
    }
    write(manager.significant.map { [$0] } ?? []) { writer, significant in
      writer.write(significant.reported)
      writer.write(significant.heldUntil)
    }
    write(manager.pause.map { [$0] } ?? []) { writer, pause in
      writer.write(pause.isPaused)
      writer.write(pause.minimumStay)
      writer.write(pause.stay)
    }
    write(manager.rest.map { [$0] } ?? []) { $0.write($1) }
  }
}

extension ByteReader {
  mutating func manager() throws(Fault) -> CLLocationManager.Snapshot {
    var manager = CLLocationManager.Snapshot(number: try natural())
    manager.isUpdating = try flag()
    manager.isMonitoringVisits = try flag()
    switch try byte() {
    case 0: manager.delivered = .none
    case 1: manager.delivered = .newest
    case 2: manager.delivered = .older(try fix(), timestamp: try double())
    default: throw Fault()
    }
    manager.significant = try array { (reader) throws(ByteReader.Fault) in
      var significant = CLLocationManager.Snapshot.Significant()
      significant.reported = try reader.coordinate()
      significant.heldUntil = try reader.measure()
      return significant
    }.first
    manager.pause = try array { (reader) throws(ByteReader.Fault) in
      CLLocationManager.Snapshot.Pause(
        isPaused: try reader.flag(), minimumStay: try reader.double(), stay: try reader.visits())
    }.first
    manager.rest = try array { (reader) throws(ByteReader.Fault) in try reader.visits() }.first
    return manager
  }
}
