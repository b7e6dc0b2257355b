import FeedTesting
import Geo
import GeoFormats
import Testing

@testable import GeoFeeds

@Suite struct StaleSourceTests {
  private let directory = DeviceDirectory()
  private let folder = TemporaryDirectory()

  /// Events as «device time kind», failures with an exclamation mark.
  private func events(_ log: [(String, Double)], silence: TimeInterval) throws -> [String] {
    let text = log.map { #"{"time":\#($0.1),"device":"\#($0.0)","latitude":1,"longitude":2}"# + "\n" }
      .joined()
    let path = try folder.write("a.ndjson", text)
    let source = StaleSource(try FileFeed.open([path], directory: directory), silence: silence)
    var events: [DeviceEvent] = []
    while try source.read(into: &events) {}
    return events.map { event in
      let isFailure = if case .error = event.payload { true } else { false }
      return "\(directory.name(of: event.device)) \(Int(event.time))\(isFailure ? "!" : "")"
    }
  }

  @Test func aDeviceThatIsSilentFailsOnceBeforeItsNextEvent() throws {
    #expect(
      try events([("a", 0), ("a", 50), ("a", 200), ("a", 210)], silence: 60) == [
        "a 0", "a 50", "a 110!", "a 200", "a 210",
      ])
  }

  @Test func othersShowThatTimeHasPassed() throws {
    let log = [("a", 0.0), ("b", 10), ("b", 50), ("b", 61), ("b", 100), ("b", 300)]
    #expect(
      try events(log, silence: 60) == ["a 0", "b 10", "b 50", "a 60!", "b 61", "b 100", "b 160!", "b 300"])
  }

  @Test func theEndIsNoSilence() throws {
    #expect(try events([("a", 0), ("a", 60)], silence: 60) == ["a 0", "a 60"])
  }
}
