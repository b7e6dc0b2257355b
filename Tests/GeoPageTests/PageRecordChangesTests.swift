import Geo
import Testing

@testable import GeoHost
@testable import GeoPage

/// HO-111.
@Suite struct PageRecordChangesTests {
  private func record(_ index: UInt32 = 0) -> PageRecord {
    let device = DeviceID(index: index)
    let record = PageRecord(device, name: "rex", limit: PageRecorder.Limit(device))
    record.handedOver = PageRecord.HandedOver()
    return record
  }

  private func add(_ count: Int, to record: PageRecord, at time: Double = 0) {
    for number in 0..<count {
      let place = CLLocationCoordinate2D(latitude: 47, longitude: 8)
      record.add(
        Fix(coordinate: place, horizontalAccuracy: 5, altitude: 0, speed: 1), at: time + Double(number))
    }
  }

  @Test func eachFixIsHandedOverOnce() throws {
    let record = record()
    add(3, to: record)
    #expect(try #require(record.takeChanges()).fixes.map(\.number) == [0, 1, 2])
    #expect(record.takeChanges() == nil)
    add(2, to: record, at: 10)
    let part = try #require(record.takeChanges())
    #expect(part.fixes.map(\.number) == [3, 4])
    #expect(part.fixCount == 5)
  }

  @Test func theFirstChangeIsToldOnce() {
    let record = record()
    var count = 0
    record.onChange = { _ in count += 1 }
    add(5, to: record)
    #expect(count == 1)
    _ = record.takeChanges()
    add(1, to: record, at: 10)
    #expect(count == 2)
  }

  @Test func aFixThatIsDecidedLaterComesAgain() throws {
    let record = record()
    add(2, to: record)
    _ = record.takeChanges()
    record.track.fixes[0].isDecided = true
    record.track.fixes[0].outcome = .late
    record.handedOver?.noteChange(of: record.track.fixes[0])
    let part = try #require(record.takeChanges())
    #expect(part.fixes.map(\.number) == [0])
    #expect(part.fixes.first?.outcome == .late)
    // It cannot change any more.
    #expect(record.track.fixes.map(\.number) == [1])
  }

  @Test func littleIsKept() {
    for (index, most) in [(UInt32(0), 512), (100, 32)] {
      let record = record(index)
      for round in 0..<20 {
        add(100, to: record, at: Double(round * 100))
        _ = record.takeChanges()
      }
      #expect(record.track.fixes.count == most)
      #expect(record.track.entries.isEmpty && record.track.texts.isEmpty)
    }
  }

  @Test func aPageThatIsWrittenHandsNothingOver() {
    let record = PageRecord(DeviceID(index: 0), name: "rex", limit: .init(DeviceID(index: 0)))
    add(3, to: record)
    #expect(record.takeChanges() == nil)
    #expect(record.track.fixes.count == 3)
  }

  /// The device refuses a fix without a place; no map has it.
  @Test func aFixWithoutAPlaceIsNotShown() {
    let record = record()
    record.add(
      Fix(coordinate: CLLocationCoordinate2D(latitude: .nan, longitude: 8), horizontalAccuracy: 5), at: 0)
    #expect(record.takeChanges() == nil)
  }
}
