import Geo
import Testing

@testable import GeoFormats

/// Messages as they arrived, for hooks of OwnTracks Recorder.
@Suite struct OwnTracksPublishTests {
  private static let location =
    #"{ "_type":"location", "lat":48.85833, "lon":3.29513, "tst":1495018728, "batt":11, "topic":"owntracks/j/p" }"#

  private func events(
    _ message: String, keeps: Bool = true, _ change: (inout OwnTracksOrigin) -> Void = { _ in }
  ) -> [DeviceEvent] {
    let directory = DeviceDirectory()
    var options = FeedOptions()
    options.keepsPublishes = keeps
    let decoder = OwnTracksDecoder(directory: directory, options: options)
    var origin = OwnTracksOrigin(
      device: directory.id(of: "jane/phone"), arrival: 1_495_018_730, place: "here")
    change(&origin)
    var events: [DeviceEvent] = []
    Array(message.utf8).withUnsafeBytes { decoder.decode($0, from: origin, into: &events) }
    return events
  }

  private func publishes(_ events: [DeviceEvent]) -> [String] {
    events.compactMap {
      if case .message(let message) = $0.payload, message.isPublish { message.json } else { nil }
    }
  }

  @Test func aLocationComesBetweenItsAttributesAndItsFix() throws {
    let events = events(Self.location)
    try #require(events.count == 3)
    guard case .message(let attributes) = events[0].payload, case .message(let publish) = events[1].payload,
      case .location = events[2].payload
    else {
      Issue.record("wrong order: \(events)")
      return
    }
    #expect(attributes.kind == .attributes)
    #expect(publish.isPublish)
    #expect(events[1].time == events[2].time && events[1].timestamp == events[2].timestamp)
    // Nothing that is not asked for.
    #expect(self.publishes(self.events(Self.location, keeps: false)).isEmpty)
  }

  @Test func theTopicIsThatOfTheSource() throws {
    func topic(_ change: (inout OwnTracksOrigin) -> Void) throws -> String? {
      try JSONParser.parse(try #require(publishes(events(Self.location, change)).first))["topic"]?.text
    }
    #expect(try topic { _ in } == "owntracks/j/p")
    #expect(try topic { $0.topic = "base/jane/phone/event" } == "base/jane/phone/event")
    // owntracks/recorder, http.c: a post is handled as a message to owntracks/USER/DEVICE.
    #expect(try topic { $0.isHTTP = true } == "owntracks/jane/phone")
  }

  @Test func aMessageKeepsItsMembersAndSaysHowItCame() {
    let found = publishes(events(Self.location) { $0.isHTTP = true })
    #expect(
      found == [
        #"{"topic":"owntracks/jane/phone","http":true,"message":{"_type":"location","lat":48.85833,"lon":3.29513,"#
          + #""tst":1495018728,"batt":11,"topic":"owntracks/j/p"}}"#
      ])
  }

  @Test func otherTypesComeToo() {
    let found = publishes(events(#"{"_type":"lwt","tst":1}"#))
    #expect(found == [#"{"topic":"owntracks/jane/phone","message":{"_type":"lwt","tst":1}}"#])
    // A password is in no event.
    let cmd = #"{"_type":"cmd","action":"setConfiguration","configuration":{"password":"s","tid":"x"}}"#
    #expect(publishes(events(cmd)).allSatisfy { !$0.contains("password") && $0.contains("tid") })
  }

  @Test func brokenMessagesAreSkipped() {
    #expect(events(#"{"_type":"location","lat":1,"lon":2,"tst":3} x"#).isEmpty)
    #expect(publishes(events(#"{"_type":"nonsense"}"#)).isEmpty)
  }
}
