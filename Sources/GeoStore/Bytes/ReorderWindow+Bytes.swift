import Geo
import SQLite

extension ByteWriter {
  mutating func write(_ window: ReorderWindow.Snapshot) {
    for value in [window.newestFix, window.floor, window.newest, window.newestTime] { write(value) }
    write(window.last.map { [$0] } ?? []) { $0.write($1) }
    write(window.suspect) { $0.write($1) }
    write(window.strays) { $0.write($1) }
    write(window.held) { writer, held in
      writer.write(held.event)
      writer.write(held.releaseAt)
      writer.write(held.rebases)
    }
  }
}

extension ByteReader {
  mutating func window() throws(Fault) -> ReorderWindow.Snapshot {
    var window = ReorderWindow.Snapshot()
    window.newestFix = try latest()
    window.floor = try latest()
    window.newest = try latest()
    window.newestTime = try latest()
    // Behind such a time every event would be late.
    guard window.floor < StateStore.latestClock, window.newest < StateStore.latestClock else { throw Fault() }
    window.last = try events().first
    window.suspect = try events()
    window.strays = try events()
    window.held = try array { (reader) throws(Fault) in
      ReorderWindow.Snapshot.Held(
        event: try reader.event(), releaseAt: try reader.coming(), rebases: try reader.flag())
    }
    return window
  }

  private mutating func events() throws(Fault) -> [DeviceEvent] {
    try array { (reader) throws(Fault) in try reader.event() }
  }
}
