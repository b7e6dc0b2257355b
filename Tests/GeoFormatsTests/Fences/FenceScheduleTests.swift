import Geo
@testable import GeoFormats
import Testing

extension FenceFileTests {
  static let officeHours = RegionSchedule(
    days: [.monday, .friday], from: 8 * 3600, to: 18 * 3600 + 30, timeZone: tokyo)
  static let officeText =
    #"{"days":["mon","Friday"],"from":"08:00","to":"18:00:30","timeZone":"Asia/Tokyo"}"#

  static let schedules: [(String, RegionSchedule?)] = [
    (officeText, officeHours),
    (officeText.replacing(",", with: " ,\n "), officeHours),
    ("\"" + officeText.replacing("\"", with: "\\\"") + "\"", officeHours),
    (#"{"to":"06:00","from":"22:00"}"#, RegionSchedule(from: 22 * 3600, to: 6 * 3600)),
    (
      #"{"days":null,"from":null,"timeZone":"+05:45"}"#,
      .init(timeZone: .init(name: "+05:45", offset: 20_700))
    ),
    (#"{"d\u0061ys":["s\u0061t"]}"#, RegionSchedule(days: .saturday)),
    ("{}", RegionSchedule()), ("null", nil),
  ]

  @Test(arguments: schedules)
  func aScheduleIsAnObjectOrItsText(value: String, schedule: RegionSchedule?) throws {
    let text = Self.feature("1", #""schedule":\#(value),"dwell":60,"radius":100"#)
    for text in [Self.collection([text, Self.feature("2")]), Self.collection([text])] {
      let file = try Self.read(text)
      #expect(file.skips.kinds.map(\.entry.first) == [])
      #expect(file.regions.first?.options.schedule == schedule)
      // The properties after it are still read.
      #expect(file.regions.first?.options.dwell == 60 && file.regions.first?.radius == 100)
    }
  }

  @Test func aScheduleIsWrittenAsAnObject() throws {
    var options = RegionOptions()
    options.schedule = Self.officeHours
    let home = Self.home
    let region = MonitoredRegion(
      identifier: home.identifier, center: home.center, radius: home.radius, options: options)
    let text = GeoJSON.text(of: [region])
    #expect(
      text.contains(
        #""schedule":{"days":["mon","fri"],"from":"08:00","to":"18:00:30","timeZone":"Asia/Tokyo"}"#))
    #expect(try Self.read(text).regions == [region])
  }

  @Test(arguments: [
    #"{"days":["mon"}"#, #"{"days":["mon"]"#, "{1}", "{]}", #"{"from"}"#, #"{"from":}"#, #"{"from":1 2}"#,
    #"{"from":1,}"#, #"{"days":[}"#,
  ])
  func scheduleThatIsNotJSONBreaksTheFile(value: String) throws {
    let text = Self.feature("1", #""radius":1,"schedule":\#(value)"#)
    #expect(throws: GeoError.self) { try Self.read(Self.collection([text, Self.one])) }
  }

  @Test func aScheduleThatBreaksOffBreaksTheFile() throws {
    #expect(throws: GeoError.self) {
      try Self.read(#"{"type":"Feature","id":1,"properties":{"radius":1,"schedule":{"days":["mon"]"#)
    }
  }

  @Test func otherFormatsHaveTheScheduleAsAText() throws {
    let kml = Self.kml.replacing(
      #"<Data name="dwell"><value>60</value></Data>"#,
      with: #"<Data name="schedule"><value>\#(Self.officeText)</value></Data>"#)
    #expect(try Self.read(kml, as: "a.kml").regions.first?.options.schedule == Self.officeHours)
    let line = "depot\tPOINT (13.4 52.5)\tradius=150\tschedule=\(Self.officeText)"
    #expect(try Self.read(line, as: "a.wkt").regions.first?.options.schedule == Self.officeHours)
    let quoted = Self.officeText.replacing("\"", with: "\"\"")
    let table = "id,wkt,radius,schedule\ndepot,POINT (13.4 52.5),150,\"\(quoted)\"\n"
    #expect(try Self.read(table, as: "a.csv").regions.first?.options.schedule == Self.officeHours)
  }
}
