import Geo
import GeoLua
import Testing

@testable import GeoHost
@testable import GeoPage

/// HO-93: the bytes of what a page keeps of a script's texts.
@Suite struct PageRecordTextsTests {
  private func record(_ index: UInt32 = 0) -> PageRecord {
    let device = DeviceID(index: index)
    return PageRecord(device, name: "rex", limit: PageRecorder.Limit(device))
  }

  private func add(_ count: Int, body: String, to record: PageRecord) {
    for number in 0..<count {
      let alert = Alert(
        id: "a\(number)", time: Double(number), device: "rex", title: "t\(number)", body: body, fields: [])
      record.add(
        ScriptRecord(
          unnumbered: .alert(alert), time: alert.time, device: "rex", group: nil, sequence: number))
    }
  }

  @Test(arguments: [UInt32(0), 50, 500, 5_000])
  func longTextsAreBounded(index: UInt32) {
    let (record, limit) = (record(index), PageRecorder.Limit(DeviceID(index: index)))
    add(3_000, body: String(repeating: "b", count: 200_000), to: record)
    let track = record.summary(watched: .empty)
    #expect(track.entries.count + track.moreEntries == 3_000)
    #expect(track.shortened == track.entries.count && track.shortened > 0)
    let bytes = track.entries.reduce(0) { $0 + $1.json.size }
    #expect(bytes <= limit.bytes + limit.entries * PageRecorder.shortEntry)
    #expect(track.entries.first?.json["body"]?.text?.utf8.count == PageRecorder.longestText)
    #expect(
      PageLog([track]).notes == [
        "the page leaves out \(grouped(track.moreEntries)) alerts, lines and other records",
        "the page has only the beginnings of the texts of \(grouped(track.shortened)) records",
      ])
  }

  @Test func usualTextsAreKept() {
    let record = record()
    add(20_000, body: String(repeating: "b", count: 300), to: record)
    #expect(record.track.entries.count == 20_000 && record.track.moreEntries == 0)
    #expect(PageLog([record.track]).notes.isEmpty)
  }

  @Test func whatIsHandedOverLeavesRoom() throws {
    let record = record()
    record.handedOver = PageRecord.HandedOver()
    for _ in 0..<2 {
      add(1_000, body: String(repeating: "b", count: 200_000), to: record)
      let part = try #require(record.takeChanges())
      #expect(part.entries.count == 1_000 && part.shortened == 1_000)
      #expect(part.entryBytes > 4 << 20)
    }
  }
}
