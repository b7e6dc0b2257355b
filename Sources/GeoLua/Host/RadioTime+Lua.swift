import Geo
import LuaBridge

/// A radio time as scripts see it: a table of seconds.
struct RadioTimeTable: HostTable {
  static var luaType: String { "{ gps: number, wifi: number, cellular: number, magnetometer: number }" }
  let time: RadioTime

  func push(_ stack: LuaStack) {
    LuaTable.push(
      stack,
      [
        ("gps", time.gps), ("wifi", time.wifi), ("cellular", time.cellular),
        ("magnetometer", time.magnetometer),
      ])
  }
}
