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
    // Words are certain whatever their titles are; a single column of both, or of one.
    ("time,lat,lon,wing,flank\n1,33.85,70.66,South,west\n", -33.85, -70.66),
    ("time,lat,lon,hemisphere\n1,33.85,70.66,SW\n", -33.85, -70.66),
    ("time,lat,lon,Hemisphere\n1,33.85,70.66,S\n", -33.85, 70.66),
    // Behind their coordinates.
    ("time,lat,breadth,lon,length\n1,33.85,S,70.66,W\n", -33.85, -70.66),
    // Sizes and shifts: they may be hemispheres, and a note asks.
    ("time,lat,lon,size,shift\n1,33.85,70.66,S,E\n", 33.85, 70.66),
    // Degrees, minutes and seconds; a sign counts for all of them. 33° 51′ 25″ are 33.8569444°.
    (
      "time,lat_deg,lat_min,lat_sec,lon_deg,lon_min,lon_sec\n1,-33,51,25,-0,30,0\n",
      -(33 + 51.0 / 60 + 25.0 / 3600), -0.5
    ),
    ("time,lat_deg,lat_min,lat_dir,lon_deg,lon_min,lon_dir\n1,33,51.5,S,70,30,W\n", -33 - 51.5 / 60, -70.5),
    // The least latitude of a box.
    ("time,lat,lon,lat_min,lon_min\n1,33.85,70.66,33,70\n", 33.85, 70.66),
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
    #expect(
      recording.notes[1].hasSuffix(
        "\"a\" and \"b\" give the hemisphere, so the sign, of latitude and longitude"))
  }

  /// The first row has no letters, and is not on the other half of the earth for that.
  @Test func theRowsBeforeTheFirstLettersAreReadWithThem() throws {
    let recording = try Recording("a.csv", "time,lat,a,lon,b\n1,1,,2,\n2,1,S,2,W\n")
    #expect(recording.times == [2])
    #expect(recording.firstSkips == ["a.csv:2: latitude 1.0 has no hemisphere (expected N or S)"])
  }

  /// Ouest in French is West, Ost in German is East.
  @Test func anUnknownLetterBesideAKnownOneCostsTheRow() throws {
    let recording = try Recording("a.csv", "time,lat,a,lon,b\n1,1,S,2,O\n2,1,N,2,E\n")
    #expect(recording.times == [2])
    let other = try Recording("a.csv", "time,lat,a,lon,b\n1,1,S,2,O\n")
    for one in [recording, other] {
      #expect(one.firstSkips == ["a.csv:2: longitude 2.0 has the hemisphere \"o\" (expected E or W)"])
    }
  }

  @Test func doubtfulLettersAreNamed() throws {
    let recording = try Recording("a.csv", "time,lat,lon,size,shift\n1,2,3,S,E\n2,2,3,N,W\n")
    #expect(
      recording.notes[1].hasSuffix(
        "\"size\" and \"shift\" hold N or S and E or W, but are not used (if they give the signs of latitude and "
          + "longitude, title them lat_ref and lon_ref)"))
    #expect(try Recording("a.csv", "time,lat,lon,size,shift\n1,2,3,S,E\n2,2,3,M,W\n").notes.count == 1)
  }

  @Test(arguments: [
    ("33,60", "minutes of latitude \"60\" is not a number from 0 to 60"),
    ("33,", "minutes of latitude \"\" is not a number from 0 to 60"),
    ("33.5,30", "latitude 33.5 has a fraction and minutes of latitude"),
  ])
  func minutesThatCannotBeCostTheRow(cells: String, message: String) throws {
    let recording = try Recording("a.csv", "time,lat_deg,lat_min,lon\n1,\(cells),3\n2,1,30,3\n")
    #expect(recording.firstSkips == ["a.csv:2: \(message)"])
    #expect(recording.fixes.map(\.coordinate.latitude) == [1.5])
  }

  @Test func theNoteSaysWhichColumnsTheyAre() throws {
    let recording = try Recording("a.csv", "time,lat,N/S,lon,E/W\n1,2,S,3,W\n")
    #expect(recording.notes[0].hasSuffix("north or south = \"N/S\", east or west = \"E/W\""))
  }
}
