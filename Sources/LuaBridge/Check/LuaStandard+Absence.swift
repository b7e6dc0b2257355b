extension LuaStandard {
  /// What to say of a name of plain Lua that scripts do not have, and what to write instead.
  ///
  /// - Parameter name: `io`, or `os.getenv` for a member of a module.
  static func absence(of name: String) -> String {
    let advice = substitutes[name] ?? substitutes[name.split(separator: ".").first.map(String.init) ?? name]
    return "is not available in scripts" + (advice.map { ": \($0)" } ?? "")
  }

  /// What a script does instead, by absent name.
  private static let substitutes: [String: String] = [
    "io":
      "print and geoscript.log write lines, geoscript.writeFile and appendFile write files with --allow-write, "
      + "geoscript.readRegions reads shapes",
    "io.popen": "geoscript run --alerts 'exec:COMMAND' starts a command for each alert",
    "io.write": "print writes a line",
    "debug": "a traceback stands below each error; geoscript.log writes what you want to see",
    "package": "require finds files in the script's folder",
    "dofile": "use require \"name\" for name.lua in the script's folder",
    "loadfile": "use require \"name\" for name.lua in the script's folder",
    "os.getenv": "words after -- on the command line are in geoscript.args",
    "os.exit": "a run ends with its input; return ends the main chunk, error(…) a callback",
    "os.execute": "geoscript run --alerts 'exec:COMMAND' starts a command for each alert",
    "os.remove": "geoscript.writeFile replaces a file, with --allow-write",
    "os.rename": "geoscript.writeFile replaces a file, with --allow-write",
    "os.tmpname": "geoscript.writeFile writes into the folders of --allow-write",
    "os.setlocale": "scripts see the same texts on each machine",
    "string.dump": "scripts are source text",
  ]

  /// What to say of a module that people know from elsewhere; nil for what may be a file of the script's.
  package static func absentModule(_ name: String) -> String? {
    let first = name.split(whereSeparator: { $0 == "." || $0 == "/" }).first.map(String.init) ?? name
    return modulesElsewhere[name] ?? modulesElsewhere[first]
  }

  private static let network =
    "scripts have no network: geoscript run --alerts URL posts each alert, geoscript.send sends to a broker, with --channel NAME=mqtt://…"
  private static let json = "geoscript.json is there without require"
  private static let files =
    "scripts have no files but geoscript.writeFile and appendFile, with --allow-write"

  /// Modules of LuaRocks, and those of Lua itself, with what a script does instead.
  private static let modulesElsewhere: [String: String] = [
    "socket": network, "ssl": network, "http": network, "lcurl": network, "cURL": network, "copas": network,
    "requests": network, "mqtt": network, "mosquitto": network, "smtp": network,
    "json": json, "cjson": json, "dkjson": json, "rapidjson": json, "lunajson": json,
    "lfs": files, "posix": files, "path": files, "pl": files,
    "luasql": "geoscript.store keeps values, with --state",
    "lsqlite3": "geoscript.store keeps values, with --state",
    "io": absence(of: "io"), "debug": absence(of: "debug"),
    "string": "string is there without require", "table": "table is there without require",
    "math": "math is there without require", "os": "os is there without require",
    "utf8": "utf8 is there without require", "coroutine": "coroutine is there without require",
    "geoscript": "geoscript is there without require",
  ]
}
