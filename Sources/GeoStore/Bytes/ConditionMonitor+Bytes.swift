import Geo
import SQLite

extension ByteWriter {
  mutating func write(_ monitor: ConditionMonitor.Snapshot) {
    write(monitor.name)
    write(monitor.records) { writer, record in
      writer.write(record.condition.region)
      writer.write(record.lastEvent)
    }
    write(monitor.regions)
    write(monitor.waiting) { $0.write($1) }
    write(count: monitor.lostEvents)
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
      let condition = CLCondition(try reader.region())
      return CLMonitorRecord(condition: condition, lastEvent: try reader.monitorEvent())
    }
    monitor.regions = try regions()
    monitor.waiting = try array { (reader) throws(ByteReader.Fault) in try reader.monitorEvent() }
    monitor.lostEvents = try count()
    return monitor
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
