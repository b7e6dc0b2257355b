import Geo
import GeoDelivery

/// The HTTP interface of OSRM, which other routers answer, too.
///
/// - Source: project-osrm.org/docs/v5.24.0/api, «Route service».
enum OSRMDialect {
  /// The path and query of a question.
  static func words(for question: RouteRequest) -> String {
    let places = [question.origin, question.destination]
      .map { "\(fixed($0.longitude, 6)),\(fixed($0.latitude, 6))" }.joined(separator: ";")
    let profile =
      switch question.mode {
      case .automobile, .transit: "driving"
      case .walking: "foot"
      case .cycling: "bike"
      }
    return "/route/v1/\(profile)/\(places)?overview=full&geometries=geojson&steps=true"
      + "&alternatives=\(question.wantsAlternates)"
  }

  /// - Errors: ``FetchFault`` if this is not an answer of OSRM.
  static func routes(in answer: JSONValue) throws(FetchFault) -> [FoundRoute] {
    guard case .string(let code)? = answer["code"] else {
      throw FetchFault(reason: "is not an OSRM answer: it has no code")
    }
    if code == "NoRoute" || code == "NoSegment" { return [] }
    guard code == "Ok", case .array(let routes)? = answer["routes"] else {
      let message: String = if case .string(let text)? = answer["message"] { ": \(text)" } else { "" }
      throw FetchFault(reason: "says \(code)\(message)")
    }
    var found: [FoundRoute] = []
    for route in routes { found.append(try self.route(route).checked()) }
    return found
  }

  private static func route(_ json: JSONValue) throws(FetchFault) -> FoundRoute {
    guard let distance = json["distance"]?.finiteNumber, let duration = json["duration"]?.finiteNumber,
      let line = line(json["geometry"])
    else { throw FetchFault(reason: "sent a route without distance, duration or geometry") }
    var route = FoundRoute(distance: distance, duration: duration, line: line)
    guard case .array(let legs)? = json["legs"] else { return route }
    var names: [String] = []
    for leg in legs {
      if case .string(let summary)? = leg["summary"], !summary.isEmpty { names.append(summary) }
      guard case .array(let steps)? = leg["steps"] else { continue }
      route.steps += steps.map(step)
    }
    route.name = names.joined(separator: ", ")
    return route
  }

  static func step(_ json: JSONValue) -> FoundRoute.Step {
    FoundRoute.Step(
      instructions(json), distance: json["distance"]?.finiteNumber ?? 0,
      duration: json["duration"]?.finiteNumber ?? 0, line: line(json["geometry"]) ?? [])
  }

  /// What to do, in words: OSRM leaves them to its clients.
  private static func instructions(_ json: JSONValue) -> String {
    let maneuver = json["maneuver"]
    let type = maneuver?["type"]?.text ?? ""
    let way = maneuver?["modifier"]?.text ?? ""
    let name = json["name"]?.text ?? ""
    let onto = name.isEmpty ? "" : " onto \(name)"
    switch type {
    case "depart": return name.isEmpty ? "Start" : "Start on \(name)"
    case "arrive":
      return "Arrive at the destination" + (way.isEmpty || way == "straight" ? "" : " on the \(way)")
    case "roundabout", "rotary":
      let exit = maneuver?["exit"]?.finiteNumber.map { ", exit \(fixed($0, 0))" } ?? ""
      return "Enter the roundabout\(exit)\(onto)"
    case "exit roundabout", "exit rotary": return "Leave the roundabout\(onto)"
    case "merge": return "Merge\(onto)"
    case "on ramp", "off ramp": return "Take the ramp\(way.isEmpty ? "" : " on the \(way)")\(onto)"
    case "fork": return "Keep \(way)\(onto)"
    default:
      if way == "uturn" { return "Make a U-turn\(onto)" }
      return way.isEmpty || way == "straight" ? "Continue\(onto)" : "Turn \(way)\(onto)"
    }
  }

  private static func line(_ json: JSONValue?) -> [CLLocationCoordinate2D]? {
    // Some routers send lines as text whatever is asked.
    if case .string(let text)? = json { return EncodedPolyline.decode(text, digits: 5) }
    guard case .array(let places)? = json?["coordinates"] else { return nil }
    var line: [CLLocationCoordinate2D] = []
    for place in places {
      guard case .array(let numbers) = place, numbers.count >= 2, let longitude = numbers[0].finiteNumber,
        let latitude = numbers[1].finiteNumber
      else { return nil }
      line.append(CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
    }
    return line.allSatisfy(CLLocationCoordinate2DIsValid) && !line.isEmpty ? line : nil
  }
}

extension FoundRoute {
  /// - Errors: ``FetchFault`` if its lengths and times are none.
  func checked() throws(FetchFault) -> FoundRoute {
    let numbers = [distance, duration] + steps.flatMap { [$0.distance, $0.duration] }
    guard numbers.allSatisfy({ $0.isFinite && $0 >= 0 }) else {
      throw FetchFault(reason: "sent a route with an impossible distance or duration")
    }
    return self
  }
}
