import Geo
import SQLite

extension ByteWriter {
  mutating func put(_ window: ReorderWindow.Snapshot) {
    for value in [window.newestFix, window.floor, window.newest, window.newestTime] { put(value) }
    put(window.last.map { [$0] } ?? []) { $0.put($1) }
    put(window.suspect) { $0.put($1) }
    put(window.strays) { $0.put($1) }
    put(window.held) { writer, held in
      writer.put(held.event)
      writer.put(held.releaseAt)
      writer.put(held.rebases)
    }
  }
}

extension ByteReader {
  mutating func window() throws(Fault) -> ReorderWindow.Snapshot {
    var window = ReorderWindow.Snapshot()
    window.newestFix = try double()
    window.floor = try double()
    window.newest = try double()
    window.newestTime = try double()
    window.last = try events().first
    window.suspect = try events()
    window.strays = try events()
    window.held = try array { (reader) throws(Fault) in
      ReorderWindow.Snapshot.Held(
        event: try reader.event(), releaseAt: try reader.double(), rebases: try reader.flag())
    }
    return window
  }

  private mutating func events() throws(Fault) -> [DeviceEvent] {
    try array { (reader) throws(Fault) in try reader.event() }
  }
}
