import Geo
import GeoDelivery

/// The HTTP interface of Valhalla.
///
/// - Source: valhalla.github.io/valhalla/api/turn-by-turn/api-reference, «Error codes» among it.
enum ValhallaDialect {
  /// The path and query of a question.
  static func words(for question: RouteRequest) -> String {
    let costing =
      switch question.mode {
      case .automobile: "auto"
      case .walking: "pedestrian"
      case .cycling: "bicycle"
      case .transit: "multimodal"
      }
    let places = [question.origin, question.destination]
      .map { "{\"lat\":\(fixed($0.latitude, 6)),\"lon\":\(fixed($0.longitude, 6))}" }.joined(separator: ",")
    let json =
      "{\"locations\":[\(places)],\"costing\":\"\(costing)\",\"units\":\"kilometers\""
      + (question.wantsAlternates ? ",\"alternates\":2}" : "}")
    return "/route?json=\(URLText.encoded(json))"
  }

  /// - Errors: ``FetchFault`` if this is not an answer of Valhalla.
  static func routes(in answer: JSONValue) throws(FetchFault) -> [FoundRoute] {
    guard let trip = answer["trip"] else {
      if let code = answer["error_code"]?.finiteNumber, noWay.contains(Int(exactly: code) ?? 0) { return [] }
      if case .string(let error)? = answer["error"] { throw FetchFault(reason: "says: \(error)") }
      throw FetchFault(reason: "is not a Valhalla answer: it has no trip")
    }
    var found = [try route(trip).checked()]
    if case .array(let others)? = answer["alternates"] {
      for other in others { if let trip = other["trip"] { found.append(try route(trip).checked()) } }
    }
    return found
  }

  /// «Locations are in unconnected regions», «No suitable edges near location», «No path could be found for input».
  private static let noWay = [170, 171, 442]

  private static func route(_ trip: JSONValue) throws(FetchFault) -> FoundRoute {
    guard case .array(let legs)? = trip["legs"], let length = sum("length", trip, legs),
      let time = sum("time", trip, legs)
    else { throw FetchFault(reason: "sent a trip without legs or a summary") }
    let scale = trip["units"]?.text == "miles" ? 1609.344 : 1000
    var route = FoundRoute(distance: length * scale, duration: time, line: [])
    for leg in legs {
      guard let shape = leg["shape"]?.text, let line = EncodedPolyline.decode(shape, digits: 6) else {
        throw FetchFault(reason: "sent a leg whose shape cannot be read")
      }
      route.line += route.line.isEmpty ? line : Array(line.dropFirst())
      guard case .array(let maneuvers)? = leg["maneuvers"] else { continue }
      route.steps += maneuvers.map { step($0, line, scale) }
    }
    let names = route.steps.isEmpty ? [] : longestNames(legs)
    route.name = names.joined(separator: ", ")
    return route
  }

  /// A number of the trip's summary, or else the sum of its legs'.
  private static func sum(_ name: String, _ trip: JSONValue, _ legs: [JSONValue]) -> Double? {
    if let number = trip["summary"]?[name]?.finiteNumber { return number }
    let numbers = legs.compactMap { $0["summary"]?[name]?.finiteNumber }
    return numbers.isEmpty || numbers.count < legs.count ? nil : numbers.reduce(0, +)
  }

  private static func step(
    _ maneuver: JSONValue, _ line: [CLLocationCoordinate2D], _ scale: Double
  ) -> FoundRoute.Step {
    let first = maneuver["begin_shape_index"]?.finiteNumber.flatMap { Int(exactly: $0) } ?? 0
    let last = maneuver["end_shape_index"]?.finiteNumber.flatMap { Int(exactly: $0) } ?? first
    let isInside = first >= 0 && first <= last && last < line.count
    return FoundRoute.Step(
      maneuver["instruction"]?.text ?? "", distance: (maneuver["length"]?.finiteNumber ?? 0) * scale,
      duration: maneuver["time"]?.finiteNumber ?? 0, line: isInside ? Array(line[first...last]) : [])
  }

  /// The streets of the two longest parts, in the order in which they come.
  private static func longestNames(_ legs: [JSONValue]) -> [String] {
    var parts: [(name: String, length: Double)] = []
    for leg in legs {
      guard case .array(let maneuvers)? = leg["maneuvers"] else { continue }
      for maneuver in maneuvers {
        guard case .array(let names)? = maneuver["street_names"], let name = names.first?.text else {
          continue
        }
        let length = maneuver["length"]?.finiteNumber ?? 0
        if let place = parts.firstIndex(where: { $0.name == name }) {
          parts[place].length += length
        } else {
          parts.append((name, length))
        }
      }
    }
    let longest = Set(parts.sorted { $0.length > $1.length }.prefix(2).map(\.name))
    return parts.map(\.name).filter(longest.contains)
  }
}

/// Lines as texts, in the encoding of Google's maps.
///
/// - Source: developers.google.com/maps/documentation/utilities/polylinealgorithm.
enum EncodedPolyline {
  /// Returns the places of a text; nil for a text that is none.
  ///
  /// - Parameter digits: behind the decimal point.
  static func decode(_ text: String, digits: Int) -> [CLLocationCoordinate2D]? {
    let scale = (0..<digits).reduce(1.0) { value, _ in value * 10 }
    var numbers: [Int] = []
    var (value, shift) = (0, 0)
    for byte in text.utf8 {
      guard (63...126).contains(byte), shift < 50 else { return nil }
      value |= ((Int(byte) - 63) & 0x1F) << shift
      shift += 5
      guard byte < 95 else { continue }
      numbers.append(value & 1 == 1 ? ~(value >> 1) : value >> 1)
      (value, shift) = (0, 0)
    }
    guard shift == 0, numbers.count.isMultiple(of: 2) else { return nil }
    var (latitude, longitude) = (0, 0)
    var line: [CLLocationCoordinate2D] = []
    for index in stride(from: 0, to: numbers.count, by: 2) {
      latitude += numbers[index]
      longitude += numbers[index + 1]
      // Far outside of the earth: the sums of a long text would not fit.
      guard max(latitude.magnitude, longitude.magnitude) < 1 << 50 else { return nil }
      line.append(
        CLLocationCoordinate2D(latitude: Double(latitude) / scale, longitude: Double(longitude) / scale))
    }
    return line.allSatisfy(CLLocationCoordinate2DIsValid) ? line : nil
  }
}
