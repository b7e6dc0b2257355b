import FeedTesting
import Geo
import Testing

@testable import GeoFormats

/// Finding D1: hemispheres of tables.
@Suite struct CSVPlaceTests {
  // As i-Blue 747, Holux and other MTK loggers write, and a Columbus V-900.
  static let tables: [(String, Double, Double)] = [
    (
      "DATE,TIME,LATITUDE,N/S,LONGITUDE,E/W,HEIGHT\n2005/05/01,10:12:47,51.311770,S,12.413179,W,146\n",
      -51.31177, -12.413179
    ),
    (
      "DATE,TIME,LATITUDE,N/S,LONGITUDE,E/W,HEIGHT\n2005/05/01,10:12:47,51.311770,N,12.413179,E,146\n",
      51.31177, 12.413179
    ),
    ("DATE,TIME,LATITUDE N/S,LONGITUDE E/W\n100501,101247,31.1234S,121.5W\n", .nan, .nan),
    ("time,LATITUDE N/S,LONGITUDE E/W\n1,31.1234S,121.5W\n", -31.1234, -121.5),
    ("time;lat;ns;lon;ew\n1;51,5;south;12,25;west\n", -51.5, -12.25),
    ("time,lat,lat_ref,lon,lon_ref\n1,51.5,S,12.25,E\n", -51.5, 12.25),
    (
      "time,GPSLatitude,LatitudeDirection,GPSLongitude,Longitude Hemisphere\n1,51.5,s,12.25,w\n", -51.5,
      -12.25
    ),
    ("time,lat,lon\n1,S51.5,W 12.25\n", -51.5, -12.25), ("time,lat,lon\n1,51.5° N,12.25° W\n", 51.5, -12.25),
    ("time,lat,lon\n1,51.5°,12.25 deg\n", 51.5, 12.25), ("time,lat,lon\n1,51.5E0,1225e-2\n", 51.5, 12.25),
    ("time,lat,N/S,lon,E/W\n1,-51.5,S,-12.25,W\n", -51.5, -12.25),
    // NMEA 0183: 48° 7.038′, 11° 31′.
    ("time,lat,N/S,lon,E/W\n1,4807.038,S,01131.000,E\n", -(48 + 7.038 / 60), 11 + 31.0 / 60),
    ("time,lat,N/S,lon,E/W\n1,0007.5,N,00030.0,W\n", 7.5 / 60, -0.5),
    // Any titles: the cells say what they are.
    ("time,lat,GPSLatitudeRef,lon,GPSLongitudeRef\n1,33.85,S,70.66,W\n", -33.85, -70.66),
    ("time,lat,dir1,lon,dir2\n1,33.85,s,70.66,e\n", -33.85, 70.66),
    ("time,lat,N/S,lon,EorW\n1,33.85,S,70.66,W\n", -33.85, -70.66),
    // Not both: a flag.
    ("time,lat,lon,valid\n1,33.85,70.66,N\n", 33.85, 70.66),
    // Nanoseconds.
    ("time,lat,lon,ns,ew\n1,51.5,12.25,123456,5\n", 51.5, 12.25),
  ]

  @Test(arguments: tables)
  func aHemisphereIsRead(table: String, latitude: Double, longitude: Double) throws {
    let recording = try Recording("a.csv", table)
    guard !latitude.isNaN else { return #expect(recording.fixes.isEmpty && recording.skips.total == 1) }
    #expect(recording.firstSkips == [])
    let fix = try #require(recording.fixes.first)
    #expect(abs(fix.coordinate.latitude - latitude) < 1e-12)
    #expect(abs(fix.coordinate.longitude - longitude) < 1e-12)
  }

  @Test(arguments: [
    ("51.5,X,12,E", "latitude 51.5 has the hemisphere \"x\" (expected N or S)"),
    ("51.5,N,12,", "longitude 12.0 has no hemisphere (expected E or W)"),
    ("-51.5,N,12,E", "latitude -51.5 is negative and has the hemisphere N"),
    ("51°18'42\"\"N,N,12,E", "latitude \"51°18'42\"\"N\" is not a number"),
  ])
  func aHemisphereThatSaysNothingCostsTheRow(row: String, message: String) throws {
    let recording = try Recording("a.csv", "time,lat,N/S,lon,E/W\n1,\(row)\n2,51.5,S,12,W\n")
    #expect(recording.firstSkips == ["a.csv:2: \(message)"])
    #expect(recording.times == [2])
  }

  @Test func aLetterThatIsMissingLaterCostsTheRow() throws {
    let recording = try Recording("a.csv", "time,lat,a,lon,b\n1,,,,\n2,1,S,2,W\n3,1,,2,W\n")
    #expect(recording.times == [2])
    #expect(recording.firstSkips.contains("a.csv:4: latitude 1.0 has no hemisphere (expected N or S)"))
    #expect(recording.notes[1].contains("\"a\" and \"b\" hold N or S and E or W"))
  }

  @Test func theNoteSaysWhichColumnsTheyAre() throws {
    let recording = try Recording("a.csv", "time,lat,N/S,lon,E/W\n1,2,S,3,W\n")
    #expect(recording.notes[0].hasSuffix("north or south = \"N/S\", east or west = \"E/W\""))
  }
}
