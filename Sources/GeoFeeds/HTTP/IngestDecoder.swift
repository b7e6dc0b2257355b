import CSimdJSON
public import Geo
public import GeoFormats

/// Turns phones' requests into events and answers.
///
/// Belongs to one thread. It has no socket: bytes in, events and an answer out.
///
/// - Shapes: ``HTTPRoute`` names the dialects. `time` of each event is its arrival, `timestamp` the phone's
///   time.
public final class IngestDecoder {
  /// The most memory for one JSON text.
  static let jsonRoom = 128 << 20

  public internal(set) var skips = SkipCounts()

  let name: String
  public let directory: DeviceDirectory
  let options: FeedOptions
  let ownTracks: OwnTracksDecoder
  private let unpackedLimit: Int
  private var attributes: [AttributeKey: String] = [:]

  private struct AttributeKey: Hashable {
    var device: DeviceID
    var form: String
  }

  /// - Parameters:
  ///   - name: the source in messages.
  ///   - unpackedLimit: the most bytes of a body after unpacking.
  public init(
    name: String, directory: DeviceDirectory, options: FeedOptions = FeedOptions(),
    unpackedLimit: Int = 64 << 20
  ) {
    self.name = name
    self.directory = directory
    self.options = options
    ownTracks = OwnTracksDecoder(directory: directory, options: options)
    self.unpackedLimit = unpackedLimit
  }

  /// All skipped records, including those of the OwnTracks decoder.
  public var allSkips: SkipCounts {
    var all = skips
    all.add(ownTracks.skips)
    return all
  }

  /// Appends the events of a request to `events` and returns its answer, which holds once the events are
  /// handled.
  ///
  /// - Parameters:
  ///   - body: `GEO_LOG_PADDING` readable bytes need not follow.
  ///   - now: when it arrived, seconds since 1970.
  public func decode(
    _ request: IngestRequest, _ body: UnsafeRawBufferPointer, now: TimeInterval,
    into events: inout [DeviceEvent]
  ) -> IngestResponse {
    guard !request.isPacked else { return takePacked(request, body, at: now, into: &events) }
    let body = UnsafeRawBufferPointer(
      rebasing: body.dropFirst(body.beginsWithMark ? 3 : 0))
    let count = events.count
    let response = decodeOpen(request, body, now: now, into: &events)
    guard let user = request.user else { return response }
    guard let other = name(in: events[count...], notOf: user) else {
      for index in count..<events.count { events[index].sign(by: user) }
      return response
    }
    events.removeSubrange(count...)
    forget()
    skips.count("event under another's name", "\(place(request)): \(user) sent as \(PlainText.line(other))")
    return .fault(
      403, "\(user) may not send as \(PlainText.line(other)) (expected \(user), or \(user)/ and a name)")
  }

  /// The first device or group that events of a user are about without being the user's.
  private func name(in events: ArraySlice<DeviceEvent>, notOf user: String) -> String? {
    for event in events {
      for name in [directory.name(of: event.device), event.acknowledgement?.group].compactMap({ $0 })
      where name != user && !name.hasPrefix(user + "/") { return name }
    }
    return nil
  }

  private func decodeOpen(
    _ request: IngestRequest, _ body: UnsafeRawBufferPointer, now: TimeInterval,
    into events: inout [DeviceEvent]
  ) -> IngestResponse {
    do throws(RecordFault) {
      switch request.route {
      case .ownTracks: return try decodeOwnTracks(request, body, at: now, into: &events)
      case .events: return decodeLines(request, body, at: now, into: &events)
      case .osmAnd: return try decodeOsmAnd(request, body, at: now, into: &events)
      case .overland:
        return try decodeFeatures(request, try json(body), at: now, into: &events, form: "overland")
      case .geoJSON:
        return try decodeFeatures(request, try json(body), at: now, into: &events, form: "geojson")
      case .locative: return try decodeLocative(request, body, at: now, into: &events)
      case .any: return try decodeAny(request, body, at: now, into: &events)
      case .acknowledge: return try decodeAcknowledgement(request, body, at: now, into: &events)
      case .health: return .fault(404, "this path accepts no data")
      }
    } catch {
      return refuse(request, error)
    }
  }

  private func takePacked(
    _ request: IngestRequest, _ body: UnsafeRawBufferPointer, at now: TimeInterval,
    into events: inout [DeviceEvent]
  ) -> IngestResponse {
    var request = request
    request.isPacked = false
    switch Unpacking.unpack(body, limit: unpackedLimit) {
    case .bytes(let bytes): return bytes.withUnsafeBytes { decode(request, $0, now: now, into: &events) }
    case .tooLarge:
      skips.count(
        "body too large when unpacked",
        "\(place(request)): the body unpacks to more than \(unpackedLimit) bytes")
      return .fault(
        413,
        "the body unpacks to more than \(unpackedLimit) bytes (send it in parts, or start the run with "
          + "?max-unpacked=…)")
    case .broken(let fault):
      return refuse(
        request, RecordFault("body that is not gzip", "the body cannot be unpacked as gzip: \(fault)")
      )
    }
  }

  /// The place of a fault: the source and the path.
  func place(_ request: IngestRequest) -> String { name + request.route.paths[0] }

  /// Counts a skipped record and returns the answer with the reason.
  private func refuse(_ request: IngestRequest, _ fault: RecordFault) -> IngestResponse {
    skips.count(fault.kind, "\(place(request)): \(fault.message)")
    return .fault(400, fault.message)
  }

  /// Reads a body as JSON.
  func json(_ body: UnsafeRawBufferPointer) throws(RecordFault) -> JSONValue {
    do {
      let text = String(decoding: body, as: UTF8.self)
      return try JSONParser.parse(text, room: IngestDecoder.jsonRoom, advice: " (send it in parts)").value
    } catch {
      throw RecordFault("body that is not JSON", "the body is not JSON: \(error.message)")
    }
  }

  /// Appends the events of a record: its attributes if they differ from the device's last, then its fix.
  func deliver(_ record: PhoneFix, form: String, at now: TimeInterval, into events: inout [DeviceEvent]) {
    let device = directory.id(of: record.device)
    let timestamp = record.timestamp ?? now
    if !record.attributes.isEmpty {
      let json = JSONValue.object(record.attributes).description
      let key = AttributeKey(device: device, form: form)
      if attributes[key] != json {
        attributes[key] = json
        let message = DeviceMessage(.attributes, form: form, json: json)
        events.append(
          DeviceEvent(time: now, timestamp: timestamp, device: device, payload: .message(message)))
      }
    }
    guard var fix = record.fix else { return }
    if fix.horizontalAccuracy.isNaN { fix.horizontalAccuracy = options.horizontalAccuracy }
    events.append(DeviceEvent(time: now, timestamp: timestamp, device: device, payload: .location(fix)))
  }

  /// Forgets the last attributes, because the run did not handle their events.
  public func forget() {
    attributes.removeAll()
    ownTracks.forgetAttributes()
  }
}
