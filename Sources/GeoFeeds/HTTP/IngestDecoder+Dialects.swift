import Geo
import GeoFormats

extension IngestDecoder {
  func decodeOwnTracks(
    _ request: IngestRequest, _ body: UnsafeRawBufferPointer, at now: TimeInterval,
    into events: inout [DeviceEvent]
  ) throws(RecordFault) -> IngestResponse {
    let fields = FormFields(request.query.utf8)
    let user = request.user ?? fields["u"] ?? request.claimedUser
    let device = fields["d"] ?? request.claimedDevice
    if user == nil, let name = topicDevice(body) {
      ownTracks.decode(
        body, from: OwnTracksOrigin(device: nil, arrival: now, isHTTP: true, place: place(request)),
        into: &events)
      return IngestResponse(200, "[]", mailbox: name)
    }
    // A phone without a name is identified by its user alone, unlike in the Recorder.
    guard let user else {
      throw RecordFault(
        "request without a user",
        "the request names no user (expected ?u=USER&d=DEVICE, X-Limit-U and X-Limit-D, or a user's "
          + "password)")
    }
    let name = device.map { user + "/" + $0 } ?? user
    // Apps send an empty body to test the server. Unusable messages are counted and still
    // answered like the rest: the Android app resends a message until the server accepts it.
    ownTracks.decode(
      body,
      from: OwnTracksOrigin(
        device: directory.id(of: name), arrival: now, isHTTP: true, place: place(request)),
      into: &events)
    return IngestResponse(200, "[]", mailbox: name)
  }

  /// The device that the `topic` of a message names, as apps write it into what they post.
  ///
  /// - Source: owntracks.org/booklet/tech/json: "only in HTTP payloads contains the original publish topic".
  private func topicDevice(_ body: UnsafeRawBufferPointer) -> String? {
    guard let json = try? json(body) else { return nil }
    var first = json
    if case .array(let messages) = json { first = messages.first ?? .null }
    return first["topic"]?.text.flatMap { $0.isEmpty ? nil : OwnTracksTopic().device(of: $0) }
  }

  func decodeOsmAnd(
    _ request: IngestRequest, _ body: UnsafeRawBufferPointer, at now: TimeInterval,
    into events: inout [DeviceEvent]
  ) throws(RecordFault) -> IngestResponse {
    // Like Traccar: JSON by content type; otherwise the fields of the query, or of the body if the query has
    // none.
    if request.isPost, request.contentType == "application/json" {
      return try decodeOsmAnd(try json(body), at: now, into: &events)
    }
    let query = FormFields(request.query.utf8)
    let fields = query["id", "deviceid"] == nil && request.isPost ? FormFields(body) : query
    deliver(try OsmAndRecord.read(fields), form: OsmAndRecord.form, at: now, into: &events)
    return IngestResponse(200, "")
  }

  private func decodeOsmAnd(
    _ json: JSONValue, at now: TimeInterval, into events: inout [DeviceEvent]
  ) throws(RecordFault) -> IngestResponse {
    for record in try OsmAndRecord.read(json) {
      deliver(record, form: OsmAndRecord.form, at: now, into: &events)
    }
    return IngestResponse(200, "")
  }

  /// Overland's batch, and GeoJSON's own shapes.
  func decodeFeatures(
    _ request: IngestRequest, _ json: JSONValue, at now: TimeInterval, into events: inout [DeviceEvent],
    form: String
  ) throws(RecordFault) -> IngestResponse {
    let features: [JSONValue]
    switch json["locations"] ?? json["features"] {
    case .array(let elements)?: features = elements
    case nil where json["type"]?.text == "Feature": features = [json]
    default:
      let expected = form == "overland" ? "{\"locations\": [Feature, …]}" : "a Feature or a FeatureCollection"
      throw RecordFault("body without Features", "the body has no Features (expected \(expected))")
    }
    let device = FormFields(request.query.utf8)["device", "device_id"] ?? request.user ?? request.claimedUser
    var counts = IngestCounts()
    for feature in features {
      do throws(RecordFault) {
        deliver(try PointFeature.read(feature, device: device), form: form, at: now, into: &events)
        counts.accepted += 1
      } catch {
        let reason = "Feature \(counts.accepted + counts.skipped + 1): \(error.message)"
        skips.count(error.kind, "\(place(request)): \(reason)")
        counts.skip(reason)
      }
    }
    // After any other answer, Overland keeps the batch and resends it forever.
    return form == "overland" ? .ok : counts.answer
  }

  func decodeLocative(
    _ request: IngestRequest, _ body: UnsafeRawBufferPointer, at now: TimeInterval,
    into events: inout [DeviceEvent]
  ) throws(RecordFault) -> IngestResponse {
    if request.isPost, request.contentType == "application/json" || body.first == UInt8(ascii: "{") {
      return decodeLocative(try LocativeTrigger.read(try json(body)), at: now, into: &events)
    }
    let query = FormFields(request.query.utf8)
    let fields = query["trigger"] == nil && request.isPost ? FormFields(body) : query
    return decodeLocative(try LocativeTrigger.read(fields), at: now, into: &events)
  }

  private func decodeLocative(
    _ trigger: (device: String, message: DeviceMessage), at now: TimeInterval,
    into events: inout [DeviceEvent]
  ) -> IngestResponse {
    events.append(
      DeviceEvent(
        time: now, timestamp: now, device: directory.id(of: trigger.device),
        payload: .message(trigger.message)))
    return .ok
  }

  /// Handles requests to the root: from apps without a path setting, and from users who omit the path.
  func decodeAny(
    _ request: IngestRequest, _ body: UnsafeRawBufferPointer, at now: TimeInterval,
    into events: inout [DeviceEvent]
  ) throws(RecordFault) -> IngestResponse {
    let query = FormFields(request.query.utf8)
    var request = request
    if query["trigger"] != nil { return try decodeLocative(request, body, at: now, into: &events) }
    guard request.isPost, query["id", "deviceid"] == nil else {
      guard !query.isEmpty else {
        return .fault(404, "a request to / needs fields (expected \(HTTPRoute.help))")
      }
      return try decodeOsmAnd(request, body, at: now, into: &events)
    }
    if request.contentType.hasSuffix("ndjson") || request.contentType.hasSuffix("jsonl") {
      request.route = .events
      return decodeLines(request, body, at: now, into: &events)
    }
    guard let first = body.first(where: { $0 > 0x20 }) else {
      return try decodeOwnTracks(request, body, at: now, into: &events)
    }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      // Not a form: XML, sentences of a receiver, plain words.
      guard first != UInt8(ascii: "<"), body.contains(UInt8(ascii: "=")) else {
        throw IngestDecoder.unknownForm
      }
      return FormFields(body)["trigger"] != nil
        ? try decodeLocative(request, body, at: now, into: &events)
        : try decodeOsmAnd(request, body, at: now, into: &events)
    }
    if beginsWithEvent(body) {
      request.route = .events
      return decodeLines(request, body, at: now, into: &events)
    }
    let json = try json(body)
    if json["_type"] != nil { return try decodeOwnTracks(request, body, at: now, into: &events) }
    if json["locations"] != nil {
      return try decodeFeatures(request, json, at: now, into: &events, form: "overland")
    }
    if json["device_id"] != nil || json["location"] != nil {
      return try decodeOsmAnd(json, at: now, into: &events)
    }
    if json["trigger"] != nil {
      return decodeLocative(try LocativeTrigger.read(json), at: now, into: &events)
    }
    if json["type"]?.text?.hasPrefix("Feature") == true {
      return try decodeFeatures(request, json, at: now, into: &events, form: "geojson")
    }
    if case .array = json {
      throw RecordFault(
        "body that is a list", "the body is a list (send one object a line; OwnTracks' lists go to /pub)")
    }
    throw IngestDecoder.unknownForm
  }

  private static var unknownForm: RecordFault {
    RecordFault(
      "body in an unknown format", "the body is in an unknown format (expected one for \(HTTPRoute.help))")
  }

  /// Whether the first line is one of the event log: a fix, or a type that has a time beside it.
  private func beginsWithEvent(_ body: UnsafeRawBufferPointer) -> Bool {
    let end = body.firstIndex(of: UInt8(ascii: "\n")) ?? body.count
    guard let json = try? json(UnsafeRawBufferPointer(rebasing: body[..<end])),
      ["_type", "locations", "device_id", "location", "trigger"].allSatisfy({ json[$0] == nil })
    else { return false }
    let hasTime = json["time"] != nil || json["timestamp"] != nil
    return json["latitude"] != nil || (hasTime && (json["lat"] != nil || json["type"] != nil))
  }
}
