import FeedTesting
import Geo
import Testing

@testable import GeoFeeds
@testable import GeoFormats

/// Checks that the readers do what the page `inputs` says.
@Suite struct InputReferenceTests {
  /// The results of a source's text: events, devices and skipped records.
  private func outcome(_ name: String, _ text: String) throws -> String {
    let recording = try Recording(name, text)
    return
      "\(recording.events) \(recording.devices) \(recording.firstSkips) \(String(describing: recording.error))"
  }

  @Test(arguments: [
    ("a.kml", "KML"), ("a.geojson", "GeoJSON"), ("a.gpx", "GPX"), ("a.ndjson", "Event log"),
    ("a.csv", "Tables"),
  ])
  func theSamplesAreRead(name: String, heading: String) throws {
    let recording = try Recording(name, try #require(try ManualPage("inputs").sample(under: heading)))
    #expect(recording.error == nil)
    #expect(recording.firstSkips == [])
    #expect(recording.times == [1_777_622_400, 1_777_622_405])
  }

  @Test func thePagesNameWhatTheReadersKnow() throws {
    let inputs = try ManualPage("inputs").text
    let names =
      GeoJSONTracks.lineTimeNames + GeoJSONTracks.timeNames + GeoJSONTracks.speedNames
      + GeoJSONTracks.courseNames + GeoJSONTracks.accuracyNames + GeoJSONTracks.verticalNames
      + GeoJSONTracks.listNames
    for name in names { #expect(inputs.contains("`\(name)`"), "\(name)") }
    for date in ["ISO 8601", "YYYY/MM/DD hh:mm:ss", "DD.MM.YYYY hh:mm:ss", "seconds since 1970"] {
      #expect(CSVTime.expected.contains(date) && inputs.contains(date))
    }
    #expect(inputs.contains("at most \(LineBuffer.limit >> 20) MiB long"))
  }

  @Test func thePageOfNMEAHasTheNumbersOfTheReader() throws {
    let page = try ManualPage("nmea").text
    #expect(page.contains("the usual speeds, \(SpeedSearch.patience) s each"))
    #expect(page.contains("geoscript uses \(LineEndpoint.defaultPort), the port of NMEA"))
    #expect(page.contains("longer than \(LineBuffer.limit >> 20) MiB"))
    #expect(page.contains("\(Int(NMEADecoder.pause * 1000)) ms after the last byte"))
    let (plain, corrected) = (NMEAPrecision.accuracy(1, quality: 1), NMEAPrecision.accuracy(1, quality: 2))
    #expect(page.contains("× \(InputField.number(plain)) m, or × \(InputField.number(corrected)) m"))
  }

  @Test func everyFieldOfTheEventLogIsListed() {
    let fields =
      NDJSONType.common + (NDJSONType.all + NDJSONType.recordings).flatMap(\.fields) + NDJSONType.marks
    // Two types have a form.
    let listed = Set(fields.flatMap(\.names))
    #expect(listed.sorted() == (NDJSONType.knownFields + NDJSONType.otherNames).sorted())
  }

  @Test(arguments: NDJSONType.all.map(\.name))
  func everyFieldOfTheEventLogHasAnEffect(name: String) throws {
    let type = try #require(NDJSONType.all.first { $0.name == name })
    let needed = type.fields.filter { $0.absent == "skipped" }
    let base = [("type", "\"\(name)\""), ("time", "1777622400")] + needed.map { ($0.names[0], $0.example) }
    func line(_ fields: [(String, String)]) -> String {
      "{" + fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}\n"
    }
    #expect(try Recording("a.ndjson", line(base)).events.count == 1)
    for field in needed {
      #expect(try Recording("a.ndjson", line(base.filter { $0.0 != field.names[0] })).events.isEmpty)
    }
    for field in type.fields + NDJSONType.common where field.absent != "skipped" && field.names != ["type"] {
      // If a field is given twice, the last counts.
      let with = try outcome("a.ndjson", line(base + [(field.names[0], field.example)]))
      #expect(try with != outcome("a.ndjson", line(base)), "\(field.names)")
    }
  }

  @Test(arguments: NDJSONType.hands.map(\.name))
  func everyFieldOfAHandIsReadByIt(name: String) throws {
    let type = try #require(NDJSONType.hands.first { $0.name == name })
    let takesPlace = ["touch", "tap", "doubleTap", "longPress", "zoom"].contains(name)
    let needed = type.fields.filter { $0.absent == "skipped" }
    // One of several equivalent fields is enough.
    let chosen = type.fields.filter { ["to", "dx"].contains($0.names[0]) }
    let place = takesPlace && name != "zoom" ? [("x", "1"), ("y", "2")] : []
    let base = (needed + chosen).map { ($0.names[0], $0.example) } + place
    func gesture(_ fields: [(String, String)]) throws -> Gesture? {
      let words = ([("type", "\"\(name)\""), ("time", "1")] + fields).map { "\"\($0.0)\":\($0.1)" }
      let recording = try Recording("a.ndjson", "{\(words.joined(separator: ","))}\n")
      guard case .touch(let touch)? = recording.events.first?.payload else { return nil }
      return try touch.gesture()
    }
    let usual = try #require(try gesture(base))
    for field in needed {
      #expect(try gesture(base.filter { $0.0 != field.names[0] }) == nil, "\(field.names)")
    }
    for field in type.fields where field.absent != "skipped" {
      let names = ["to", "path"].contains(field.names[0]) ? ["to", "path"] : field.names
      let others = base.filter { !names.contains($0.0) }
      let other = field.names[0] == "to" ? #"{"latitude":7,"longitude":8}"# : field.example
      let changed = other == "50" ? "51" : other
      let path = #"[{"latitude":1,"longitude":3}]"#
      #expect(
        try gesture(
          others + [(field.names[0], names.count == 2 && field.names[0] == "path" ? path : changed)]) != usual
      )
    }
    for field in NDJSONType.touch {
      guard field.names == ["map"] || takesPlace else { continue }
      let others = base.filter { !["x", "y"].contains($0.0) || field.names == ["map"] }
      #expect(try gesture(others + field.names.map { ($0, field.example) }) != usual, "\(field.names)")
    }
  }

  @Test func everyElementOfAPointHasAnEffect() throws {
    func point(_ elements: String) -> String {
      "<gpx><trk><trkseg><trkpt lat=\"52.5\" lon=\"13.3\">\(elements)</trkpt></trkseg></trk></gpx>"
    }
    let time = "<time>2026-05-01T08:00:00Z</time>"
    let base = try outcome("a.gpx", point(time))
    for field in GPXField.allCases.compactMap(\.reference) {
      for name in field.names {
        let with = try Recording("a.gpx", point("\(time)<\(name)>\(field.example)</\(name)>"))
        #expect(with.fixes.count == 1 && with.firstSkips == [])
        #expect(try base != outcome("a.gpx", point("\(time)<\(name)>\(field.example)</\(name)>")), "\(name)")
      }
    }
  }

  @Test(arguments: CSVColumn.allCases)
  func everyTitleOfAColumnHasAnEffect(column: CSVColumn) throws {
    for name in column.names {
      // The hour alone is not a time without a day beside it.
      let isPart = CSVColumn.minutes.contains { $0.parts.contains(column) }
      var titles = isPart ? ["lat_deg", "lon_deg", "time"] : ["lat", "lon", "time"]
      var values = [
        isPart ? "52" : "52.5", isPart ? "13" : "13.3", column == .date ? "08:00:00" : "1777622400",
      ]
      let base = try outcome("a.csv", "\(titles.joined(separator: ","))\n\(values.joined(separator: ","))\n")
      let place: [CSVColumn: Int] = [.latitude: 0, .longitude: 1, .time: 2]
      if let index = place[column] {
        titles[index] = name
        values[index] = column.reference.example
      } else {
        titles.append(name)
        values.append(column.reference.example)
      }
      let text = "\(titles.joined(separator: ","))\n\(values.joined(separator: ","))\n"
      let recording = try Recording("a.csv", text)
      #expect(recording.events.count == 1 && recording.firstSkips == [], "\(name)")
      #expect(try base != outcome("a.csv", text), "\(name)")
    }
  }
}
