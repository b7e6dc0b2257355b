import Foundation
import Geo
import GeoFormats
import GeoTesting
import Testing

@testable import GeoFeeds

/// Requests of OsmAnd and Traccar Client.
///
/// The queries and JSON bodies are those of traccar/traccar, OsmAndProtocolDecoderTest (Apache-2.0).
@Suite struct OsmAndRequestTests {
  @Test func aQueryOfOsmAndIsAFix() throws {
    let phone = Phone()
    let answer = phone.get(
      "id=902064&lat=42.06288&lon=-88.23412&timestamp=2016-01-27T18%3A55%3A47Z&hdop=6.0&altitude=224.0&speed=10.0"
    )
    #expect(answer.status == 200)
    let (event, fix) = try #require(phone.fixes.first)
    #expect(phone.name() == "902064")
    #expect(fix.coordinate.latitude == 42.06288)
    #expect(fix.coordinate.longitude == -88.23412)
    #expect(fix.altitude == 224)
    // Ten knots; https://www.bipm.org SI Brochure: 1852 m an hour.
    #expect(abs(fix.speed - 5.144444) < 1e-6)
    #expect(fix.horizontalAccuracy == 30)
    #expect(event.timestamp == 1_453_920_947)
    #expect(event.time == Phone.arrival)
  }

  @Test(arguments: [
    ("timestamp=1442068686579", 1_442_068_686.579), ("timestamp=1377177267", 1_377_177_267),
    ("timestamp=2014-06-04+09%3A10%3A11", 1_401_873_011),
  ])
  func timesAreSecondsMillisecondsOrDates(_ field: String, _ expected: Double) throws {
    let phone = Phone()
    phone.get("id=902064&lat=42.06288&lon=-88.23412&" + field)
    #expect(try #require(phone.fixes.first).event.timestamp == expected)
  }

  // Finding D13: presets of PhoneTrack, Locus Map and GPSLogger.
  @Test(arguments: [
    "id=a&lat=60&lon=30&alt=224&acc=12&time=1377177267&bat=87&bearing=90",
    "id=a&latitude=60&lng=30&ele=224&accuracy=12&tst=1377177267&battery=87&dir=90",
    "id=a&lat=60&lon=30&height=224&hacc=12&datetime=2013-08-22T13%3A14%3A27Z&batt=87&heading=90",
  ])
  func otherAppsNamesOfFieldsAreKnown(query: String) throws {
    let phone = Phone()
    #expect(phone.get(query).status == 200)
    let (event, fix) = try #require(phone.fixes.first)
    #expect(event.timestamp == 1_377_177_267)
    #expect(fix.coordinate == CLLocationCoordinate2DMake(60, 30))
    #expect(fix.altitude == 224 && fix.horizontalAccuracy == 12 && fix.course == 90)
    #expect(
      phone.messages.map(\.json) == [#"{"batteryLevel":87}"#]
        || phone.messages.map(\.json) == [#"{"batteryLevel":87.0}"#])
  }

  @Test func whatIsNotOfItsKindStaysAnAttribute() throws {
    let phone = Phone()
    phone.get("id=a&lat=60&lon=30&track=morning&acc=0&timestamp=1377177267&time=noon")
    let (event, fix) = try #require(phone.fixes.first)
    #expect(fix.course.isNaN && fix.horizontalAccuracy == 5 && event.timestamp == 1_377_177_267)
    #expect(phone.messages.map(\.json) == [#"{"track":"morning"}"#])
    #expect(phone.get("id=a&lat=60&lon=30&time=noon").status == 400)
  }

  @Test(arguments: ["acc", "hacc", "accuracy"])
  func aPlaceWithoutAReadableAccuracyIsRefused(name: String) {
    let phone = Phone()
    let answer = phone.get("id=a&lat=60&lon=30&timestamp=1377177267&\(name)=bad")
    #expect(
      answer.status == 400 && answer.body.contains("\(name) ") && answer.body.contains("cannot be read"))
    #expect(phone.fixes.isEmpty)
  }

  @Test func whatDatabasesWriteForAnUnknownNumberIsNone() throws {
    let phone = Phone()
    #expect(phone.get("id=a&lat=60&lon=30&timestamp=1377177267&hacc=null").status == 200)
    #expect(try #require(phone.fixes.first).fix.horizontalAccuracy == 5)
  }

  /// Trackers of OpenGTS; the sentence is that of the NMEA 0183 pages of gpsd.
  @Test func aSentenceIsAFix() throws {
    let phone = Phone()
    let sentence = "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A"
    #expect(phone.get("id=a&gprmc=\(sentence.replacingOccurrences(of: ",", with: "%2C"))").status == 200)
    let (event, fix) = try #require(phone.fixes.first)
    #expect(
      abs(fix.coordinate.latitude - 48.1173) < 1e-9
        && abs(fix.coordinate.longitude - 11.516666666666667) < 1e-9)
    #expect(abs(fix.speed - 22.4 * 1852 / 3600) < 1e-9 && fix.course == 84.4)
    #expect(event.timestamp == 764_426_119)
    for bad in [
      sentence.replacingOccurrences(of: "*6A", with: "*6B"),
      sentence.replacingOccurrences(of: ",A,", with: ",V,"), "$GPGGA,1",
    ] {
      #expect(phone.get("id=a&gprmc=\(bad)").status == 400)
    }
    #expect(phone.fixes.count == 1)
  }

  @Test func aPlaceMayBeOneField() throws {
    let phone = Phone()
    phone.get("id=123456&timestamp=1377177267&location=60.0,30.0")
    let fix = try #require(phone.fixes.first).fix
    #expect(fix.coordinate.latitude == 60)
    #expect(fix.coordinate.longitude == 30)
  }

  @Test func aDeviceMayBeCalledDeviceid() throws {
    let phone = Phone()
    phone.get("lat=60.0&lon=30.0&speed=0.0&heading=90.0&vacc=0&hacc=0&altitude=0&deviceid=123456")
    #expect(phone.directory.knownID(of: "123456") != nil)
    #expect(try #require(phone.fixes.first).fix.course == 90)
    #expect(try #require(phone.fixes.first).event.timestamp == Phone.arrival)
  }

  @Test func otherFieldsAreAttributes() throws {
    let phone = Phone()
    phone.get(
      "id=123456789012345&timestamp=1504763810&lat=40.7232948571&lon=-74.0061408571&bearing=7.19889788244&speed=40"
        + "&ignition=true&rpm=933&fuel=24&batt=87&charge=true&driverUniqueId=Jane+Doe")
    let message = try #require(phone.messages.first)
    #expect(message.kind == .attributes)
    #expect(message.form == "osmand")
    #expect(
      message.json
        == #"{"ignition":true,"rpm":933,"fuel":24,"batteryLevel":87,"charge":true,"driverUniqueId":"Jane Doe"}"#
    )
  }

  @Test func attributesComeAgainOnlyWhenTheyDiffer() {
    let phone = Phone()
    phone.get("id=1&lat=1&lon=1&batt=87")
    phone.get("id=1&lat=2&lon=1&batt=87")
    phone.get("id=1&lat=3&lon=1&batt=86")
    #expect(phone.messages.count == 2)
    #expect(phone.fixes.count == 3)
  }

  @Test func aReportWithoutAPlaceHasAttributesOnly() {
    let phone = Phone()
    let answer = phone.get(
      "id=123456&timestamp=1377177267&cell=257,02,16,2224&wifi=00-14-22-01-23-45,-80")
    #expect(answer.status == 200)
    #expect(phone.fixes.isEmpty)
    #expect(phone.messages.count == 1)
  }

  @Test func anInvalidFixHasANegativeAccuracy() throws {
    let phone = Phone()
    phone.get("id=1&lat=1&lon=1&accuracy=5&valid=false")
    #expect(try #require(phone.fixes.first).fix.horizontalAccuracy == -1)
  }

  @Test func aFormIsReadLikeAQuery() {
    let phone = Phone()
    let answer = phone.post(
      "id=902064&lat=42.06288&lon=-88.23412&timestamp=1442068686579",
      type: "application/x-www-form-urlencoded")
    #expect(answer.status == 200)
    #expect(phone.fixes.count == 1)
  }

  @Test(arguments: [
    ("timestamp=1377177267&lat=60.0&lon=30.0", "names no device"),
    ("id=1&lat=91&lon=0", "is not a coordinate"), ("id=1&lat=1", "a latitude or a longitude is missing"),
    ("id=1&lat=x&lon=0", "lat \"x\" cannot be read"),
    ("id=1&lat=1&lon=1&timestamp=yesterday", "is not a date"),
    ("id=1&location=1", "location \"1\" cannot be read"), ("id=1&lat=nan&lon=0", "cannot be read"),
    ("id=1&lat=1&lon=1&timestamp=99999999999999999999", "is not a date"),
  ])
  func unusableRecordsAreRefusedWithAReason(_ query: String, _ reason: String) {
    let phone = Phone()
    let answer = phone.get(query)
    #expect(answer.status == 400)
    #expect(answer.body.replacing("\\\"", with: "\"").contains(reason))
    #expect(phone.events.isEmpty)
    #expect(phone.decoder.skips.total == 1)
  }

  @Test func traccarClientPostsJSON() throws {
    let phone = Phone()
    let answer = phone.post(
      #"{"location":{"event":"motionchange","is_moving":false,"uuid":"0e9a2473-a9a7-4c00-997b-fb97d2154e75","#
        + #""timestamp":"2021-07-21T08:06:34.444Z","odometer":0,"coords":{"latitude":-6.1148096,"#
        + #""longitude":106.6837015,"accuracy":3.8,"speed":18.67,"speed_accuracy":0.26,"heading":63,"#
        + #""heading_accuracy":0.28,"altitude":35.7,"altitude_accuracy":3.8},"activity":{"type":"still","#
        + #""confidence":100},"battery":{"is_charging":false,"level":0.79},"extras":{}},"device_id":"8737767034"}"#
    )
    #expect(answer == IngestResponse(200, ""))
    let (event, fix) = try #require(phone.fixes.first)
    #expect(phone.name() == "8737767034")
    #expect(fix.coordinate.latitude == -6.1148096)
    #expect(fix.horizontalAccuracy == 3.8)
    #expect(fix.speed == 18.67)
    #expect(fix.course == 63)
    #expect(fix.verticalAccuracy == 3.8)
    #expect(event.timestamp == 1_626_854_794.444)
    #expect(
      phone.messages.first?.json
        == #"{"event":"motionchange","motion":false,"odometer":0,"activity":"still","batteryLevel":79,"charge":false}"#
    )
  }

  @Test func negativeValuesAreUnknown() throws {
    let phone = Phone()
    phone.post(
      #"{"location":{"extras":{},"mock":true,"coords":{"speed_accuracy":-1,"speed":-1,"longitude":-122.406417,"#
        + #""ellipsoidal_altitude":0,"floor":null,"heading_accuracy":-1,"latitude":37.785834000000001,"accuracy":5,"#
        + #""altitude_accuracy":-1,"altitude":0,"heading":-1},"is_moving":false,"age":188,"odometer":0,"#
        + #""uuid":"2FB04C65-99CF-42AB-8DD3-EBCB4B108BF8","event":"motionchange","battery":{"level":-1,"#
        + #""is_charging":false},"activity":{"type":"unknown","confidence":100},"#
        + #""timestamp":"2025-05-09T04:11:30.579Z"},"device_id":"658765"}"#, to: .osmAnd)
    let fix = try #require(phone.fixes.first).fix
    #expect(fix.speed.isNaN)
    #expect(fix.course.isNaN)
    #expect(fix.verticalAccuracy == -1)
    #expect(phone.messages.first?.json.contains("batteryLevel") == false)
  }
}
