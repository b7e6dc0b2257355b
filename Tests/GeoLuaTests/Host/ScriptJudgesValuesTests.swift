import GeoLua
import LuaBridge
import Testing

/// Values that run but cannot be meant, and texts that the host reads.
@Suite struct ScriptJudgesValuesTests {
  private static let yard = "CLCircularRegion(CLLocationCoordinate2D(45, 13), 50, 'yard')"

  @Test(arguments: [
    (
      "CLCircularRegion(CLLocationCoordinate2D(45, 13), 0.06, 'x')",
      "radius 0.06 m is smaller than any fix is exact"
    ),
    ("print(geoscript.now():format('%H', 'Europe/Berln'))", "unknown time zone 'Europe/Berln'"),
    ("print(os.date('%H', 0, 'CET/Berlin'))", "unknown time zone 'CET/Berlin'"),
    ("print(NSTimeZone:timeZoneWithName('Berlin'))", "unknown time zone 'Berlin'"),
    ("geoscript.alert{ title = 'x', priority = 'hihg' }", "(did you mean 'high'?)"),
    ("geoscript.alert{ title = 'x', key = 'k', cooldown = '5m' }", "got a text: write 300, in seconds"),
    ("geoscript.alert{ title = 'x', coolDown = 60 }", "(did you mean 'cooldown'?)"),
    ("geoscript.alert{ title = nil }", "an alert needs a title"),
    ("geoscript.alert{ 'lost', title = 'x' }", "each field of an alert needs a name"),
    ("geoscript.alert{ title = 'x', zone = 'y' }", "the host fills in the field 'zone' of an alert"),
    ("geoscript.row('t', { 1, 2 })", "each field of a row needs a name"),
    ("geoscript.send('a b', {})", "'a b' cannot be the name of a channel"),
    ("print(os.date('%Q'))", "invalid conversion specifier '%Q'"),
    ("print(geoscript.now():format('%'))", "invalid conversion specifier '%'"),
    ("\(yard).schedule = { days = {} }", "a schedule needs a day"),
    ("\(yard).schedule = { from = '24:00' }", "a schedule cannot begin at 24:00"),
    ("geoscript.alert('left')", "write geoscript.alert{ title = \"…\", body = \"…\" }"),
    (
      "geoscript.onApproach(CLLocationCoordinate2D(45, 13), { minutes = 5 }, print)",
      "write within = 600, in seconds"
    ),
    ("UIView().backgroundColor = 'red'", "\"red\" is not a color"),
    ("print(geoscript.device.location)", "geoscript.device has no field 'location'"),
    (
      "\(yard).radius = 5",
      "CLCircularRegion.new{ radius = … }, with the same identifier, and register it again"
    ),
    (
      "local a = {}\nfunction a:didVisit(m, v) if v.departureDate then print(1) end end",
      "'departureDate' is never nil"
    ),
    (
      "local a = {}\nfunction a:didExitRegion(m, r) print(r == 'yard') end",
      "never equals a text: compare r.identifier"
    ),
    (
      "local a, y = {}, \(yard)\nfunction a:didExitRegion(m, r) print(r == y) end",
      "compare r.identifier with y.identifier"
    ),
    (
      "local a = {}\nfunction a:didDetermineState(m, s, r) print(s == 'inside') end",
      "compare with CLRegionStateInside"
    ),
    (
      "local a = {}\nfunction a:didDwellInRegion(m, r) end\nCLLocationManager.new{ delegate = a }:startMonitoringForRegion(\(yard))",
      "'didDwellInRegion' is never called for a region without dwell"
    ),
    (
      "local f = geoscript.app{ per = 'group' }\nf:startMonitoringForRegion(\(yard))\nprint(geoscript.group.count('yrad'))",
      "no region of the script is called 'yrad' (did you mean 'yard'?)"
    ),
  ])
  func areFound(source: String, words: String) {
    let found = GeoLibrary.checker().check(source, name: "a").map(\.description)
    #expect(found.contains { $0.contains(words) }, "\(found)")
  }

  @Test(arguments: [
    "CLCircularRegion(CLLocationCoordinate2D(45, 13), 1.5, 'x')",
    "print(geoscript.now():format('%H', 'Europe/Berlin'), os.date('%H', 0, '+05:30'))",
    "geoscript.alert{ title = 'x', priority = 'urgent', coolness = 3 }",
    "local a = {}\nfunction a:didVisit(m, v) if v.departureDate ~= NSDate:distantFuture() then print(1) end end\n"
      + "CLLocationManager.new{ delegate = a }:startMonitoringVisits()",
    "local a = {}\nfunction a:didUpdateLocations(m, l) if l[1].speed and l[1].speed > 3 then print(1) end end\n"
      + "CLLocationManager.new{ delegate = a }:startUpdatingLocation()",
    "local a, y = {}, \(yard)\nfunction a:didExitRegion(m, r) print(r.identifier == y.identifier) end\n"
      + "CLLocationManager.new{ delegate = a }:startMonitoringForRegion(y)",
    "UIView().backgroundColor = '#ff0000'",
  ])
  func rightScriptsPass(source: String) {
    #expect(GeoLibrary.checker().check(source, name: "a").map(\.description) == [])
  }
}
