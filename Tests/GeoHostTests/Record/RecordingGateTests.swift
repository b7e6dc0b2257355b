import Geo
import GeoLua
import Testing

@testable import GeoHost

/// What hooks of OwnTracks Recorder keep out of a recording (HO-142).
@Suite struct RecordingGateTests {
  private static let directory = DeviceDirectory()

  private func event(_ payload: DeviceEvent.Payload, of device: String = "jane") -> DeviceEvent {
    DeviceEvent(time: 1, timestamp: 1, device: Self.directory.id(of: device), payload: payload)
  }

  private func publish(_ number: Int, of device: String = "jane") -> DeviceEvent {
    event(
      .message(DeviceMessage(publish: "{\"n\":\(number)}", to: "t", isHTTP: false, isDecrypted: false)),
      of: device)
  }

  private func attributes(_ number: Int) -> DeviceEvent {
    event(.message(DeviceMessage(.attributes, form: "owntracks", json: "{\"batt\":\(number)}")))
  }

  private func fix(_ latitude: Double, of device: String = "jane") -> DeviceEvent {
    event(
      .location(
        Fix(coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: 0), horizontalAccuracy: 5)),
      of: device)
  }

  /// Plays events to a gate whose verdicts are those of the publishes, in order.
  private func recorded(_ verdicts: [RecorderVerdict], _ events: [DeviceEvent]) -> [DeviceEvent] {
    var heard = 0
    let gate = RecordingGate(group: "default") { verdicts[heard - 1] }
    var passed: [DeviceEvent] = []
    for event in events {
      passed += gate.pass(event)
      if case .message(let message) = event.payload, message.isPublish { heard += 1 }
    }
    return passed + gate.release()
  }

  private func texts(_ events: [DeviceEvent]) -> [String] {
    events.map { event in
      switch event.payload {
      case .message(let message): message.json
      case .location(let fix): "\(fix.coordinate.latitude)"
      default: "?"
      }
    }
  }

  @Test func whatIsStoredStaysInOrder() {
    let events = [attributes(1), publish(1), fix(1), publish(2), fix(2), publish(3)]
    #expect(texts(recorded([.store, .store, .store], events)) == texts(events))
  }

  @Test func aRefusedMessageTakesItsAttributesAndItsFixAlong() {
    let events = [
      publish(1), fix(1), attributes(2), publish(2), fix(2), fix(20, of: "joe"), publish(3, of: "joe"),
      fix(3, of: "joe"), publish(4), fix(4),
    ]
    let found = texts(recorded([.store, .drop, .store, .store], events))
    #expect(found == texts([events[0], events[1]] + events[5...]))
    #expect(recorded([.drop], [publish(1)]).isEmpty)
  }

  @Test func anExtendedMessageIsRecordedWithItsAdditions() {
    let found = texts(recorded([.replace("{\"n\":1,\"cc\":\"JP\"}")], [publish(1), fix(1)]))
    #expect(found == ["{\"n\":1,\"cc\":\"JP\"}", "1.0"])
  }

  @Test func whatHasNoMessagePasses() {
    #expect(texts(recorded([], [attributes(1), fix(1), fix(2)])) == ["{\"batt\":1}", "1.0", "2.0"])
  }
}
