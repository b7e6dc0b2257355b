import CSimdJSON
public import Geo

/// Reads messages of OwnTracks: bytes of JSON in, device events out.
///
/// - Shapes: one object with a `_type`, or an array of them. A location becomes a fix, preceded by its other members as
///   attributes if they differ from the device's last; every other known type becomes a message.
/// - Units: those of OwnTracks: degrees, meters, km/h, seconds since 1970.
/// - Errors: none stops it; unusable messages are counted in ``skips``.
/// - Source: owntracks.org/booklet/tech/json.
public final class OwnTracksDecoder {
  /// The most bytes of one message.
  public static let limit = 1 << 20

  public internal(set) var skips = SkipCounts()

  let directory: DeviceDirectory
  let options: FeedOptions
  private let keys: OwnTracksKeys
  let topics: OwnTracksTopic
  let reader: OpaquePointer
  private var bytes: UnsafeMutableRawBufferPointer
  /// By the device's index: the hash of the last attributes, and the latest time of a replayed message.
  private var lastAttributes: [UInt64] = []
  var lastTimes: [TimeInterval] = []

  public init(
    directory: DeviceDirectory, options: FeedOptions = FeedOptions(),
    topics: OwnTracksTopic = OwnTracksTopic(), keys: OwnTracksKeys? = nil
  ) {
    self.directory = directory
    self.options = options
    self.topics = topics
    self.keys = keys ?? options.ownTracksKeys
    reader = geo_owntracks_new()
    bytes = .allocate(byteCount: 4096, alignment: 64)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit {
    geo_owntracks_free(reader)
    bytes.deallocate()
  }

  /// Appends the events of a message to `batch`; an empty message has none.
  public func decode(
    _ message: UnsafeRawBufferPointer, from origin: borrowing OwnTracksOrigin, into batch: inout [DeviceEvent]
  ) {
    guard message.count <= Self.limit else {
      let place = origin.place
      return skips.count("message too long", "\(place): message is longer than \(Self.limit) bytes")
    }
    let padding = Int(GEO_LOG_PADDING)
    if bytes.count < message.count + padding {
      bytes.deallocate()
      bytes = .allocate(byteCount: message.count * 2 + padding, alignment: 64)
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
    }
    bytes.copyMemory(from: message)
    decode(padded: UnsafeRawBufferPointer(rebasing: bytes[..<message.count]), from: origin, into: &batch)
  }

  /// The same for bytes followed by ``padding`` readable ones.
  public func decode(
    padded message: UnsafeRawBufferPointer, from origin: borrowing OwnTracksOrigin,
    into batch: inout [DeviceEvent]
  ) {
    guard !message.isEmpty else { return }
    decode(geo_text(message), origin, isOpened: false, &batch)
  }

  /// Readable bytes that must follow the input of ``decode(padded:from:into:)``.
  public static let padding = Int(GEO_LOG_PADDING)

  private func decode(
    _ message: geo_text, _ origin: borrowing OwnTracksOrigin, isOpened: Bool, _ batch: inout [DeviceEvent]
  ) {
    var record = geo_owntracks_record()
    geo_owntracks_read(reader, message.bytes, message.length, &record)
    switch Int(record.kind) {
    case GEO_OWNTRACKS_LOCATION: location(record, message, origin, isOpened: isOpened, &batch)
    case GEO_OWNTRACKS_OTHER: other(record, message, origin, isOpened: isOpened, &batch)
    case GEO_OWNTRACKS_ARRAY: array(message, origin, isOpened: isOpened, &batch)
    case GEO_OWNTRACKS_ENCRYPTED where !isOpened: encrypted(record, origin, &batch)
    case GEO_OWNTRACKS_ENCRYPTED: skip("encrypted twice", origin, "is encrypted inside an encrypted message")
    default: skip(OwnTracksFault.kind(record), origin, OwnTracksFault.message(record))
    }
  }

  func skip(_ kind: String, _ origin: borrowing OwnTracksOrigin, _ message: @autoclosure () -> String) {
    let place = origin.place
    skips.count(kind, "\(place): \(message())")
  }

  private func location(
    _ record: geo_owntracks_record, _ message: geo_text, _ origin: borrowing OwnTracksOrigin, isOpened: Bool,
    _ batch: inout [DeviceEvent]
  ) {
    let values = record.values
    let place = CLLocationCoordinate2D(latitude: values.0, longitude: values.1)
    guard CLLocationCoordinate2DIsValid(place) else {
      if values.0.isNaN || values.1.isNaN {
        let field = values.0.isNaN ? "lat" : "lon"
        return skip("no \(field)", origin, "has no \(field) (expected degrees)")
      }
      let fault = NDJSONPayload.outOfRange(place)
      return skip(fault.kind, origin, fault.message)
    }
    guard let device = device(record, origin) else { return }
    guard let timestamp = timestamp(record, origin) else { return }
    let time = origin.arrival ?? phoneTime(timestamp, built: values.8)
    if origin.arrival == nil { recordTime(time, device) }
    if record.attributes != lastAttributes(device) {
      guard attributes(record, origin, device, time, timestamp, &batch) else { return }
    }
    if options.keepsPublishes {
      let publish = Publish(of: device, at: time, timestamp, to: topic(record, origin, device), isOpened)
      guard add(message, publish, origin, &batch) else { return }
    }
    // The app omits a known value of 0; its partner (vertical accuracy, course) shows that it is known.
    // Source: owntracks.org/booklet/tech/json, notes on location.
    let altitude = values.3.isNaN && values.4 > 0 ? 0 : values.3
    let speed = values.5.isNaN && values.6 >= 0 ? 0 : values.5
    let fix = Fix(
      coordinate: place, horizontalAccuracy: values.2.isNaN ? options.horizontalAccuracy : values.2,
      altitude: altitude, verticalAccuracy: values.4, speed: speed < 0 ? -1 : speed / 3.6, course: values.6)
    batch.append(DeviceEvent(time: time, timestamp: timestamp, device: device, payload: .location(fix)))
  }

  /// Forgets the last attributes, because the run did not handle their events.
  package func forgetAttributes() { lastAttributes.removeAll() }

  private func lastAttributes(_ device: DeviceID) -> UInt64 {
    let index = Int(device.index)
    return index < lastAttributes.count ? lastAttributes[index] : 0
  }

  private func attributes(
    _ record: geo_owntracks_record, _ origin: borrowing OwnTracksOrigin, _ device: DeviceID,
    _ time: TimeInterval, _ timestamp: TimeInterval, _ batch: inout [DeviceEvent]
  ) -> Bool {
    let text = geo_owntracks_attributes(reader)
    guard text.length > 0 else {
      skip("not JSON", origin, "has members that are not JSON")
      return false
    }
    let index = Int(device.index)
    while lastAttributes.count <= index { lastAttributes.append(0) }
    lastAttributes[index] = record.attributes
    let message = DeviceMessage(.attributes, form: "owntracks", json: String(text))
    batch.append(DeviceEvent(time: time, timestamp: timestamp, device: device, payload: .message(message)))
    return true
  }

  /// When a fix was measured; without a time, that of its message.
  private func timestamp(_ record: geo_owntracks_record, _ origin: borrowing OwnTracksOrigin) -> TimeInterval?
  {
    let stated = record.values.7
    guard let time = stated.isNaN ? origin.arrival ?? origin.recorded : stated else {
      skip("no tst", origin, "has no tst (expected seconds since 1970)")
      return nil
    }
    guard FeedOptions.isTime(time) else {
      skip("time", origin, NDJSONFault.farTime("tst", time))
      return nil
    }
    return time
  }

  /// When the phone got a replayed fix: the time of building the message, if plausible.
  private func phoneTime(_ timestamp: TimeInterval, built: TimeInterval) -> TimeInterval {
    built > timestamp && built - timestamp <= 86_400 ? built : timestamp
  }

  func recordTime(_ time: TimeInterval, _ device: DeviceID) {
    let index = Int(device.index)
    while lastTimes.count <= index { lastTimes.append(-.infinity) }
    lastTimes[index] = max(lastTimes[index], time)
  }

  func device(_ record: geo_owntracks_record, _ origin: borrowing OwnTracksOrigin) -> DeviceID? {
    if let device = origin.device { return device }
    guard record.topic.length > 0 else {
      if let usual = origin.usual { return directory.id(of: usual) }
      skip("no device", origin, "names no device (expected a topic such as owntracks/user/device)")
      return nil
    }
    return directory.id(of: topics.device(of: String(record.topic)))
  }

  private func array(
    _ message: geo_text, _ origin: borrowing OwnTracksOrigin, isOpened: Bool, _ batch: inout [DeviceEvent]
  ) {
    var rest = message
    var element = geo_text()
    var step = geo_owntracks_next(&rest, &element)
    while step == Int32(GEO_OWNTRACKS_ELEMENT) {
      if element.buffer.first == UInt8(ascii: "[") {
        skip("not an object", origin, "has an array within an array (expected objects)")
      } else {
        decode(element, origin, isOpened: isOpened, &batch)
      }
      step = geo_owntracks_next(&rest, &element)
    }
    if step == Int32(GEO_OWNTRACKS_BROKEN) {
      skip("not JSON", origin, "is an array that does not end")
    }
  }

  private func encrypted(
    _ record: geo_owntracks_record, _ origin: borrowing OwnTracksOrigin, _ batch: inout [DeviceEvent]
  ) {
    let topic = record.topic.length > 0 ? topics.device(of: String(record.topic)) : nil
    let name = origin.device.map { directory.name(of: $0) } ?? topic ?? origin.usual ?? ""
    switch keys.open(record.data.buffer, of: name) {
    case .success(let text):
      text.withUnsafeBytes { bytes in
        let message = UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count - Self.padding)])
        if !message.isEmpty { decode(geo_text(message), origin, isOpened: true, &batch) }
      }
    case .failure(let fault): skip(fault.kind, origin, fault.message)
    }
  }
}
