import CMosquitto
import Geo
import GeoFormats

/// Makes events of what a broker sends, whatever its topics hold: messages of OwnTracks, lines of the event log.
///
/// Belongs to the thread that listens.
final class MQTTReader {
  private let name: String
  private let directory: DeviceDirectory
  private let topics: OwnTracksTopic
  private let ownTracks: OwnTracksDecoder
  private let lines: NDJSONReader
  private var devices: DeviceInterner
  /// By the device's index; where a message came from is made once for each device.
  private var origins: [OwnTracksOrigin?] = []
  private var own = SkipCounts()

  init(_ name: String, _ topics: OwnTracksTopic, _ directory: DeviceDirectory, _ options: FeedOptions) {
    self.name = name
    self.directory = directory
    self.topics = topics
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

  /// Whether a device of this name has been heard here.
  func hasHeard(_ device: String) -> Bool {
    guard let id = directory.knownID(of: device) else { return false }
    return Int(id.index) < origins.count && origins[Int(id.index)] != nil
  }

  /// Appends what one message says; an empty one only takes back what a broker has kept.
  func read(
    topic: UnsafeBufferPointer<UInt8>, payload: UnsafeRawBufferPointer, at arrival: TimeInterval,
    into events: inout [DeviceEvent]
  ) {
    guard !payload.isEmpty else { return }
    let device = devices.id(topic) { topics.device(of: String(decoding: topic, as: UTF8.self)) }
    let index = Int(device.index)
    while origins.count <= index { origins.append(nil) }
    var origin =
      origins[index] ?? OwnTracksOrigin(device: device, place: "\(name): \(directory.name(of: device))")
    origin.arrival = arrival
    if origins[index] == nil { origins[index] = origin }
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

  private func form(_ payload: UnsafeRawBufferPointer) -> LineForm {
    var at = 0
    while at < payload.count, payload[at] <= 0x20 { at += 1 }
    guard at < payload.count else { return .unknown }
    // An array of messages, as the apps and bridges post it.
    if payload[at] == UInt8(ascii: "[") { return .ownTracks }
    return LineForm(payload)
  }
}
