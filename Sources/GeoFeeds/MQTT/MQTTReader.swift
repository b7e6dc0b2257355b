import CMosquitto
import Geo
import GeoFormats

/// Turns a broker's messages into events: messages of OwnTracks and lines of the event log, from any topic.
///
/// Belongs to the listening thread.
final class MQTTReader {
  private let name: String
  private let directory: DeviceDirectory
  private let topics: OwnTracksTopic
  private let ownTracks: OwnTracksDecoder
  private let lines: NDJSONReader
  private var devices: DeviceInterner
  /// By the device's index; each device's origin is made once.
  private var origins: [OwnTracksOrigin?] = []
  private var own = SkipCounts()
  private let options: FeedOptions

  init(_ name: String, _ topics: OwnTracksTopic, _ directory: DeviceDirectory, _ options: FeedOptions) {
    self.name = name
    self.directory = directory
    self.topics = topics
    self.options = options
    ownTracks = OwnTracksDecoder(directory: directory, options: options, topics: topics)
    lines = NDJSONReader(LineContext(name: name, device: name, directory: directory, options: options))
    devices = DeviceInterner(directory)
  }

  var skips: SkipCounts {
    var all = own
    all.add(ownTracks.skips)
    all.add(lines.skips)
    return all
  }

  /// Whether this reader has met a device of this name.
  func hasHeard(_ device: String) -> Bool {
    guard let id = directory.knownID(of: device) else { return false }
    return Int(id.index) < origins.count && origins[Int(id.index)] != nil
  }

  /// Appends the events of one message; an empty one only clears a retained message.
  func read(
    topic: UnsafeBufferPointer<UInt8>, payload: UnsafeRawBufferPointer, at arrival: TimeInterval,
    into events: inout [DeviceEvent]
  ) {
    if acknowledges(topic, payload, at: arrival, into: &events) { return }
    guard !payload.isEmpty else { return }
    let device = devices.id(topic) { topics.device(of: String(decoding: topic, as: UTF8.self)) }
    let index = Int(device.index)
    while origins.count <= index { origins.append(nil) }
    var origin =
      origins[index] ?? OwnTracksOrigin(device: device, place: "\(name): \(directory.name(of: device))")
    origin.arrival = arrival
    if origins[index] == nil { origins[index] = origin }
    if options.keepsPublishes { origin.topic = String(decoding: topic, as: UTF8.self) }
    switch form(payload) {
    case .ownTracks: ownTracks.decode(padded: payload, from: origin, into: &events)
    case .ndjson:
      guard payload.count <= LineBuffer.limit else {
        return own.count(
          "message too long", "\(origin.place): message is longer than \(LineBuffer.limit) bytes")
      }
      lines.setDefaultDevice(device)
      lines.decode(LineRun(bytes: payload, firstLine: 1, arrival: arrival), into: &events)
    default:
      let place = origin.place
      own.count(
        "unknown message", "\(place): is not a known message (expected JSON of OwnTracks or of events)")
    }
  }

  /// Takes a message to a topic that ends in `alerts/KEY/ack`; its payload may be JSON with `device` or `group`, `alert`
  /// and `by`.
  private func acknowledges(
    _ topic: UnsafeBufferPointer<UInt8>, _ payload: UnsafeRawBufferPointer, at arrival: TimeInterval,
    into events: inout [DeviceEvent]
  ) -> Bool {
    guard topic.suffix(4).elementsEqual("/ack".utf8) else { return false }
    let parts = String(decoding: topic, as: UTF8.self).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[parts.count - 3] == "alerts" else { return false }
    let fields = (try? JSONParser.parse(String(decoding: payload, as: UTF8.self))) ?? .null
    let told = Acknowledgement(
      key: String(parts[parts.count - 2]), alert: fields["alert"]?.text, by: fields["by"]?.text)
    let found = options.firing.copies(
      firing: told.key, on: fields["device"]?.text, in: fields["group"]?.text, alert: told.alert)
    if found.isEmpty {
      own.count("acknowledgement of nothing", "\(name): no alert with the key '\(told.key)' fires")
    }
    for copy in found { events.append(told.event(of: copy, in: directory, at: arrival)) }
    return true
  }

  private func form(_ payload: UnsafeRawBufferPointer) -> LineForm {
    var at = 0
    while at < payload.count, payload[at] <= 0x20 { at += 1 }
    guard at < payload.count else { return .unknown }
    // An array of messages, as apps and bridges send it.
    if payload[at] == UInt8(ascii: "[") { return .ownTracks }
    return LineForm(payload)
  }
}
