import GeoLua
import LuaBridge
import Testing

/// What `geoscript check` says of mistakes that are certain from the script alone.
@Suite struct ScriptJudgesTests {
  private static let checker = LuaChecker(catalog: GeoLibrary.catalog)

  private func found(_ source: String) -> [String] {
    Self.checker.check(source, name: "a").map(\.description)
  }

  private static let place = "CLLocationCoordinate2D(45, 13)"
  private static let region = "CLCircularRegion(\(place), 50, 'home')"

  @Test(arguments: [
    ("geoscript.alert{ text = 'x' }", "an alert needs a title: geoscript.alert{ title = \"…\" }"),
    ("geoscript.alert{}", "an alert needs a title: geoscript.alert{ title = \"…\" }"),
    (
      "geoscript.alert{ title = 'x', id = 3 }",
      "the host fills in the field 'id' of an alert: choose another name"
    ),
    (
      "geoscript.log('warn', 'x')",
      "the level of geoscript.log is debug, info, warning or error, not 'warn' (did you mean 'warning'?)"
    ),
    ("geoscript.every(0, print)", "geoscript.every takes 0.001 seconds or more (got 0)"),
    ("geoscript.after(-1, print)", "geoscript.after takes 0 seconds or more (got -1)"),
    (
      "print(CLLocationCoordinate2D(139.7, 35.6))",
      "warning: latitude 139.7 is outside −90…90: latitude comes first, then longitude"
    ),
    ("print(CLLocationCoordinate2DMake(5, 190))", "warning: longitude 190 is outside −180…180"),
    (
      "local r = -5\nprint(CLCircularRegion(\(place), r, 'x'))", "2: radius must be greater than 0 m (got -5)"
    ),
    (
      "print(CLCircularRegion.new{ center = { latitude = 91, longitude = 181 }, radius = 5, identifier = 'x' })",
      "warning: latitude 91 is outside −90…90"
    ),
    (
      "print(CLCircularRegion.new{ center = {45, 13}, radius = 5, identifier = 'x' })",
      "bad value for 'center' (CLLocationCoordinate2D expected, field 'latitude' is missing: write CLLocationCoordinate2D(latitude, longitude))"
    ),
    (
      "local l = CLLocation(1, 2)\nprint(CLCircularRegion(l, 5, 'x'))",
      "2: bad argument #1 to 'CLCircularRegion' (CLLocationCoordinate2D expected, got CLLocation: write l.coordinate)"
    ),
  ])
  func valuesThatCannotBe(source: String, message: String) { expect(source, message) }

  @Test(arguments: [
    ("schedule = { days = {'xxx'} }", "'xxx' is not a day (expected mon, tue, wed, thu, fri, sat, sun)"),
    (
      "schedule = { day = {'mon'} }",
      "a schedule has no field 'day' (days, from, to, timeZone) (did you mean 'days'?)"
    ),
    ("schedule = { days = 'mon' }", "days of a schedule are a list: { \"mon\" }"),
    (
      "schedule = { { days = { 'mon' } } }",
      "schedule has named fields, not a list: write { days = { \"mon\" }, from = \"08:00\", to = \"18:00\" }"
    ),
    ("altitudes = { 0, 120 }", "altitudes has named fields, not a list: write { min = 0, max = 120 }"),
    ("schedule = { from = '8' }", "'8' is not a time of day (expected 00:00 to 24:00)"),
    ("schedule = { from = 8 }", "'from' of a schedule is a text: \"08:00\""),
    ("accuracyMode = 'exact'", "accuracyMode cannot be 'exact' (point, contains, clamp)"),
    ("dwell = -1", "dwell must be 0 or more (got -1)"),
    ("altitudes = { min = 5, max = 1 }", "min is above max in altitudes"),
  ])
  func optionsOfRegions(option: String, message: String) {
    expect("local r = \(Self.region)\nr.\(option)", "2: " + message)
    expect(
      "print(CLCircularRegion.new{ center = \(Self.place), radius = 5, identifier = 'x', \(option) })",
      message)
  }

  @Test(arguments: [
    (
      "m:startMonitoringForRegion('home')",
      "bad argument #1 to 'startMonitoringForRegion' (CLRegion expected, got string)"
    ),
    (
      "local name = 'home'\nm:startMonitoringForRegion(name)",
      "bad argument #1 to 'startMonitoringForRegion' (CLRegion expected, got string)"
    ),
    (
      "local r = \(region)\nm:startMonitoringForRegion(r)\nr.dwell = 60",
      "warning: 'dwell' is set too late: startMonitoringForRegion on line 3 took the object as it was; set 'dwell' before that"
    ),
    (
      "local a = \(region)\nlocal b = \(region)\nm:startMonitoringForRegion(a)\nm:startMonitoringForRegion(b)",
      "warning: identifier 'home' is on line 2 already: the later object replaces the other"
    ),
  ])
  func regionsOfAManager(source: String, message: String) {
    let start = "local m = CLLocationManager.new{ delegate = { didEnterRegion = print } }\n"
    let all = found(start + source)
    #expect(all.count == 1 && all[0].hasSuffix(": " + message), "\(all)")
  }

  @Test func aServiceWithoutItsFunctionIsToldOnce() {
    let call = "local m = CLLocationManager()\nm:startMonitoringForRegion(\(Self.region))\n"
    let missing = "'startMonitoringForRegion' has no effect: the script has no delegate function "
    #expect(
      found(call + "m.delegate = { didUpdateLocations = print }")
        == ["a:2: warning: \(missing)didEnterRegion or didExitRegion"])
    #expect(
      found(call + "local app = {}\nfunction app:didExitRegion() end").map { $0.contains("has a delegate") }
        == [true])
    #expect(found(call + "m.delegate = { didExitRegion = print }") == [])
    // Functions with computed names may be anything.
    #expect(
      found(
        call + "local app = {}\nm.delegate = app\nfor _, n in ipairs(geoscript.args) do app[n] = print end")
        == [])
  }

  @Test(arguments: [
    (
      "print(geoscript.now().timeIntervalSince1970 - 5)",
      "'timeIntervalSince1970' is a method: write …:timeIntervalSince1970()"
    ),
    (
      "local d = geoscript.now()\nprint(-d.timeIntervalSinceNow)",
      "2: 'timeIntervalSinceNow' is a method: write d:timeIntervalSinceNow()"
    ),
    ("geoscript.store.f = print", "geoscript.store keeps text, numbers, booleans and tables, not a function"),
    (
      "local s = geoscript.store\ns.l = CLLocation(1, 2)",
      "2: geoscript.store keeps text, numbers, booleans and tables, not an object, CLLocation"
    ),
    (
      "print(os.getenv('HOME'))",
      "'os.getenv' is not available in scripts: words after -- on the command line are in geoscript.args"
    ),
    (
      "local s = require 'socket.http'\nprint(s)",
      "warning: no module 'socket.http' comes with geoscript: scripts have no network: geoscript run --alerts URL posts each alert, geoscript.send sends to a broker, with --channel NAME=mqtt://…"
    ),
    (
      "local p = {}\nfor i = 0, 3 do p[i] = \(place) end\nMKPolygon:polygonWithCoordinates(p)",
      "3: bad argument #1 to 'polygonWithCoordinates' (Lua's arrays begin at 1: this one has an element 0, which is left out)"
    ),
    (
      "local app = {}\nfunction app:didUpdateLocations(m, l) print(l[0]) end",
      "2: Lua's arrays begin at 1: write l[1] for the first element"
    ),
    (
      "local app = {}\nfunction app:didUpdateLocations(m, l) for i = 0, #l do print(l[i]) end end",
      "2: warning: 'i' begins at 0, but Lua's arrays begin at 1"
    ),
    ("setmetatable(CLLocation(1, 2), {})", "setmetatable takes a plain table, not a CLLocation"),
    (
      "local app = {}\nfunction app.didExitRegion(this, m, region) print(region) end",
      "2: warning: 'didExitRegion' is called with manager, region: here 'this' is the manager (write function app:didExitRegion(manager, region), or call 'this' self)"
    ),
  ])
  func mistakesOfOtherLanguages(source: String, message: String) { expect(source, message) }

  @Test(arguments: [
    "geoscript.alert{ body = 'x' }", "local f = {}\nf.title = 'x'\ngeoscript.alert(f)",
    "local v = UIView()\nv.backgroundColor = '#ff0000'",
    "local r = \(region)\nr.schedule = { days = { 'Monday', 'tue' }, from = '08:00', to = '24:00', timeZone = 'UTC' }",
    "local m = CLLocationManager.new{ delegate = { didEnterRegion = print } }\nlocal r = \(region)\nm:startMonitoringForRegion(r)\nr.dwell = 60\nm:startMonitoringForRegion(r)",
    "local c = CLLocationCoordinate2D(-180, -180)\nprint(MKPlacemark(CLPlacemark))",
    "print(MKMapPoint(CLLocationCoordinate2D(45, 14)), MKMapPoint(1, 2))",
    "local d = geoscript.now()\nlocal f = d.timeIntervalSinceNow\nprint(f(d) - 5, d.timeIntervalSinceNow == f)",
  ])
  func whatMayBeMeantIsNotAnError(source: String) {
    let errors = Self.checker.check(source, name: "a").filter { $0.severity == .error }
    #expect(errors.isEmpty, "\(errors)")
  }

  @Test(arguments: [
    (
      "local m = CLMonitor.new('x')\ngeoscript.task(function()\n"
        + "  for event in m:events() do print(event.identifer) end\nend)", "event.identifer"
    ),
    (
      "geoscript.task(function()\n\n  for u in CLLocationUpdate:liveUpdates() do print(u.loction) end\nend)",
      "loction"
    ),
  ])
  func theVariableOfALoopHasItsType(source: String, word: String) {
    let name = String(word.split(separator: ".").last ?? "")
    #expect(found(source).contains { $0.hasPrefix("a:3: ") && $0.contains(name) }, "\(found(source))")
    let right = source.replacing("identifer", with: "identifier").replacing("loction", with: "location")
    #expect(found(right).isEmpty, "\(found(right))")
  }

  @Test func aSleepOutsideOfATaskIsReported() {
    let advice = "geoscript.sleep waits only in a task: write geoscript.task(function() … end) around it"
    expect("geoscript.sleep(1)", advice)
    expect(
      "local m = CLLocationManager()\nlocal d = {}\nfunction d:didUpdateLocations() geoscript.sleep(1) end\n"
        + "m.delegate = d\nm:startUpdatingLocation()", "3: warning: \(advice)")
    #expect(found("geoscript.task(function() geoscript.sleep(1) end)").isEmpty)
    #expect(found("local function rest() geoscript.sleep(1) end\ngeoscript.task(rest)").isEmpty)
  }

  private func expect(_ source: String, _ message: String) {
    let line = message.first?.isNumber == true ? "" : "1: "
    #expect(found(source).contains("a:\(line)\(message)"), "\(found(source))")
  }
}
