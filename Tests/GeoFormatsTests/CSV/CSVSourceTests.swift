import FeedTesting
import Geo
import Testing

@testable import GeoFormats

@Suite struct CSVSourceTests {
  @Test func theWorkloadsOwnTableIsRead() throws {
    let recording = try Recording(
      "fixes.csv", "t,device,lat,lon,acc,speed,course\n1700000000,7,52.5,13.5,4.5,1.25,90.5\n")
    #expect(recording.times == [1_700_000_000])
    #expect(recording.devices == ["7"])
    #expect(
      recording.fixes.map(\.coordinate) == [CLLocationCoordinate2D(latitude: 52.5, longitude: 13.5)])
    #expect(recording.fixes.map(\.horizontalAccuracy) == [4.5])
    #expect(recording.fixes.map(\.speed) == [1.25])
    #expect(recording.fixes.map(\.course) == [90.5])
    #expect(
      recording.notes == [
        "fixes.csv: columns by \",\": latitude = \"lat\", longitude = \"lon\", time = \"t\", device = \"device\", "
          + "speed = \"speed\", course = \"course\", accuracy = \"acc\""
      ])
  }

  @Test func unusedColumnsAreNamed() throws {
    let recording = try Recording("a.csv", "odometer,time,lat,lon\n7,1,45,14\n")
    #expect(
      recording.notes == [
        "a.csv: columns by \",\": latitude = \"lat\", longitude = \"lon\", time = \"time\"; not used: \"odometer\""
      ])
  }

  @Test(arguments: [
    ("lat,lng,time", ","), ("Latitude;Longitude;Timestamp", ";"), ("y\tx\tdatetime", "\t"),
    ("GPS_Lat|gps lon|UTC", "|"),
    ("location-lat,location-long,timestamp", ","), ("Latitude (deg),Longitude (deg),Time (UTC)", ","),
    ("position_lat,position_long,date", ","), ("latitude,long,epoch", ","),
  ])
  func titlesAreGuessed(header: String, separator: String) throws {
    let row = ["52.5", "13.5", "2026-01-01T00:00:00Z"].joined(separator: separator)
    let recording = try Recording("a.csv", "\(header)\n\(row)\n")
    #expect(recording.error == nil)
    #expect(recording.times == [1_767_225_600])
    #expect(recording.devices == ["a"])
  }

  static let kilometersAnHour: Double = 10 / 3.6
  static let speeds: [(String, Double)] = [
    ("speed", 10), ("Speed (km/h)", kilometersAnHour), ("speed_kmh", kilometersAnHour), ("speed_mph", 4.4704),
    ("Speed [knots]", 5.144444444444444), ("speed_ms", 10), ("speed (m/s)", 10),
    ("kmh", kilometersAnHour), ("km/h", kilometersAnHour), ("spd", 10), ("spd_kmh", kilometersAnHour),
    ("MPH", 4.4704), ("knots", 5.144444444444444),
  ]

  @Test func millisecondsColumnIsNotASpeed() throws {
    let recording = try Recording("a.csv", "lat,lon,t,ms\n1,2,3,10\n")
    #expect(recording.fixes.allSatisfy { $0.speed.isNaN })
  }

  @Test(arguments: ["fleet_no", "Vehicle", "unit", "Fleet No."])
  func fleetsNameTheirDevices(title: String) throws {
    let recording = try Recording("a.csv", "\(title),lat,lon,t\nvan 7,1,2,3\n")
    #expect(recording.devices == ["van 7"])
  }

  @Test(arguments: ["Rider", "rider", "RIDER"])
  func theUserSaysWhichColumnNamesDevices(title: String) throws {
    var options = FeedOptions()
    options.deviceColumn = title
    let recording = try Recording("a.csv", "id,Rider,lat,lon,t\n1,ann,1,2,3\n2,bob,1,2,4\n", options)
    #expect(recording.devices == ["ann", "bob"])
  }

  @Test func missingDeviceColumnIsAnError() throws {
    var options = FeedOptions()
    options.deviceColumn = "ridder"
    let recording = try Recording("a.csv", "rider,lat,lon,t\nann,1,2,3\n", options)
    #expect(recording.error?.code == .usage)
    #expect(
      recording.error?.message
        == "no column is called \"ridder\"; found \"rider\", \"lat\", \"lon\", \"t\" for --device-column")
  }

  @Test(arguments: speeds)
  func speedHasTheUnitOfItsTitle(title: String, speed: Double) throws {
    let recording = try Recording("a.csv", "lat,lon,t,\(title)\n1,2,3,10\n")
    #expect(recording.fixes.count == 1)
    #expect(recording.fixes.allSatisfy { abs($0.speed - speed) < 1e-9 })
  }

  @Test func feetBecomeMetersAndDilutionAccuracy() throws {
    let recording = try Recording("a.csv", "lat,lon,t,Altitude (ft),hdop,vdop\n1,2,3,100,2,3\n")
    #expect(recording.fixes.map(\.altitude) == [100 * 0.3048])
    #expect(recording.fixes.map(\.horizontalAccuracy) == [10])
    #expect(recording.fixes.map(\.verticalAccuracy) == [15])
  }

  static let times: [(String, Double)] = [
    ("1767225600", 1_767_225_600.0), ("1767225600.25", 1_767_225_600.25), ("1767225600250", 1_767_225_600.25),
    ("1767225600250000", 1_767_225_600.25), ("1767225600000000000", 1_767_225_600),
    ("2026-01-01T01:00:00+01:00", 1_767_225_600), ("2026-01-01 00:00:00", 1_767_225_600),
    ("2026/01/01 00:00:00", 1_767_225_600), ("01.01.2026 00:00:00", 1_767_225_600),
    ("\"2026-01-01\"", 1_767_225_600),
  ]

  @Test(arguments: times)
  func timesAreReadAsPeopleWriteThem(text: String, time: Double) throws {
    let recording = try Recording("a.csv", "lat,lon,time\n1,2,\(text)\n")
    #expect(recording.firstSkips == [])
    #expect(recording.times == [time])
  }

  @Test func timesWithoutOffsetAreInTheZone() throws {
    var options = FeedOptions()
    options.timeZone = TimeZoneRules.fixed("+09:00")
    let recording = try Recording(
      "a.csv", "lat,lon,time\n1,2,2026-01-01 09:00:00\n1,2,2026-01-01T00:00:01Z\n1,2,1767225602\n", options)
    #expect(recording.times == [1_767_225_600, 1_767_225_601, 1_767_225_602])
  }

  @Test func gpsbabelsTableIsRead() throws {
    let recording = try Recording(
      "a.csv",
      "No,Latitude,Longitude,Name,Altitude,Course,Speed,Date,Time\r\n1,52.5,13.5,\"TP1\",34.2,90,1.5,2026/01/01,00:00:01\r\n"
    )
    #expect(recording.error == nil)
    #expect(recording.times == [1_767_225_601])
    #expect(recording.devices == ["a"])
  }

  @Test func semicolonsGoWithDecimalCommas() throws {
    let recording = try Recording(
      "a.csv", "Lat;Lon;Zeit;Datum;date;time\n52,5;-13,25;x;y;31.12.2025;23:59:59\n")
    #expect(recording.fixes.map(\.coordinate) == [CLLocationCoordinate2D(latitude: 52.5, longitude: -13.25)])
    #expect(recording.times == [1_767_225_599])
  }

  @Test func quotesMayHoldSeparatorsQuotesAndNewlines() throws {
    let recording = try Recording(
      "a.csv", "device,lat,lon,t\n\"a,\"\"b\"\"\",1,2,3\n\"c\nd\",1,2,4\nx,1,y,5\n")
    #expect(recording.devices == ["a,\"b\"", "c\nd"])
    #expect(recording.firstSkips == ["a.csv:5: longitude \"y\" is not a number"])
  }

  @Test func aQuoteThatDoesNotEndCostsOneLine() throws {
    let recording = try Recording("a.csv", "device,lat,lon,t\n\"a,1,2,3\nb,1,2,4\nc,1,2,5")
    #expect(recording.devices == ["b", "c"])
    #expect(recording.firstSkips == ["a.csv:2: a quoted field does not end (expected a closing quote)"])
  }

  @Test(arguments: [
    (
      "91,2,3",
      "a.csv:2: latitude 91.0 is out of range (expected −90…90; are latitude and longitude exchanged?)"
    ),
    ("1,-181,3", "a.csv:2: longitude -181.0 is out of range (expected −180…180)"),
    ("nan,2,3", "a.csv:2: has no latitude (expected degrees)"),
    ("1", "a.csv:2: has no longitude (expected degrees)"),
    ("1e400,2,3", "a.csv:2: latitude \"1e400\" is not a number"),
    ("1,2,", "a.csv:2: has no time (give --interval SECONDS or --pace M/S)"),
    ("1,2,25:61", "a.csv:2: time \"25:61\" is not a date (expected \(CSVTime().expected))"),
    ("1,2,01/02/2026", "a.csv:2: time \"01/02/2026\" is not a date (expected \(CSVTime().expected))"),
    ("1,2,1e300", "a.csv:2: time \"1e300\" is not a date (expected \(CSVTime().expected))"),
  ])
  func badRowIsCountedAndSkipped(row: String, message: String) throws {
    let recording = try Recording("a.csv", "lat,lon,time\n\(row)\n-0.0,2,3\n")
    #expect(recording.firstSkips == [message])
    #expect(recording.fixes.count == 1)
  }

  @Test func pandasMissingValuesAreMissing() throws {
    let recording = try Recording("a.csv", ",lat,lon,time,speed,ele\n0,1,2,3,nan,\n1,1,2,3,NULL,NaN\n")
    #expect(recording.fixes.count == 2)
    #expect(recording.fixes.allSatisfy { $0.speed.isNaN && $0.altitude.isNaN })
  }

  @Test func linesThatEndWithCarriageReturnsAloneAreRefusedWithTheRemedy() throws {
    let error = try #require(try Recording("a.csv", "time,lat,lon\r2026-05-01T08:00:00Z,1,2\r").error)
    #expect(
      error.code == .data
        && error.message
          == "ends its lines with CR alone (write it with line feeds: tr '\\r' '\\n' < FILE > NEW)"
    )
  }

  @Test func headerWithoutAPlaceListsItsTitles() throws {
    let error = try #require(try Recording("a.csv", "time,north,east\n1,2,3\n").error)
    #expect(error.code == .data)
    #expect(
      "\(error)".hasPrefix(
        "a.csv:1: no column of the header is a latitude; found \"time\", \"north\", \"east\" (expected"))
    #expect("\(error)".contains("longitude: lon lng long"))
  }

  @Test(arguments: ["", "\n\n", "one\n2\n", "52.5,13.5,1700000000\n52.6,13.5,1700000001\n"])
  func missingHeaderIsAnError(text: String) throws {
    #expect(try Recording("a.csv", text).error?.code == .data)
  }

  @Test func aTableWithoutTimesNeedsAnOption() throws {
    #expect(
      "\(try #require(try Recording("a.csv", "lat,lon\n1,2\n").error))"
        == "a.csv: no column is titled as a time, such as \"time\" (--time-column names one): give --interval "
        + "SECONDS or --pace M/S"
    )
    #expect(
      "\(try #require(try Recording("a.csv", "time,lat,lon\n,1,2\n").error))"
        == "a.csv: no row has a time: give --interval SECONDS or --pace M/S")
    var options = FeedOptions()
    options.interval = 1
    #expect(try Recording("a.csv", "lat,lon\n1,2\n1,2\n", options).times == [0, 1])
  }

  @Test func aMarkAndReturnsAndCommentsAreFine() throws {
    let text = "# made by hand\r\nlat,lon,t\r\n1,2,3\r\n\r\n4,5,6"
    let recording = try Recording("a.csv", [0xef, 0xbb, 0xbf] + Array(text.utf8))
    #expect(recording.times == [3, 6])
    #expect(recording.skips.total == 0)
  }

  @Test func invalidUTF8InANameIsRepaired() throws {
    let bytes = Array("device,lat,lon,t\n#,1,2,3".utf8).map { $0 == UInt8(ascii: "#") ? 0xff : $0 }
    #expect(try Recording("a.csv", bytes).devices == ["\u{fffd}"])
  }

  @Test func lineOfTenMegabytesIsSkipped() throws {
    let long = String(repeating: "x", count: 10_000_000)
    let recording = try Recording("a.csv", "lat,lon,t\n1,2,3\n1,2,\(long)\n\"\(long)\n1,2,4\n")
    #expect(recording.times == [3, 4])
    #expect(recording.skips["line too long"] == 2)
  }
}
