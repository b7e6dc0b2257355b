import Geo
import SQLite

extension ByteWriter {
  mutating func write(_ monitor: ConditionMonitor.Snapshot) {
    write(monitor.name)
    write(monitor.records) { writer, record in
      writer.write(record.condition)
      writer.write(record.lastEvent)
    }
    write(monitor.regions)
    write(monitor.waiting) { $0.write($1) }
    write(count: monitor.lostEvents)
    write(monitor.sightings) { writer, sighting in
      writer.write(sighting.identifier)
      writer.write(sighting.time)
    }
  }

  private mutating func write(_ condition: CLCondition) {
    write(condition.beacon?.uuid ?? "")
    if let region = condition.region { write(region) }
    guard let beacon = condition.beacon else { return }
    write(Double(beacon.major ?? -1))
    write(Double(beacon.minor ?? -1))
  }

  private mutating func write(_ event: CLMonitorEvent) {
    write(event.identifier)
    write(event.state.rawValue)
    write(event.date)
    write(event.obstacle.map { $0.rawValue + 1 } ?? 0)
  }
}

extension ByteReader {
  mutating func monitor() throws(Fault) -> ConditionMonitor.Snapshot {
    var monitor = ConditionMonitor.Snapshot()
    monitor.name = try text()
    monitor.records = try array { (reader) throws(ByteReader.Fault) in
      let condition = try reader.condition()
      return CLMonitorRecord(condition: condition, lastEvent: try reader.monitorEvent())
    }
    monitor.regions = try regions()
    monitor.waiting = try array { (reader) throws(ByteReader.Fault) in try reader.monitorEvent() }
    monitor.lostEvents = try natural()
    monitor.sightings = try array { (reader) throws(ByteReader.Fault) in
      (identifier: try reader.text(), time: try reader.double())
    }
    return monitor
  }

  private mutating func condition() throws(Fault) -> CLCondition {
    let uuid = try text()
    if uuid.isEmpty { return CLCondition(try region()) }
    let (major, minor) = (Int(exactly: try double()), Int(exactly: try double()))
    guard let major, let minor,
      let beacon = CLBeaconIdentity(
        uuid: uuid, major: major < 0 ? nil : major, minor: minor < 0 ? nil : minor)
    else { throw Fault() }
    return CLCondition(beacon)
  }

  private mutating func monitorEvent() throws(Fault) -> CLMonitorEvent {
    let identifier = try text()
    guard let state = CLMonitoringState(rawValue: try text()) else { throw Fault() }
    let date = try double()
    let number = try byte()
    let obstacle = number == 0 ? nil : CLMonitorObstacle(rawValue: number - 1)
    guard number == 0 || obstacle != nil else { throw Fault() }
    return CLMonitorEvent(identifier: identifier, state: state, date: date, obstacle: obstacle)
  }
}
