import Foundation
import Geo
import Testing

@testable import GeoFeeds
@testable import GeoHost
@testable import GeoPage

/// HO-111.
@Suite struct PageFeedTests {
  private func track(_ count: Int, from number: Int = 0) -> PageTrack {
    var track = PageTrack(device: DeviceID(index: 0), name: "rex")
    let fix = Fix(coordinate: CLLocationCoordinate2D(latitude: 47, longitude: 8), horizontalAccuracy: 5)
    track.fixes = (number..<number + count).map { PageFix(fix, Double($0), number: $0) }
    return track
  }

  private func messages(_ feed: PageFeed) throws -> [JSONValue] {
    var (messages, last) = ([JSONValue](), 0)
    while let message = feed.journal.next(after: last) {
      messages.append(try JSONParser.parse(String(decoding: message.line, as: UTF8.self)))
      last = message.number
    }
    return messages
  }

  @Test func whatIsHandedOverBecomesMessages() throws {
    let feed = PageFeed(head: [("script", .string("a.lua"))])
    feed.start()
    feed.add([track(3)])
    for _ in 0..<200 where feed.journal.last == 0 { usleep(20_000) }
    #expect(feed.journal.last == 1)
    feed.add([track(2, from: 3)])
    feed.end()
    let types = try messages(feed).map { $0["type"]?.text }
    #expect(types == ["changes", "changes", "end"])
    let greeting = try JSONParser.parse(String(decoding: feed.greeting, as: UTF8.self))
    #expect(greeting["type"]?.text == "run" && greeting["script"]?.text == "a.lua")
    guard case .integer(3)? = greeting["last"], case .integer(1)? = greeting["version"] else {
      Issue.record("\(greeting)")
      return
    }
  }

  @Test func largeChangesAreSeveralMessages() throws {
    let feed = PageFeed(head: [])
    feed.add((0..<5).map { track(6000, from: $0 * 6000) })
    feed.flush()
    #expect(feed.journal.last == 3)
    feed.flush()
    #expect(feed.journal.last == 3)
  }

  @Test func beyondWhatWaitsOnlyTheNewestIsKept() throws {
    let feed = PageFeed(head: [])
    feed.add([track(500_001), track(100, from: 500_001)])
    feed.flush()
    let last = try #require(try messages(feed).last)
    guard case .array(let devices)? = last["devices"], case .array(let numbers)? = devices.last?["numbers"],
      case .integer(500_100)? = numbers.last
    else {
      Issue.record("no devices")
      return
    }
    #expect(numbers.count == 1)
  }

  @Test func eachRunHasItsName() throws {
    let names = try (0..<2).map { _ in
      try JSONParser.parse(String(decoding: PageFeed(head: []).greeting, as: UTF8.self))["run"]?.text
    }
    #expect(names[0] != nil && names[0] != names[1])
  }

  /// What waits may still refer to a region that is gone.
  @Test func retiredRegionsComeLast() throws {
    let feed = PageFeed(head: [])
    let region = MonitoredRegion(
      identifier: "a", center: CLLocationCoordinate2D(latitude: 47, longitude: 8), radius: 100)
    var track = track(1)
    track.regions = [region]
    feed.retire([])
    feed.retire([region])
    feed.add([track])
    feed.flush()
    #expect(try messages(feed).map { $0["type"]?.text } == ["changes", "retired"])
  }
}
