import Geo

/// What a server answered a device, as a line of a recording keeps it.
///
/// - Source: GC-43.
struct ServerAnswer: Sendable {
  let device: String
  /// What was asked, as the request writes itself.
  let question: JSONValue
  let answer: JSONValue

  /// The member of the line, and that of the first line of a recording with such lines.
  static let member = "answer"
  static let mark = "answers"

  init(to device: String, _ question: JSONValue, _ answer: JSONValue) {
    (self.device, self.question, self.answer) = (device, question, answer)
  }

  init?(_ json: JSONValue) {
    guard let device = json["device"]?.text, let question = json["question"], let answer = json["answer"]
    else {
      return nil
    }
    self.init(to: device, question, answer)
  }

  var json: JSONValue {
    .object([("device", .string(device)), ("question", question), ("answer", answer)])
  }
}

extension GeocodeRequest {
  var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = []
    switch query {
    case .position(let place): members.append(("position", place.pair))
    case .text(let text): members.append(("text", .string(text)))
    case .address(let address): members.append(("address", address.parts))
    }
    if let bias { members += [("near", bias.center.pair), ("radius", .number(bias.radius))] }
    members += [
      ("limit", .integer(Int64(limit))), ("languages", .array(languages.map { .string($0) })),
    ]
    return .object(members)
  }
}

extension GeocodeAnswer {
  var json: JSONValue {
    switch self {
    case .places(let places): .object([("places", .array(places.map(\.json)))])
    case .failed(let error, let reason):
      .object([("failed", .string(reason)), ("code", .integer(Int64(error.rawValue)))])
    }
  }

  init?(_ json: JSONValue) {
    if case .array(let places)? = json["places"] {
      self = .places(places.compactMap { GeocodedPlace(recorded: $0) })
    } else if let reason = json["failed"]?.text,
      let code = json["code"]?.double.flatMap({ Int(exactly: $0) }),
      let error = CLError(rawValue: code)
    {
      self = .failed(error, reason)
    } else {
      return nil
    }
  }
}

extension GeocodedPlace {
  fileprivate var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("coordinate", coordinate.pair), ("radius", .number(radius)), ("address", address.parts),
      ("source", .string(source)),
    ]
    if !address.areasOfInterest.isEmpty {
      members.append(("areasOfInterest", .array(address.areasOfInterest.map { .string($0) })))
    }
    if let timeZone { members.append(("timeZone", .string(timeZone))) }
    if let distance { members.append(("distance", .number(distance))) }
    if !attribution.isEmpty { members.append(("attribution", .string(attribution))) }
    return .object(members)
  }

  fileprivate init?(recorded json: JSONValue) {
    guard let coordinate = json["coordinate"].flatMap(CLLocationCoordinate2D.init(pair:)) else { return nil }
    self.init(coordinate: coordinate)
    radius = json["radius"]?.double ?? 0
    if case .object(let parts)? = json["address"] { address = PlacemarkAddress(dictionary: parts) }
    if case .array(let areas)? = json["areasOfInterest"] {
      address.areasOfInterest = areas.compactMap(\.text)
    }
    timeZone = json["timeZone"]?.text
    distance = json["distance"]?.double
    source = json["source"]?.text ?? source
    attribution = json["attribution"]?.text ?? ""
  }
}

extension PlacemarkAddress {
  /// The parts without those that are made of others.
  fileprivate var parts: JSONValue {
    .object(dictionary.filter { !["Street", "FormattedAddressLines"].contains($0.name) })
  }
}

extension RouteRequest {
  var json: JSONValue {
    .object([
      ("from", origin.pair), ("to", destination.pair), ("mode", .string(mode.rawValue)),
      ("alternates", .bool(wantsAlternates)),
    ])
  }
}

extension RouteAnswer {
  var json: JSONValue {
    switch self {
    case .routes(let routes): .object([("routes", .array(routes.map(\.json)))])
    case .failed(let reason): .object([("failed", .string(reason))])
    }
  }

  init?(_ json: JSONValue) {
    if case .array(let routes)? = json["routes"] {
      self = .routes(routes.map { FoundRoute(recorded: $0) })
    } else if let reason = json["failed"]?.text {
      self = .failed(reason)
    } else {
      return nil
    }
  }
}

extension FoundRoute {
  fileprivate var json: JSONValue {
    .object([
      ("name", .string(name)), ("distance", .number(distance)), ("duration", .number(duration)),
      ("line", line.pairs),
      (
        "steps",
        .array(
          steps.map { step in
            .object([
              ("instructions", .string(step.instructions)), ("distance", .number(step.distance)),
              ("duration", .number(step.duration)), ("line", step.line.pairs),
            ])
          })
      ), ("notices", .array(notices.map { .string($0) })),
    ])
  }

  fileprivate init(recorded json: JSONValue) {
    self.init(
      distance: json["distance"]?.double ?? 0, duration: json["duration"]?.double ?? 0,
      line: [CLLocationCoordinate2D](pairs: json["line"]))
    name = json["name"]?.text ?? ""
    if case .array(let all)? = json["steps"] {
      steps = all.map { step in
        Step(
          step["instructions"]?.text ?? "", distance: step["distance"]?.double ?? 0,
          duration: step["duration"]?.double ?? 0, line: [CLLocationCoordinate2D](pairs: step["line"]))
      }
    }
    if case .array(let all)? = json["notices"] { notices = all.compactMap(\.text) }
  }
}

extension JSONValue {
  var double: Double? { if case .number(let number)? = asNumber { number } else { nil } }
}

extension CLLocationCoordinate2D {
  fileprivate var pair: JSONValue { .array([.number(latitude), .number(longitude)]) }

  fileprivate init?(pair: JSONValue) {
    guard case .array(let values) = pair, values.count == 2, let latitude = values[0].double,
      let longitude = values[1].double
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }
}

extension [CLLocationCoordinate2D] {
  fileprivate var pairs: JSONValue { .array(map(\.pair)) }

  fileprivate init(pairs: JSONValue?) {
    guard case .array(let all)? = pairs else {
      self = []
      return
    }
    self = all.compactMap(CLLocationCoordinate2D.init(pair:))
  }
}
