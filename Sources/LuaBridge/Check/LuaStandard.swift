/// Names available without the catalog: Lua 5.4's library, without what the sandbox removes.
///
/// - Source: the Lua 5.4 reference manual, section 6; no `io`, `debug`, `package`, `dofile`, `loadfile`.
enum LuaStandard {
  static let functions: Set<String> = [
    "assert", "collectgarbage", "error", "getmetatable", "ipairs", "load", "next", "pairs", "pcall", "print",
    "rawequal", "rawget", "rawlen", "rawset", "require", "select", "setmetatable", "tonumber", "tostring",
    "type", "xpcall",
  ]

  static let values: Set<String> = ["_ENV", "_G", "_VERSION"]

  static let modules: [String: Set<String>] = [
    "coroutine": ["close", "create", "isyieldable", "resume", "running", "status", "wrap", "yield"],
    "math": [
      "abs", "acos", "asin", "atan", "ceil", "cos", "deg", "exp", "floor", "fmod", "huge", "log", "max",
      "maxinteger", "min", "mininteger", "modf", "pi", "rad", "random", "randomseed", "sin", "sqrt", "tan",
      "tointeger", "type", "ult",
    ],
    "os": ["clock", "date", "difftime", "time"],
    "string": [
      "byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "pack", "packsize", "rep",
      "reverse", "sub", "unpack", "upper",
    ],
    "table": ["concat", "insert", "move", "pack", "remove", "sort", "unpack"],
    "utf8": ["char", "charpattern", "codepoint", "codes", "len", "offset"],
  ]

  static let all: Set<String> = functions.union(values).union(modules.keys)

  /// Names of plain Lua that scripts do not have.
  static let absent: Set<String> = ["debug", "dofile", "io", "loadfile", "package"]

  /// Members of Lua's modules that scripts do not have, by module.
  static let absentMembers: [String: Set<String>] = [
    "os": ["execute", "exit", "getenv", "remove", "rename", "setlocale", "tmpname"],
    "string": ["dump"],
  ]

  /// Names from other languages and older Lua, with what to write instead.
  static let foreign: [String: String] = [
    "None": "nil", "NULL": "nil", "Null": "nil", "null": "nil", "undefined": "nil", "True": "true",
    "TRUE": "true",
    "YES": "true", "False": "false", "FALSE": "false", "NO": "false", "this": "self",
    "unpack": "table.unpack",
    "loadstring": "load", "printf": "print(string.format(…))", "NSLog": "geoscript.log",
    "arg": "geoscript.args", "alert": "geoscript.alert", "setTimeout": "geoscript.after",
    "setInterval": "geoscript.every", "super": "YourClass.super",
    "MKMarkerAnnotationView": "MKPinAnnotationView",
  ]
}
