import Geo
import Testing

@testable import GeoHost
@testable import GeoPage

/// HO-111, HO-176.
@Suite struct PageBookTests {
  private func region(_ name: String, _ latitude: Double = 47) -> MonitoredRegion {
    MonitoredRegion(
      identifier: name, center: CLLocationCoordinate2D(latitude: latitude, longitude: 8), radius: 100)
  }

  private func track(
    _ index: UInt32 = 0, regions: [MonitoredRegion] = [], from first: Int = 0, number: Int = 0,
    time: Double = 1000
  ) -> PageTrack {
    var track = PageTrack(device: DeviceID(index: index), name: "d\(index)")
    let fix = Fix(coordinate: CLLocationCoordinate2D(latitude: 47, longitude: 8), horizontalAccuracy: 5)
    track.fixes = [PageFix(fix, time, number: number)]
    track.fixCount = number + 1
    (track.regions, track.firstRegion) = (regions, first)
    track.states = regions.indices.map {
      PageState(region: Int32(first + $0), time: time, kind: .inside)
    }
    return track
  }

  /// The first device of a message.
  private func device(_ message: JSONValue) throws -> JSONValue {
    let devices: [JSONValue] = if case .array(let all)? = message["devices"] { all } else { [] }
    return try #require(devices.first, "\(message)")
  }

  private func numbers(_ json: JSONValue?) -> [Int64] {
    guard case .array(let items)? = json else { return [] }
    return items.compactMap {
      if case .array(let pair) = $0, case .integer(let number)? = pair.first { return number }
      return nil
    }
  }

  private func content(_ book: PageBook, _ name: String) -> JSONValue? {
    JSONValue.object(book.content)[name]
  }

  @Test func regionsAreShownBeforeADeviceComes() {
    var book = PageBook()
    let set = RegionSet.empty.adding(contentsOf: [region("a"), region("b")])
    let first = book.message(watching: set, number: 1, oldest: 1)
    #expect(numbers(first["regions"]) == [0, 1] && numbers(content(book, "devices")).isEmpty)
    // After a reload, those that are new.
    let more = book.message(
      watching: RegionSet.empty.adding(contentsOf: [region("b"), region("c")]), number: 2, oldest: 1)
    #expect(numbers(more["regions"]) == [2])
    #expect(numbers(book.message([track(regions: [region("a")])], number: 3, oldest: 1)["regions"]).isEmpty)
  }

  @Test func aRegionIsSentOnce() {
    var book = PageBook()
    let first = book.message([track(regions: [region("a"), region("b")])], number: 1, oldest: 1)
    #expect(numbers(first["regions"]) == [0, 1])
    // Another device watches one of them, and a new one.
    let second = book.message([track(1, regions: [region("b"), region("c")])], number: 2, oldest: 1)
    #expect(numbers(second["regions"]) == [2])
    #expect(numbers(content(book, "regions")) == [0, 1, 2])
    #expect(numbers(content(book, "devices")) == [0, 1])
  }

  @Test func aMessageSaysWhichFixes() throws {
    var book = PageBook()
    let message = book.message([track(3, number: 17, time: 1000.75)], number: 1, oldest: 1)
    guard case .array(let devices)? = message["devices"], let device = devices.first,
      case .integer(3)? = device["device"], case .array(let numbers)? = device["numbers"],
      case .integer(17)? = numbers.first, case .integer(18)? = device["all"]
    else {
      Issue.record("\(message)")
      return
    }
    #expect(device["name"]?.text == "d3")
    guard case .number(let start)? = message["start"] else {
      Issue.record("\(message)")
      return
    }
    #expect(start == 1_000_000)
    // 750 ms after it, as a difference that may be negative: 1500 in two bytes of seven bits.
    #expect(Base64.decode(Array((message["columns"]?.text ?? "").utf8))?.prefix(2) == [0xDC, 0x0B])
  }

  /// A device that changes its group: another worker numbers its fixes and regions anew.
  @Test func twoWorkersRecordADevice() throws {
    var book = PageBook()
    _ = book.message(
      [track(regions: [region("a"), region("b")], number: 6), track(1, number: 2)], number: 1, oldest: 1)
    var other = track(regions: [region("c")])
    other.shard = 1
    let message = book.message([other], number: 2, oldest: 1)
    #expect(numbers(message["regions"]) == [2])
    let moved = try device(message)
    // No fix of the first worker has that number, and the page counts those of both.
    #expect(moved["numbers"]?.description == "[16777216]" && moved["all"]?.description == "8")
    // The first worker goes on with its numbers: its third region, and the state of its second.
    var last = track(regions: [region("d")], from: 2, number: 7)
    last.states = [PageState(region: 1, time: 1001, kind: .outside)]
    let end = book.message([last], number: 3, oldest: 1)
    #expect(numbers(end["regions"]) == [3])
    let back = try device(end)
    #expect(back["numbers"]?.description == "[7]" && back["all"]?.description == "9")
    #expect(numbers(content(book, "devices")) == [0, 1])
  }

  @Test func regionsThatNobodyWatchesAreForgotten() {
    var book = PageBook()
    for number in 1...6000 {
      // A script that makes a new region at each place, and starts its numbers anew.
      let made = region("around", Double(number) / 100_000)
      _ = book.message([track(regions: [made], number: number)], number: number, oldest: number - 100)
    }
    #expect(numbers(content(book, "regions")).count <= 4_001)
    // The newest is there.
    #expect(numbers(content(book, "regions")).last == 5999)
  }

  @Test func theMapNamesTownsNearDevices() {
    var book = PageBook()
    _ = book.message((0..<300).map { track(UInt32($0)) }, number: 1, oldest: 1)
    #expect(book.rects.count == 200)
  }

  /// HO-116: a region that a reload takes away is not on the map any more, and has a new number if it comes back.
  @Test func retiredRegionsAreSaid() {
    var book = PageBook()
    _ = book.message([track(regions: [region("a"), region("b")])], number: 1, oldest: 1)
    #expect(book.retire([region("c")], number: 2) == nil)
    let message = book.retire([region("a")], number: 2)
    #expect(message?.description == #"{"type":"retired","number":2,"regions":[0]}"#)
    #expect(content(book, "retired")?.description == "[0]")
    let back = book.message([track(regions: [region("a"), region("b")])], number: 3, oldest: 1)
    #expect(numbers(back["regions"]) == [2])
  }
}
