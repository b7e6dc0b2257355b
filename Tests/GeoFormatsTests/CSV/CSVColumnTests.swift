import FeedTesting
import Geo
import Testing

@testable import GeoFormats

/// Columns and units that the user or the cells name.
@Suite struct CSVColumnTests {
  private func options(
    _ latitude: String?, _ longitude: String?, _ time: String?, format: String? = nil
  ) throws -> FeedOptions {
    var options = FeedOptions()
    (options.latitudeColumn, options.longitudeColumn, options.timeColumn) = (latitude, longitude, time)
    options.timeFormat = try format.map { try TimeFormat($0) }
    return options
  }

  @Test func columnsAreNamedByTheUser() throws {
    let text = "Breite;Länge;Zeit;Uhr\n52,5;13,4;01.05.2026 08:00:00;x\n"
    #expect(try Recording("a.csv", text).error?.code == .data)
    let recording = try Recording("a.csv", text, try options("Breite", "länge", "Zeit"))
    #expect(recording.fixes.map(\.coordinate) == [CLLocationCoordinate2DMake(52.5, 13.4)])
    #expect(recording.times == [1_777_622_400])
  }

  @Test func columnsAreNamedByTheirNumbers() throws {
    let recording = try Recording("a.csv", "a,b,c\n1777622400,52.5,13.4\n", try options("2", "3", "1"))
    #expect(recording.fixes.map(\.coordinate) == [CLLocationCoordinate2DMake(52.5, 13.4)])
    #expect(recording.times == [1_777_622_400])
  }

  @Test func aTableWithoutHeaderIsReadByNumbers() throws {
    let text = "1777622400,52.5,13.4\n1777622405,52.6,13.4\n"
    let recording = try Recording("a.csv", text, try options("2", "3", "1"))
    #expect(recording.times == [1_777_622_400, 1_777_622_405])
    let faulty = try Recording("a.csv", text + "x,1,2\n", try options("2", "3", "1"))
    #expect(faulty.firstSkips[0].hasPrefix("a.csv:3: time \"x\""))
  }

  @Test func aColumnThatIsNotThereIsAMistake() throws {
    let error = try Recording("a.csv", "a,b,c\n1,2,3\n", try options("a", "b", "when")).error
    #expect(error?.code == .usage)
    #expect(error?.message == "no column is called \"when\"; found \"a\", \"b\", \"c\" for --time-column")
  }

  @Test(arguments: [("b", "b"), ("2", "b"), ("lon", nil)])
  func oneColumnIsNotBoth(latitude: String, longitude: String?) throws {
    let error = try Recording("a.csv", "time,b,lon\n1,2,3\n", try options(latitude, longitude, nil)).error
    #expect(error?.code == .usage)
    #expect(
      error?.message == "--lat-column and --lon-column name the same column: found \"time\", \"b\", \"lon\"")
  }

  @Test func aMisspelledColumnIsNamed() throws {
    var options = try options("latt", "b", "c")
    options.nearest = { name, candidates in candidates.first { name.hasPrefix($0) } }
    let error = try Recording("a.csv", "lat,b,c\n1,2,3\n", options).error
    #expect(
      error?.message
        == "no column is called \"latt\" (did you mean \"lat\"?); found \"lat\", \"b\", \"c\" for --lat-column"
    )
  }

  @Test func aColumnForGroupsThatIsNotThereIsNoted() throws {
    var options = FeedOptions()
    options.groupField = "depott"
    options.nearest = { name, candidates in candidates.first { name.hasPrefix($0) } }
    let recording = try Recording("a.csv", "lat,lon,t,depot\n1,2,3,north\n", options)
    #expect(
      recording.notes.contains {
        $0.hasSuffix("; no column is called \"depott\" for --group-by (did you mean \"depot\"?)")
      })
    options.groupField = "Depot"
    #expect(
      !(try Recording("a.csv", "lat,lon,t,depot\n1,2,3,north\n", options).notes[0].contains("not used")))
  }

  @Test(arguments: [
    ("2026-06-01 08:00:00", true), ("01.06.2026 08:00", true), ("2026-06-01T08:00:00Z", false),
    ("2026-06-01T08:00:00+02:00", false), ("1777622400", false),
  ])
  func timesWithoutAnOffsetAreNoted(time: String, isNoted: Bool) throws {
    let text = "lat;lon;t\n1;2;\(time)\n"
    let said =
      "a.csv: times without an offset are read as UTC (or name their zone, such as --time-zone Europe/Berlin)"
    #expect(try Recording("a.csv", text).notes.contains(said) == isNoted)
    var options = FeedOptions()
    options.timeZone = TimeZoneRules.fixed("+02:00")
    #expect(!(try Recording("a.csv", text, options).notes.contains(said)))
  }

  @Test func aNamedTimeGoesBeforeTheGuessedOne() throws {
    let text = "lat,lon,time,recorded\n1,2,5,7\n"
    #expect(try Recording("a.csv", text, try options(nil, nil, "recorded")).times == [7])
  }

  @Test func timesHaveTheFormThatTheUserSays() throws {
    let text = "lat,lon,time\n1,2,05/01/2026 08:00 AM\n1,2,2026-05-01\n"
    let recording = try Recording("a.csv", text, try options(nil, nil, nil, format: "%m/%d/%Y %I:%M %p"))
    #expect(recording.times == [1_777_622_400])
    #expect(
      recording.firstSkips == [
        "a.csv:3: time \"2026-05-01\" is not a date (expected the --time-format %m/%d/%Y %I:%M %p)"
      ])
  }

  @Test func aFormatIsOfDateAndHourTogether() throws {
    let text = "lat,lon,date,time\n1,2,05/01/26,08:00\n"
    let recording = try Recording("a.csv", text, try options(nil, nil, nil, format: "%m/%d/%y %H:%M"))
    #expect(recording.times == [1_777_622_400])
  }

  // BT747 and MTK Logger write units behind numbers: finding D16.
  @Test(arguments: [
    ("374.812 m", "1.0mps", 374.812, 1.0), ("100ft", "36 km/h", 30.48, 10.0),
    ("0.3 km", "10kn", 300.0, 5.144444444444444),
    ("12", "7", 12.0, 7.0),
  ])
  func cellsMayHaveUnits(altitude: String, speed: String, meters: Double, perSecond: Double) throws {
    let recording = try Recording("a.csv", "lat,lon,time,ele,speed\n1,2,3,\(altitude),\(speed)\n")
    #expect(recording.firstSkips == [])
    let fix = try #require(recording.fixes.first)
    #expect(abs(fix.altitude - meters) < 1e-9 && abs(fix.speed - perSecond) < 1e-9)
  }

  @Test func theUnitOfACellGoesBeforeThatOfItsTitle() throws {
    let recording = try Recording("a.csv", "lat;lon;time;speed_kmh\n1;2;3;36\n1;2;4;10,5 m/s\n")
    #expect(recording.fixes.map(\.speed) == [10, 10.5])
  }

  @Test func aCellThatSaysNothingCostsItselfOnly() throws {
    let recording = try Recording("a.csv", "lat,lon,time,ele,speed\n1,2,3,high,4\n1,2,4,5,9 furlongs\n")
    #expect(recording.fixes.map(\.altitude).map { $0.isNaN } == [true, false])
    #expect(recording.fixes.map(\.speed).map { $0.isNaN } == [false, true])
    #expect(
      recording.firstSkips == [
        "a.csv:2: altitude \"high\" is not a number", "a.csv:3: speed \"9 furlongs\" has an unknown unit",
      ])
    // Of an accuracy that is not known the usual one would be made: too good perhaps.
    #expect(try Recording("a.csv", "lat,lon,time,acc\n1,2,3,bad\n").fixes.isEmpty)
  }

  static let times: [(String, Double)] = [
    ("\" 2026-01-01T00:00:01Z\"", 1_767_225_601), ("2026/1/1 0:00:01", 1_767_225_601),
    ("1.1.2026 00:00:01", 1_767_225_601), ("\"01.01.2026, 00:00:01\"", 1_767_225_601),
    ("2026-1-1", 1_767_225_600),
    ("2026.01.01 00:00:01", 1_767_225_601), ("20260101000001", 1_767_225_601),
    ("20260101000001.5", 1_767_225_601.5),
    ("2026-01-01  00:00:01", 1_767_225_601),
  ]

  @Test(arguments: times)
  func furtherFormsOfTimesAreRead(text: String, time: Double) throws {
    let recording = try Recording("a.csv", "lat,lon,time\n1,2,\(text)\n")
    #expect(recording.firstSkips == [])
    #expect(recording.times == [time])
  }

  @Test(arguments: [
    ("2026/01/01", " 00:00:01"), ("20260101", "000001"), ("20260101", "1"), ("1.1.2026", "0:00:01"),
  ])
  func datesAndHoursApartAreRead(date: String, hour: String) throws {
    let recording = try Recording("a.csv", "lat,lon,date,time\n1,2,\"\(date)\",\"\(hour)\"\n")
    let isRead = recording.times == [1_767_225_601]
    // An hour of one digit says too little.
    #expect(isRead == (hour != "1"))
  }
}
