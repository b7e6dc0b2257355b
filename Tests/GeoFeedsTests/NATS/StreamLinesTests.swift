import Geo
import GeoFormats
import Testing

@testable import GeoFeeds

@Suite struct StreamLinesTests {
  private let directory = DeviceDirectory()

  private func events(_ messages: [String], at time: TimeInterval) -> ([DeviceEvent], SkipCounts) {
    let lines = StreamLines("p", directory, FeedOptions())
    var events: [DeviceEvent] = []
    for message in messages {
      Array(message.utf8).withUnsafeBytes { lines.decode($0, at: time, into: &events) }
    }
    return (events, lines.skips)
  }

  @Test func linesHappenAtTheTimeOfTheStream() throws {
    let fix = #"{"device":"a","time":5,"timestamp":7,"latitude":1,"longitude":2}"#
    let (events, skips) = events([fix + "\n" + fix, fix], at: 100)
    #expect(events.count == 3 && skips.total == 0)
    #expect(events.allSatisfy { $0.time == 100 && $0.timestamp == 7 && directory.name(of: $0.device) == "a" })
  }

  @Test func aLongMessageAndABadLineAreTaken() {
    let fix = #"{"device":"a","timestamp":7,"latitude":1,"longitude":2}"#
    let (events, skips) = events(["no JSON", String(repeating: fix + "\n", count: 9000), ""], at: 100)
    #expect(events.count == 9000 && skips.total == 1)
  }
}
