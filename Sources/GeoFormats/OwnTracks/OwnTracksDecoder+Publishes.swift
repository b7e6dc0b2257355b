import CSimdJSON
import Geo

/// Messages as they arrived, for the hooks of OwnTracks Recorder.
extension OwnTracksDecoder {
  /// What an event of a message has besides the message.
  struct Publish {
    let device: DeviceID
    let time, timestamp: TimeInterval
    let topic: String
    let isDecrypted: Bool

    init(
      of device: DeviceID, at time: TimeInterval, _ timestamp: TimeInterval, to topic: String,
      _ isDecrypted: Bool
    ) {
      (self.device, self.time, self.timestamp) = (device, time, timestamp)
      (self.topic, self.isDecrypted) = (topic, isDecrypted)
    }
  }

  /// The topic of a message: that of its source, or its own, or that of its device.
  func topic(
    _ record: geo_owntracks_record, _ origin: borrowing OwnTracksOrigin, _ device: DeviceID
  ) -> String {
    if let topic = origin.topic { return topic }
    // What an app over HTTP writes there is not where the message came in.
    guard record.topic.length > 0, !origin.isHTTP else { return topics.topic(of: directory.name(of: device)) }
    return String(record.topic)
  }

  /// Appends a message as it arrived; false if it is not JSON to its end.
  func add(
    _ message: geo_text, _ publish: Publish, _ origin: borrowing OwnTracksOrigin, _ batch: inout [DeviceEvent]
  ) -> Bool {
    let line = geo_owntracks_line(reader, message.bytes, message.length)
    guard line.length > 0 else {
      skip("not JSON", origin, "is not JSON to its end")
      return false
    }
    add(String(line), publish, origin, &batch)
    return true
  }

  /// Appends a message that is on one line.
  func add(
    _ line: String, _ publish: Publish, _ origin: borrowing OwnTracksOrigin, _ batch: inout [DeviceEvent]
  ) {
    let message = DeviceMessage(
      publish: line, to: publish.topic, isHTTP: origin.isHTTP, isDecrypted: publish.isDecrypted)
    batch.append(
      DeviceEvent(
        time: publish.time, timestamp: publish.timestamp, device: publish.device, payload: .message(message)))
  }
}
