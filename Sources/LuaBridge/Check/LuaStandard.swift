/// Names available without the catalog: Lua 5.4's library, without what the sandbox removes.
///
/// - Source: the Lua 5.4 reference manual, section 6; no `io`, `debug`, `package`, `dofile`, `loadfile`.
package enum LuaStandard {
  static let functions: Set<String> = [
    "assert", "collectgarbage", "error", "getmetatable", "ipairs", "load", "next", "pairs", "pcall", "print",
    "rawequal", "rawget", "rawlen", "rawset", "require", "select", "setmetatable", "tonumber", "tostring",
    "type", "xpcall",
  ]

  static let values: Set<String> = ["_ENV", "_G", "_VERSION"]

  package static let modules: [String: Set<String>] = [
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

  package static let all: Set<String> = functions.union(values).union(modules.keys)

  /// Names of plain Lua that scripts do not have.
  static let absent: Set<String> = ["debug", "dofile", "io", "loadfile", "package"]

  /// Members of Lua's modules that scripts do not have, by module.
  static let absentMembers: [String: Set<String>] = [
    "io": [
      "input", "lines", "output", "popen", "read", "stderr", "stdin", "stdout", "tmpfile", "type", "write",
    ],
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
    // Objective-C, C and Swift
    "NSTimer": "geoscript.after or geoscript.every", "Timer": "geoscript.after or geoscript.every",
    "DispatchQueue": "geoscript.after", "dispatch_after": "geoscript.after",
    "NSUserDefaults": "geoscript.store", "UserDefaults": "geoscript.store",
    "UIAlertView": "geoscript.alert",
    "UIAlertController": "geoscript.alert", "Date": "NSDate", "DateFormatter": "NSDateFormatter",
    "Calendar": "NSCalendar", "TimeZone": "NSTimeZone", "DateComponents": "NSDateComponents",
    "NSMeasurement": "plain numbers", "Measurement": "plain numbers",
    "NSMeasurementFormatter": "MKDistanceFormatter()", "MeasurementFormatter": "MKDistanceFormatter()",
    "NSLengthFormatter": "MKDistanceFormatter()", "LengthFormatter": "MKDistanceFormatter()",
    "abs": "math.abs", "fabs": "math.abs", "sqrt": "math.sqrt", "sin": "math.sin", "cos": "math.cos",
    "tan": "math.tan", "atan2": "math.atan", "floor": "math.floor", "ceil": "math.ceil", "fmod": "math.fmod",
    "pow": "the operator ^", "round": "math.floor(x + 0.5)", "min": "math.min", "max": "math.max",
    "M_PI": "math.pi", "rand": "math.random", "arc4random": "math.random", "NSArray": "a table, { … }",
    "NSMutableArray": "a table, { … }", "NSDictionary": "a table, { name = … }",
    "NSMutableDictionary": "a table, { name = … }", "NSString": "a text, \"…\"",
    "NSNumber": "a number", "NSNotificationCenter": "a function that you call yourself",
    // JavaScript, Python and shells
    "console": "print(…)", "println": "print(…)", "echo": "print(…)", "puts": "print(…)",
    "log": "geoscript.log", "len": "#list", "length": "#list", "str": "tostring", "String": "tostring",
    "int": "math.floor or tonumber", "float": "tonumber", "parseInt": "tonumber", "parseFloat": "tonumber",
    "Number": "tonumber", "Int": "math.floor or tonumber", "Double": "tonumber", "typeof": "type",
    "range": "for i = 1, n do", "enumerate": "ipairs", "Math": "math", "JSON": "geoscript.json",
    "json": "geoscript.json", "sleep": "geoscript.sleep, in a geoscript.task", "now": "geoscript.now",
    "notify": "geoscript.alert", "settings": "geoscript.device.settings", "device": "geoscript.device",
    "store": "geoscript.store", "fetch": "an alert to https://…, with --alerts",
    "try": "pcall(function() … end)", "catch": "pcall(function() … end)", "except": "pcall(function() … end)",
    "throw": "error(\"…\")", "raise": "error(\"…\")",
    "self": "the table of functions, as in delegate = app; self exists only in function app:name(…)",
    // Hammerspoon and OwnTracks
    "hs": "CLLocationManager, geoscript.alert and geoscript.after", "otr_hook": "geoscript.onMessage",
    "otr": "geoscript run --otr",
  ]

  /// Members that people write from memory of other languages, by class or module, with what to write.
  static let foreignMembers: [String: [String: String]] = [
    "MKMapView": [
      "add": "addAnnotation(annotation) or addOverlay(overlay)",
      "setCenter": "setCenterCoordinate(coordinate, animated)",
      "convert": "convertCoordinate_toPointToView or convertPoint_toCoordinateFromView",
    ],
    "NSDate": ["now": "NSDate:date()"], "NSCalendar": ["current": "NSCalendar:currentCalendar()"],
    "NSTimeZone": ["current": "NSTimeZone:localTimeZone()", "identifier": "name"],
    "NSDateFormatter": ["date": "dateFromString(text)", "string": "stringFromDate(date)"],
    "UIFont": ["preferredFontForTextStyle": "systemFontOfSize(size)"],
    "CLLocationManager": [
      "stopMonitoring": "stopMonitoringForRegion(region)", "shared": "CLLocationManager()",
      "sharedManager": "CLLocationManager()", "default": "CLLocationManager()",
      "requestAuthorization": "requestWhenInUseAuthorization() or requestAlwaysAuthorization()",
    ],
    "MKDirections": [
      "calculateWithCompletionHandler": "calculateDirectionsWithCompletionHandler(handler)"
    ],
    "MKMapItem": ["forCurrentLocation": "MKMapItem:mapItemForCurrentLocation()"],
    "MKMapPoint": [
      "coordinate": "MKCoordinateForMapPoint(point)", "distance": "MKMetersBetweenMapPoints(point, other)",
    ],
    "CLLocationCoordinate2D": [
      "distance": "a method of CLLocation: CLLocation(c.latitude, c.longitude):distanceFromLocation(…)"
    ],
    "Timer": [
      "scheduledTimer": "geoscript.after or geoscript.every",
      "scheduledTimerWithTimeInterval": "geoscript.after or geoscript.every",
    ],
    "geoscript": [
      "readFile": "geoscript.readRegions, geoscript.readGeoJSON, or values with --settings",
      "fetch": "an alert to https://…, with --alerts", "http": "an alert to https://…, with --alerts",
      "notify": "geoscript.alert", "setTimeout": "geoscript.after", "setInterval": "geoscript.every",
      "timer": "geoscript.after or geoscript.every", "print": "print(…)", "time": "geoscript.now()",
    ],
    "geoscript.json": [
      "parse": "decode", "loads": "decode", "stringify": "encode", "dumps": "encode", "dump": "encode",
    ],
    "geoscript.device": [
      "location": "the locations of didUpdateLocations, or manager.location",
      "coordinate": "the locations of didUpdateLocations, or manager.location",
      "latitude": "manager.location.coordinate.latitude",
      "longitude": "manager.location.coordinate.longitude",
      "speed": "manager.location.speed", "battery": "geoscript.device.attributes",
    ],
    "math": ["pow": "the operator ^", "round": "math.floor(x + 0.5)", "atan2": "math.atan(y, x)"],
    "string": [
      "split": "string.gmatch(text, \"[^,]+\")", "trim": "string.match(text, \"^%s*(.-)%s*$\")",
      "contains": "string.find(text, word, 1, true)", "startsWith": "string.find(text, word, 1, true) == 1",
      "replace": "string.gsub(text, pattern, other)", "length": "#text",
      "join": "table.concat(list, separator)",
    ],
    "table": [
      "getn": "#list", "length": "#list", "size": "#list", "push": "table.insert(list, value)",
      "pop": "table.remove(list)", "join": "table.concat(list, separator)",
      "append": "table.insert(list, value)",
      "foreach": "for key, value in pairs(t) do … end", "keys": "for key in pairs(t) do … end",
      "contains": "for _, value in ipairs(list) do … end",
    ],
  ]

  /// The function or constant of C for what Swift has as a member of a struct: `MKMapRectGetMidX` for `rect.midX`.
  static func structFunction(_ member: String, of name: String, where isGlobal: (String) -> Bool) -> String? {
    let word = member.prefix(1).uppercased() + member.dropFirst()
    let short = word.hasSuffix("By") ? String(word.dropLast(2)) : word
    return ["\(word)", "Get\(word)", "\(word)Point", "\(word)Rect", short].lazy.map { name + $0 }.first(
      where: isGlobal)
  }

  /// What lists of the host answer, as lb_sequence.c declares it.
  static let listMethods: Set<String> = ["anyObject", "count", "objectAtIndex"]

  /// What Lua writes for a member that lists have in Swift and Objective-C; nil for another one.
  static func ofList(_ name: String, _ list: String) -> String? {
    switch name {
    case "first", "firstObject": "\(list)[1]"
    case "last", "lastObject": "\(list)[#\(list)]"
    case "count", "length", "size": "#\(list)"
    case "isEmpty": "#\(list) == 0"
    case "append", "addObject", "push": "\(list)[#\(list) + 1] = …"
    case "forEach", "enumerateObjectsUsingBlock": "for _, each in ipairs(\(list)) do"
    default: nil
    }
  }

  /// What to write for a foreign member of a class, or of one of its bases.
  static func foreignMember(_ name: String, of lineage: [String]) -> String? {
    lineage.lazy.compactMap { foreignMembers[$0]?[name] }.first
  }
}
