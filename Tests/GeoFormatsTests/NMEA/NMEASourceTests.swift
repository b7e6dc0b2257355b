import FeedTesting
import Geo
import Testing

@testable import GeoFeeds
@testable import GeoFormats

@Suite struct NMEASourceTests {
  static let gga = "GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
  static let rmc = "GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W"

  func read(_ sentences: String..., options: FeedOptions = FeedOptions()) throws -> Recording {
    try Recording("boat.nmea", sentences.map { sentence($0) }.joined(), options)
  }

  private func messages(_ recording: Recording) -> [String] {
    recording.events.compactMap {
      if case .message(let message) = $0.payload { message.json } else { nil }
    }
  }

  /// - Source: both sentences stand, with these checksums, in Dale DePriest's "NMEA data" (gpsinformation.org/dale/nmea.htm).
  @Test func theSentencesOfOneMomentAreOneFix() throws {
    let recording = try Recording(
      "boat.nmea",
      """
      $GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47
      $GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A

      """)
    #expect(recording.firstSkips == [])
    #expect(recording.fixes.count == 1)
    let fix = try #require(recording.fixes.first)
    #expect(fix.coordinate.latitude == 48.1173 && abs(fix.coordinate.longitude - 11.516666666666667) < 1e-14)
    #expect(fix.altitude == 545.4 && fix.course == 84.4)
    #expect(abs(fix.speed - 22.4 * 1852 / 3600) < 1e-12)
    // 1994-03-23T12:35:19Z
    #expect(recording.events.map(\.timestamp) == [764_426_119, 764_426_119])
    #expect(recording.devices == ["boat", "boat"])
    #expect(messages(recording) == [#"{"quality":1,"satellites":8,"hdop":0.9,"geoidSeparation":46.9}"#])
  }

  @Test(arguments: ["GP", "GN", "GL", "GA", "GB", "BD", "QZ", "EC", "II"])
  func anyTalkerIsRead(talker: String) throws {
    let recording = try read(talker + Self.rmc.dropFirst(2))
    #expect(recording.fixes.count == 1)
  }

  @Test func southAndWestAreNegative() throws {
    let recording = try read("GPRMC,000001,A,3351.5,S,15112.25,W,,,010126,,")
    #expect(recording.fixes.first?.coordinate.latitude == -33.858333333333334)
    #expect(recording.fixes.first?.coordinate.longitude == -151.20416666666668)
    #expect(recording.fixes.first?.speed.isNaN == true && recording.fixes.first?.course.isNaN == true)
  }

  @Test func fixesWithoutCorrectionsAreFiveMetersForEachDilution() throws {
    let recording = try read(Self.gga.replacing(",0.9,", ",2,"), Self.rmc)
    #expect(recording.fixes.map(\.horizontalAccuracy) == [10])
    let corrected = try read(Self.gga.replacing(",1,08,0.9,", ",2,08,2,"), Self.rmc)
    #expect(corrected.fixes.map(\.horizontalAccuracy) == [2.5])
    let unknown = try read(Self.rmc)
    #expect(unknown.fixes.map(\.horizontalAccuracy) == [5])
  }

  @Test func deviationsBeatDilutions() throws {
    let recording = try read(Self.gga, "GPGST,123519,1,2,3,4,3,4,9", Self.rmc)
    #expect(recording.fixes.map(\.horizontalAccuracy) == [5])
    #expect(recording.fixes.map(\.verticalAccuracy) == [9])
    // Of another moment, so unused.
    let late = try read(Self.gga, "GPGST,123518,1,2,3,4,3,4,9", Self.rmc)
    #expect(late.fixes.map(\.horizontalAccuracy) == [4.5])
  }

  @Test func aFixOfTwoDimensionsHasNoAltitude() throws {
    let gsa = "GPGSA,A,2,04,05,,09,12,,,24,,,,,2.5,1.3,2.1"
    let recording = try read(Self.gga, gsa, Self.rmc)
    #expect(recording.fixes.allSatisfy { $0.altitude.isNaN })
    #expect(recording.fixes.map(\.horizontalAccuracy) == [6.5])
    let three = try read(Self.gga, gsa.replacing(",2,04", ",3,04"), Self.rmc)
    #expect(three.fixes.map(\.altitude) == [545.4] && three.fixes.map(\.verticalAccuracy) == [10.5])
  }

  @Test func gnsAndVTGMakeAFix() throws {
    let recording = try read(
      "GPZDA,123519,23,03,1994,00,00",
      "GNGNS,123519,4807.038,N,01131.000,E,AAN,08,0.9,545.4,46.9,,,V", "GNVTG,084.4,T,,M,,N,36,K,A")
    #expect(recording.fixes.map(\.speed) == [10] && recording.fixes.map(\.altitude) == [545.4])
    #expect(recording.times.last == 764_426_119)
  }

  @Test func lostFixIsReportedOnce() throws {
    let recording = try read(
      Self.rmc, "GPRMC,123520,V,,,,,,,230394,,", "GPGGA,123520,,,,,0,00,,,M,,M,,",
      "GPRMC,123521,V,,,,,,,230394,,",
      Self.rmc.replacing("123519", "123522"), "GPRMC,,V,,,,,,,,,", "GPRMC,,V,,,,,,,,,")
    let kinds = recording.events.compactMap { event -> String? in
      switch event.payload {
      case .location: "fix"
      case .error(code: 0): "error"
      default: nil
      }
    }
    #expect(kinds == ["fix", "error", "fix", "error"])
    #expect(
      recording.events.filter { if case .error = $0.payload { true } else { false } }.map(\.time) == [
        764_426_120, 764_426_122,
      ])
  }

  @Test func secondReceiverWithoutAPositionIsNotALoss() throws {
    var sentences: [String] = []
    for second in 20..<25 {
      sentences += [
        Self.rmc.replacing("123519", "1235\(second)"), "IIRMC,1235\(second),V,,,,,,,230394,,",
        "IIRMC,,V,,,,,,,,,",
      ]
    }
    let text = sentences.map { sentence($0) }.joined()
    let mixed = try Recording("boat.nmea", text)
    #expect(mixed.fixes.count == 5 && mixed.events.count == 5)
    // Once the first is silent, the second one counts.
    let silent = try Recording(
      "boat.nmea", text + (30..<34).map { sentence("IIRMC,1235\($0),V,,,,,,,230394,,") }.joined())
    #expect(silent.events.count == 6 && silent.events.last?.payload == .error(code: 0))
  }

  @Test func aDilutionOfZeroIsNone() throws {
    let recording = try read(Self.gga.replacing(",0.9,", ",0.0,"), "GPGST,123519,0,0,0,0,0,0,0", Self.rmc)
    #expect(recording.fixes.map(\.horizontalAccuracy) == [5])
  }

  @Test func theDayEndsAtMidnight() throws {
    let recording = try read(
      "GPRMC,235959,A,4807.038,N,01131.000,E,,,311226,,",
      "GPGGA,000000,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
      "GPGGA,000001.50,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")
    // 2026-12-31T23:59:59Z
    #expect(
      recording.events.compactMap { if case .location = $0.payload { $0.timestamp } else { nil } } == [
        1_798_761_599, 1_798_761_600, 1_798_761_601.5,
      ])
  }

  /// - Source: gpsd 3.22, driver_nmea0183.c, merge_ddmmyy.
  @Test(arguments: [
    ("79", 3_471_292_799), ("80", 315_532_800 - 1 + 31_622_400), ("26", 1_767_225_599 + 31_536_000),
  ])
  func yearsFrom80OnBelongToTheLastCentury(year: String, time: Int) throws {
    let recording = try read("GPRMC,235959,A,4807.038,N,01131.000,E,,,3112\(year),,")
    #expect(recording.times == [Double(time)])
  }

  @Test func timesBeforeTheFirstDateGetThatDate() throws {
    let recording = try read(
      Self.gga.replacing("123519", "123517"), Self.gga.replacing("123519", "123518"), Self.gga, Self.rmc)
    let times = recording.events.compactMap { if case .location = $0.payload { $0.timestamp } else { nil } }
    #expect(times == [764_426_117, 764_426_118, 764_426_119])
    #expect(recording.notes == [])
  }

  @Test func missingDatesStartAtTheStartDay() throws {
    var options = FeedOptions()
    let recording = try read(Self.gga)
    #expect(recording.times.last == 45_319)
    #expect(recording.notes.count == 1)
    options.start = 764_380_800 + 3600
    #expect(try read(Self.gga, options: options).times.last == 764_426_119)
  }

  @Test func aTagBlockMayGiveTheDate() throws {
    let block = "s:a,c:764426119"
    let tag = sentence(block).dropFirst().trimmingSuffix { $0.isNewline }
    let recording = try Recording("boat.log", "\\\(tag)\\\(sentence(Self.gga))")
    #expect(recording.firstSkips == [])
    #expect(recording.times.last == 764_426_119)
  }

  @Test func headingsHaveTheTimeOfTheFixAndAreTurnedByTheVariation() throws {
    let recording = try read(Self.rmc, "HCHDG,101.1,1.0,E,7.1,W", "HEHDT,90.0,T", "HCHDM,5.0,M")
    let readings = recording.events.compactMap {
      if case .heading(let reading) = $0.payload { reading } else { nil }
    }
    #expect(readings.count == 3)
    #expect(abs(readings[0].magneticHeading - 102.1) < 1e-9 && abs(readings[0].trueHeading - 95) < 1e-9)
    #expect(abs(readings[1].magneticHeading - 97.1) < 1e-9 && readings[1].trueHeading == 90)
    #expect(abs(readings[2].trueHeading - 357.9) < 1e-9)
    #expect(recording.times.allSatisfy { $0 == 764_426_119 })
  }

  @Test func aTrueHeadingAloneIsTurnedByTheMagneticModel() throws {
    // - Source: WMM 2025 at 60° N 10° E in 2026: declination about 5° E (NOAA's map).
    let recording = try read("GPRMC,000001,A,6000,N,01000,E,,,010126,,", "HETHS,90.0,A", "HETHS,80.0,V")
    let readings = recording.events.compactMap {
      if case .heading(let reading) = $0.payload { reading } else { nil }
    }
    #expect(readings.count == 1 && readings[0].trueHeading == 90)
    #expect((83...87).contains(readings[0].magneticHeading))
  }

  @Test func sentenceIsIndependentOfBufferBoundaries() throws {
    var text = ""
    for second in 0..<4000 {
      let time = "\(100_000 + second / 60 % 60 * 100 + second % 60)"
      text += sentence("GPRMC,\(time),A,4807.\(100 + second % 800),N,01131.000,E,1,2,230394,,")
      text += sentence(Self.gga.replacing("123519", time))
    }
    let recording = try Recording("a.nmea", text)
    #expect(recording.fixes.count == 4000 && recording.skips.total == 0)
  }

  @Test func formatIsRecognizedByTheFirstBytes() throws {
    for text in [sentence(Self.rmc), "# comment\n\n" + sentence(Self.rmc), "\\s:x*0B\\" + sentence(Self.rmc)]
    {
      #expect(FileForm(of: Array(text.utf8)) == .lines)
    }
    #expect(FileForm(of: Array("time,lat,lon\n1,2,3\n".utf8)) == .csv)
    #expect(FileForm(of: Array("{\"class\":\"VERSION\"}\n".utf8)) == .lines)
    #expect(FileForm(of: Array("{\"type\":\"clock\",\"time\":1}\n".utf8)) == .ndjson)
  }

  @Test func laterRunContinuesWhereThisOneStopped() throws {
    let folder = TemporaryDirectory()
    var text = ""
    for second in 10..<50 {
      text += sentence("GPRMC,1000\(second),A,4807.100,N,01131.000,E,1,2,230394,,")
      text += sentence(Self.gga.replacing("123519", "1000\(second)").replacing(",08,", ",\(second),"))
    }
    let path = try folder.write("a.nmea", text)
    let whole = try Recording([path])
    let source = try FileFeed.open(path, directory: whole.directory)
    try source.resume(at: SourcePosition(source: path, events: 7))
    var rest: [DeviceEvent] = []
    while try source.read(into: &rest) {}
    #expect(rest.map { "\($0)" } == whole.events.dropFirst(7).map { "\($0)" })
    #expect(source.positions == [SourcePosition(source: path, events: whole.events.count)])
  }
}

extension StringProtocol {
  fileprivate func trimmingSuffix(_ isIn: (Character) -> Bool) -> String {
    var text = String(self)
    while let last = text.last, isIn(last) { text.removeLast() }
    return text
  }

  func replacing(_ old: String, _ new: String) -> String {
    var text = ""
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(old) {
        text += new
        rest = rest.dropFirst(old.count)
      } else {
        text.append(rest.removeFirst())
      }
    }
    return text
  }
}
