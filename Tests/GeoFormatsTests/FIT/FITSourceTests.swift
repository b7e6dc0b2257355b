import FeedTesting
import Geo
import Testing

@testable import GeoFormats

@Suite struct FITSourceTests {
  private static let start: TimeInterval = 1_767_225_600  // 2026-01-01T00:00:00Z

  private func messages(_ recording: Recording, _ kind: DeviceMessage.Kind = .message) -> [DeviceMessage] {
    recording.events.compactMap {
      if case .message(let message) = $0.payload, message.kind == kind { message } else { nil }
    }
  }

  private func track(_ seconds: Int...) -> FITFile {
    var file = FITFile()
    file.defineRecord()
    for second in seconds { file.addRecord(second, 52.5) }
    return file
  }

  @Test func theChecksumIsTheStandardOne() {
    // CRC-16/ARC, reveng.sourceforge.io/crc-catalogue/16.htm: check 0xbb3d.
    #expect(FITFile.checksum(Array("123456789".utf8)) == [0x3d, 0xbb])
  }

  @Test(arguments: [true, false], ["ride.fit", "ride"])
  func recordsAreFixes(bigEndian: Bool, name: String) throws {
    var file = FITFile()
    file.defineRecord(bigEndian: bigEndian)
    file.addRecord(0, 52.5, pulse: 121)
    file.addRecord(1, 52.6, pulse: 121)
    let recording = try Recording(name, file.bytes)
    #expect(recording.error == nil && recording.firstSkips == [])
    #expect(recording.fixes.count == 2)
    let fix = try #require(recording.fixes.first)
    #expect(abs(fix.coordinate.latitude - 52.5) < 1e-7 && abs(fix.coordinate.longitude + 13.4) < 1e-7)
    #expect(fix.altitude == 34 && fix.speed == 2.5 && fix.horizontalAccuracy == 5)
    #expect(recording.times == [Self.start, Self.start, Self.start + 1])
    #expect(messages(recording, .attributes).map(\.json) == [#"{"heartRate":121}"#])
    #expect(recording.devices == ["ride", "ride", "ride"])
  }

  @Test func betterFieldsCount() throws {
    var file = FITFile()
    file.define(
      0, 20,
      [
        (253, 4, FITFile.u32), (0, 4, FITFile.s32), (1, 4, FITFile.s32), (2, 2, FITFile.u16),
        (78, 4, FITFile.u32),
        (6, 2, FITFile.u16), (73, 4, FITFile.u32), (31, 1, FITFile.u8), (13, 1, FITFile.s8),
        (7, 2, FITFile.u16),
      ])
    file.add(0, [Int(FITFile.start), 0, 0, 2500, 2750, 1000, 1500, 3, -7, 250])
    let recording = try Recording("a.fit", file.bytes)
    let fix = try #require(recording.fixes.first)
    #expect(fix.altitude == 50 && fix.speed == 1.5 && fix.horizontalAccuracy == 3)
    #expect(messages(recording, .attributes).map(\.json) == [#"{"temperature":-7,"power":250}"#])
  }

  @Test func shortTimesFollowLongOnes() throws {
    var file = track(30)
    file.define(1, 20, [(0, 4, FITFile.s32), (1, 4, FITFile.s32)])
    // The start is a multiple of 32: 30, then 31, then 33 as the next 1.
    #expect(FITFile.start % 32 == 0)
    file.add(1, [1, 1], offset: 31)
    file.add(1, [1, 1], offset: 1)
    #expect(try Recording("a.fit", file.bytes).times.map { $0 - Self.start } == [30, 31, 33])
  }

  @Test func fieldsOfAppsArePassedOver() throws {
    var file = FITFile()
    file.defineRecord(apps: [3, 1])
    file.addRecord(0, 52.5, apps: [1, 2, 3, 4])
    file.addRecord(1, 52.5, apps: [1, 2, 3, 4])
    #expect(try Recording("a.fit", file.bytes).fixes.count == 2)
  }

  @Test func otherMessagesReachTheScript() throws {
    var file = FITFile()
    file.define(2, 0, [(0, 1, 0), (4, 4, FITFile.u32), (8, 4, FITFile.text)])
    file.add(2, [4, Int(FITFile.start), 0x0031_4245])  // "EB1"
    file.defineRecord()
    file.addRecord(0, 52.5)
    file.define(
      3, 19,
      [
        (253, 4, FITFile.u32), (7, 4, FITFile.u32), (9, 4, FITFile.u32), (15, 1, FITFile.u8),
        (13, 2, FITFile.u16),
      ])
    file.add(3, [Int(FITFile.start) + 1, 1500, 12345, 130, 0xffff])
    file.define(4, 23, [(253, 4, FITFile.u32), (5, 2, FITFile.u16), (10, 2, FITFile.u16)])
    file.add(4, [Int(FITFile.start) + 1, 325, 1024])
    let found = messages(try Recording("a.fit", file.bytes))
    #expect(found.map(\.type) == ["file_id", "lap", "device_info"] && found.allSatisfy { $0.form == "fit" })
    #expect(found[0].json == #"{"type":4,"time_created":"2026-01-01T00:00:00Z","product_name":"EB1"}"#)
    #expect(
      found[1].json
        == #"{"timestamp":"2026-01-01T00:00:01Z","total_elapsed_time":1.5,"total_distance":123.45,"avg_heart_rate":130}"#
    )
    #expect(
      found[2].json == #"{"timestamp":"2026-01-01T00:00:01Z","software_version":3.25,"battery_voltage":4}"#)
  }

  @Test func aStoppedTimerLosesTheSignal() throws {
    var file = track(0)
    file.define(1, 21, [(253, 4, FITFile.u32), (0, 1, 0), (1, 1, 0)])
    file.add(1, [Int(FITFile.start) + 1, 0, 4])
    file.add(1, [Int(FITFile.start) + 9, 0, 0])
    file.addRecord(10, 52.5)
    let recording = try Recording("a.fit", file.bytes)
    let losses = recording.events.filter { if case .signalLost = $0.payload { true } else { false } }
    #expect(losses.map(\.time) == [Self.start])
  }

  @Test func filesMayFollowEachOther() throws {
    let recording = try Recording("a.fit", track(0, 1).bytes + track(60, 61).bytes)
    #expect(recording.fixes.count == 4 && recording.firstSkips == [])
  }

  @Test func aTruncatedFileGivesItsGoodPart() throws {
    let whole = track(0, 1, 2, 3).bytes
    for count in whole.indices.dropFirst(1) {
      let recording = try Recording("a.fit", Array(whole.prefix(count)))
      let fault = recording.error?.message ?? recording.firstSkips.first ?? ""
      #expect(fault.contains(count < 14 ? "ends in its header" : "ends early"), "\(count): \(fault)")
      // 14 bytes of header, 24 of the definition, 18 of each record.
      #expect(recording.fixes.count == max(0, min(4, (count - 38) / 18)), "\(count)")
    }
  }

  @Test func aWrongChecksumIsCounted() throws {
    var bytes = track(0, 1).bytes
    bytes[bytes.count - 3] ^= 1
    let recording = try Recording("a.fit", bytes)
    #expect(recording.error == nil && recording.fixes.count == 2)
    #expect(recording.skips["checksum"] == 1)
    #expect(
      recording.firstSkips[0].contains("a.fit: has the checksum 0x")
        && recording.firstSkips[0].contains("copy it"))
  }

  @Test func aMessageWithoutDefinitionIsADamage() throws {
    var file = track(0)
    file.add(raw: [0x05])
    let recording = try Recording("a.fit", file.bytes)
    #expect(recording.fixes.count == 1 && recording.skips["input cut short"] == 1)
    #expect(
      recording.firstSkips[0].contains("the message at byte 56 is of the local type 5, which none defines"))
  }

  @Test func withoutPlacesItSaysWhy() throws {
    var indoors = FITFile()
    indoors.define(0, 20, [(253, 4, FITFile.u32), (3, 1, FITFile.u8)])
    indoors.add(0, [Int(FITFile.start), 90])
    #expect(
      try Recording("a.fit", indoors.bytes).error?.message.contains("none of its 1 records has a position")
        == true)
    var settings = FITFile()
    settings.define(0, 0, [(0, 1, 0)])
    settings.add(0, [2])
    #expect(
      try Recording("a.fit", settings.bytes).error?.message.contains("without records, of type 2") == true)
    #expect(try Recording("a.fit", "lat,lon\n1,2,3,4,5").error?.message.contains("is not a FIT file") == true)
    #expect(try Recording("a.fit", "").error?.message == "is empty (expected a FIT file)")
  }

  @Test func clocksThatWereNotSetAreCounted() throws {
    var file = track(0)
    file.add(0, [1000, 0, 0, 0, 255, 0])
    let recording = try Recording("a.fit", file.bytes)
    #expect(recording.fixes.count == 1 && recording.skips["no time"] == 1)
  }

  /// A device writes the size of the data when it is done, so 0 says that it never was: HO-183.
  @Test(arguments: [0, 2])
  func aFileWithoutTheSizeOfItsDataIsReadToItsEnd(cut: Int) throws {
    var bytes = Array(track(0, 1, 2).bytes.dropLast(cut))
    bytes.replaceSubrange(4..<8, with: [0, 0, 0, 0])
    let recording = try Recording("a.fit", bytes)
    #expect(recording.error == nil && recording.fixes.count == 3)
    #expect(recording.skips["input cut short"] == 1)
    #expect(recording.firstSkips[0].contains("a.fit: ends early, after byte "))
    #expect(recording.firstSkips[0].contains("its header announces no data"))
  }

  @Test func aPartThatEndsEarlyIsComparedWithItsOwnHeader() throws {
    let (whole, part) = (track(0).bytes, track(5, 6).bytes)
    let recording = try Recording("a.fit", whole + part.dropLast(10))
    #expect(recording.fixes.count == 2)
    #expect(
      recording.firstSkips == [
        "a.fit: ends early: its part from byte \(whole.count) has \(part.count - 10) bytes, its header announces "
          + "\(part.count); fixes used: 2"
      ])
  }

  @Test func widerFieldsOfSpeedStandForThoseThatAreMissing() throws {
    var file = track(0)
    file.define(1, 18, [(14, 2, FITFile.u16), (124, 4, FITFile.u32), (125, 4, FITFile.u32)])
    file.add(1, [5000, 70_001, 77_777])
    file.define(2, 19, [(110, 4, FITFile.u32), (14, 2, FITFile.u16)])
    file.add(2, [5555, 6000])
    #expect(
      messages(try Recording("a.fit", file.bytes)).map(\.json) == [
        #"{"avg_speed":70.001,"max_speed":77.777,"enhanced_avg_speed":70.001,"enhanced_max_speed":77.777}"#,
        #"{"avg_speed":5.555,"max_speed":6,"enhanced_avg_speed":5.555}"#,
      ])
  }
}
