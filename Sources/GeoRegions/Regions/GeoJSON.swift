public import GeoCore

/// Regions as GeoJSON, in a form that `FenceFile` reads back identically, and the shapes of maps.
///
/// - Shape: a circle is a Point with `radius`, a corridor a LineString with `width`, a box its corners with
///   `bbox` and `"shape": "box"`; shapes across the 180th meridian are cut there.
/// - Units: degrees, longitude first; meters; seconds. Numbers have the fewest digits that read back the same.
/// - Source: RFC 7946, §3.1.6 for the direction of rings, §3.1.9 for the cut.
public enum GeoJSON {
  /// Returns a FeatureCollection with one Feature a line.
  public static func text(of regions: [MonitoredRegion]) -> String { text(of: regions.map(feature)) }

  /// Returns a FeatureCollection of these Features.
  public static func text(of features: [JSONValue]) -> String {
    var text = "{\"type\":\"FeatureCollection\",\"features\":["
    for (index, feature) in features.enumerated() {
      text += index == 0 ? "\n" : ",\n"
      text += feature.description
    }
    return text + "\n]}\n"
  }

  /// A region as a Feature.
  public static func feature(_ region: MonitoredRegion) -> JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("type", .string("Feature")), ("id", .string(region.identifier)),
    ]
    var properties: [(name: String, value: JSONValue)] = []
    let geometry: JSONValue
    switch region.shape {
    case nil:
      properties.append(("radius", .number(region.radius)))
      geometry = self.geometry("Point", position(region.center))
    case .corridor(let shape):
      properties.append(("width", .number(shape.halfWidth * 2)))
      let lines = Antimeridian.cut(line: shape.path).map { JSONValue.array($0.map(position)) }
      geometry =
        lines.count == 1
        ? self.geometry("LineString", lines[0]) : self.geometry("MultiLineString", .array(lines))
    case .polygon(let shape): geometry = polygons(Antimeridian.cut(shape.parts))
    case .box(let shape):
      properties.append(("shape", .string("box")))
      let (south, north) = (shape.southWest.latitude, shape.northEast.latitude)
      let (west, east) = (shape.southWest.longitude, shape.northEast.longitude)
      members.append(("bbox", .array([west, south, east, north].map { .number($0) })))
      geometry = polygons(
        west <= east
          ? [[corners(west, south, east, north)]]
          : [[corners(west, south, 180, north)], [corners(-180, south, east, north)]])
    }
    properties += self.properties(region)
    members += [("properties", .object(properties)), ("geometry", geometry)]
    return .object(members)
  }

  package static func geometry(_ type: String, _ coordinates: JSONValue) -> JSONValue {
    .object([("type", .string(type)), ("coordinates", coordinates)])
  }

  package static func position(_ place: CLLocationCoordinate2D) -> JSONValue {
    .array([.number(place.longitude), .number(place.latitude)])
  }

  package static func polygons(_ parts: [[Antimeridian.Ring]]) -> JSONValue {
    let values = parts.map { part in
      JSONValue.array(part.map { .array(closed($0)) })
    }
    return values.count == 1 ? geometry("Polygon", values[0]) : geometry("MultiPolygon", .array(values))
  }

  /// The positions of a ring, with the first one repeated.
  package static func closed(_ ring: Antimeridian.Ring) -> [JSONValue] {
    (ring + ring.prefix(1)).map(position)
  }

  private static func corners(
    _ west: CLLocationDegrees, _ south: CLLocationDegrees, _ east: CLLocationDegrees,
    _ north: CLLocationDegrees
  ) -> Antimeridian.Ring {
    [(south, west), (south, east), (north, east), (north, west)].map { CLLocationCoordinate2DMake($0, $1) }
  }
}

extension GeoJSON {
  /// The properties of a region that differ from the defaults.
  private static func properties(_ region: MonitoredRegion) -> [(name: String, value: JSONValue)] {
    let options = region.options
    var properties: [(name: String, value: JSONValue)] = []
    func add(_ name: String, _ value: Double?, unless usual: Double? = nil) {
      guard let value, value != usual, value.isFinite else { return }
      properties.append((name, .number(value)))
    }
    add("desiredAccuracy", region.buffer, unless: 0)
    if !region.notifyOnEntry { properties.append(("notifyOnEntry", .bool(false))) }
    if !region.notifyOnExit { properties.append(("notifyOnExit", .bool(false))) }
    add("enterDelay", options.enterDelay, unless: 0)
    add("exitDelay", options.exitDelay, unless: 0)
    add("dwell", options.dwell)
    if options.accuracyMode != .point {
      properties.append(("accuracyMode", .string(options.accuracyMode.rawValue)))
    }
    add("maximumError", options.maximumError)
    add("minimumAccuracy", options.minimumAccuracy)
    if options.detectsCrossing { properties.append(("detectsCrossing", .bool(true))) }
    add("minimumAltitude", options.altitudes?.lowerBound)
    add("maximumAltitude", options.altitudes?.upperBound)
    if let schedule = options.schedule { properties.append(("schedule", schedule.json)) }
    return properties
  }
}
