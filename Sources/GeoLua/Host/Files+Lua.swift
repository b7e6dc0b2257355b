import Geo
import LuaBridge

extension GeoscriptModule {
  /// Writes files for scripts.
  static func declareFiles(_ m: LuaScope) {
    m.function(
      "writeFile", ["path", "data"],
      "Writes a string, such as the bytes of a PNG, to a file in or below a folder of --allow-write; replaces an "
        + "existing file, and makes missing folders."
    ) { [unowned machine = m.machine] (path: String, data: LuaBytes) in
      try RunningScript.current(machine).write(data.bytes, to: path)
    }
    m.function(
      "appendFile", ["path", "data"],
      "Adds a string at the end of a file in or below a folder of --allow-write; makes a missing file and missing "
        + "folders."
    ) { [unowned machine = m.machine] (path: String, data: LuaBytes) in
      try RunningScript.current(machine).append(data.bytes, to: path)
    }
  }
}
