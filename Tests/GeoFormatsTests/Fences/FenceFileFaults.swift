import Geo

@testable import GeoFormats

/// What is no region, its kind, and what is said of it.
extension FenceFileTests {
  static let expectedShapes =
    "(expected a Point with a radius, a LineString with a width, a Polygon or a MultiPolygon)"

  static func geometry(_ json: String) -> String {
    #"{"type":"Feature","id":1,"properties":{"radius":1},"geometry":\#(json)}"#
  }

  /// A shape's message for wrong coordinates; the file gives the same one, with its place.
  static func flaw(_ make: () throws(ShapeFlaw) -> Void) -> String {
    do {
      try make()
      return "makes a shape"
    } catch {
      return error.description
    }
  }

  static let faults: [(String, String, String)] = [
    (geometry("null"), "no geometry", "has no geometry \(expectedShapes)"),
    (#"{"type":"Feature","id":1}"#, "no geometry", "has no geometry \(expectedShapes)"),
    (
      geometry(#"{"type":"Polygon","coordinates":[[[1,2],[3,4]]]}"#), "polygon",
      flaw { () throws(ShapeFlaw) in _ = try PolygonShape(parts: [[places([(1, 2), (3, 4)])]]) }
    ),
    (
      geometry(#"{"type":"Polygon","coordinates":[[1,2],[3,4],[5,0]]}"#), "coordinates",
      "its coordinates cannot be read (expected [[[longitude, latitude], …], …])"
    ),
    (
      geometry(#"{"type":"Polygon","coordinates":[[[1,2],[3,4],[5]]]}"#), "coordinates",
      "its coordinates cannot be read (expected [[[longitude, latitude], …], …])"
    ),
    (
      geometry(#"{"type":"Polygon","coordinates":[[[1,2],[3,94],[5,0]]]}"#), "coordinate out of range",
      "latitude 94.0 is out of range (expected −90…90; GeoJSON is longitude first)"
    ),
    (
      geometry(#"{"type":"MultiPolygon","coordinates":[[[1,2],[3,4],[5,0]]]}"#), "coordinates",
      "its coordinates cannot be read (expected [[[[longitude, latitude], …], …], …])"
    ),
    (
      geometry(#"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#), "no width",
      "has no width (expected properties.width, a number of meters)"
    ),
    (
      #"{"type":"Feature","id":1,"properties":{"width":9},"geometry":{"type":"LineString","coordinates":[[1,2]]}}"#,
      "corridor",
      flaw { () throws(ShapeFlaw) in _ = try CorridorShape(path: places([(1, 2)]), halfWidth: 4.5) }
    ),
    (
      #"{"type":"Feature","id":1,"properties":{"width":0},"geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}"#,
      "width", "width 0 cannot be read (expected a number of meters above 0)"
    ),
    (
      #"{"type":"Feature","id":1,"properties":{"width":9},"geometry":{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6],[7,8]]]}}"#,
      "several lines", "has 2 separate lines (expected one LineString; make a region of each)"
    ),
    (
      geometry(#"{"type":"LineString"}"#), "coordinates",
      "its coordinates cannot be read (expected [[longitude, latitude], …])"
    ),
    (
      #"{"type":"Feature","id":1,"bbox":[1,4,3,2]}"#, "box",
      flaw { () throws(ShapeFlaw) in
        let corners = places([(1, 4), (3, 2)])
        _ = try BoxShape(southWest: corners[0], northEast: corners[1])
      }
    ),
    (
      #"{"type":"Feature","id":1,"bbox":[1,2,3,95]}"#, "coordinate out of range",
      "latitude 95.0 is out of range (expected −90…90; GeoJSON is longitude first)"
    ),
    (geometry(#"{"type":"Circle"}"#), "unknown geometry", "is a Circle \(expectedShapes)"),
    (
      geometry(#"{"type":"MultiPoint","coordinates":[[1,2]]}"#), "MultiPoint",
      "is a MultiPoint \(expectedShapes)"
    ),
    (
      geometry(#"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]}]}"#),
      "GeometryCollection", "is a GeometryCollection \(expectedShapes)"
    ),
    (
      feature("1", #""radius":1"#, "52.5,139.7"), "coordinate out of range",
      "latitude 139.7 is out of range (expected −90…90; GeoJSON is longitude first)"
    ),
    (
      feature("1", #""radius":1"#, "-180.5,0"), "coordinate out of range",
      "longitude -180.5 is out of range (expected −180…180; GeoJSON is longitude first)"
    ),
    (feature("1", #""radius":1"#, "1"), "coordinates", noPosition),
    (feature("1", #""radius":1"#, ""), "coordinates", noPosition),
    (feature("1", #""radius":1"#, "[1,2]"), "coordinates", noPosition),
    (feature("1", #""radius":1"#, "\"1\",\"2\""), "coordinates", noPosition),
    (feature("1", #""radius":1"#, "1,1e999"), "coordinates", noPosition),
    (geometry(#"{"type":"Point","coordinates":{}}"#), "coordinates", noPosition),
    (
      feature("null"), "no identifier",
      "has no identifier (expected the Feature's id, or properties.identifier, name or title)"
    ),
    (feature("1", ""), "no radius", "has no radius (expected properties.radius, a number of meters)"),
    (
      feature("1", #""radius":null"#), "no radius",
      "has no radius (expected properties.radius, a number of meters)"
    ),
    (
      #"{"type":"Feature","id":1,"properties":null,"geometry":{"type":"Point","coordinates":[1,2]}}"#,
      "no radius", "has no radius (expected properties.radius, a number of meters)"
    ),
    (feature("1", #""radius":-1"#), "radius", noRadius("-1")),
    (feature("1", #""radius":0"#), "radius", noRadius("0")),
    (feature("1", #""radius":1e999"#), "radius", noRadius("1e999")),
    (feature("1", #""radius":"NaN""#), "radius", noRadius("\"NaN\"")),
    (feature("1", #""radius":"wide""#), "radius", noRadius("\"wide\"")),
    (feature("1", #""radius":true"#), "radius", noRadius("true")),
    (feature("1", #""radius":"-3""#), "radius", noRadius("\"-3\"")),
    (
      feature("1", #""radius":1,"desiredAccuracy":"fine""#), "desiredAccuracy",
      "desiredAccuracy \"fine\" cannot be read (expected a number of meters)"
    ),
    (
      feature("1", #""radius":1,"notifyOnEntry":1"#), "notifyOnEntry",
      "notifyOnEntry 1 cannot be read (expected true or false)"
    ),
    (
      feature("1", #""radius":1,"notifyOnExit":"no""#), "notifyOnExit",
      "notifyOnExit \"no\" cannot be read (expected true or false)"
    ),
    (
      feature("1", #""radius":1,"dwell":-1"#), "dwell",
      "dwell -1 cannot be read (expected a number of seconds, 0 or more)"
    ),
    (
      feature("1", #""radius":1,"accuracyMode":"best""#), "accuracyMode",
      "accuracyMode \"best\" cannot be read (expected \"point\", \"contains\", \"clamp\")"
    ),
    (
      feature("1", #""radius":1,"minimumAltitude":5,"maximumAltitude":4"#), "maximumAltitude",
      "maximumAltitude 4 cannot be read (expected a number of meters, minimumAltitude or more)"
    ),
    schedule("5", "schedule 5 \(noSchedule)"), schedule("[]", "schedule [ \(noSchedule)"),
    schedule("true", "schedule true \(noSchedule)"),
    schedule(#""daily""#, "schedule \"daily\" \(noSchedule)"),
    schedule(#""[1]""#, "schedule \"[1]\" \(noSchedule)"),
    schedule(#"{"days":[tue]}"#, #"schedule {"days":[tue]} \#(noSchedule)"#),
    schedule(
      #"{"days":["mon","funday"]}"#,
      "schedule cannot be read: 'funday' is not a day (expected mon, tue, wed, thu, fri, sat, sun)"),
    schedule(
      #"{"days":"mon"}"#,
      "schedule cannot be read: days must be names of days, such as [\"mon\", \"tue\"]"),
    schedule(
      #"{"days":[]}"#, "schedule cannot be read: days must be names of days, such as [\"mon\", \"tue\"]"),
    schedule(#"{"days":[1]}"#, "schedule cannot be read: a day must be a short text, got 1"),
    schedule(
      #"{"from":"25:00"}"#, "schedule cannot be read: '25:00' is not a time of day (expected 00:00 to 24:00)"),
    schedule(#"{"from":"08:00","to":18}"#, "schedule cannot be read: to must be a short text, got 18"),
    schedule(
      #"{"timeZone":"Mars/Olympus"}"#,
      "schedule cannot be read: no time zone is called 'Mars/Olympus' (UTC, or an offset such as +05:30)"),
    schedule(
      #"{"timeZone":"\#(String(repeating: "x", count: 500))"}"#,
      "schedule cannot be read: timeZone must be a short text, got \"\(String(repeating: "x", count: 39))"),
    schedule(
      #"{"day":"mon"}"#,
      "schedule cannot be read: a schedule has no field 'day' (expected days, from, to, timeZone)"),
  ]
  static func schedule(_ value: String, _ message: String) -> (String, String, String) {
    (feature("1", #""radius":1,"schedule":\#(value)"#), "schedule", message)
  }
  static let noSchedule =
    #"cannot be read (expected {"days":["mon"],"from":"08:00","to":"18:00","timeZone":"Asia/Tokyo"})"#
  static let noPosition = "its coordinates cannot be read (expected [longitude, latitude])"
  static func noRadius(_ value: String) -> String {
    "radius \(value) cannot be read (expected a number of meters above 0)"
  }
}
