import Geo
import GeoFormats
import GeoLua
import GeoRender

/// What a map view of a script shows from a time on, as `Sources/CPage/Page/screen.js` reads it.
struct PageMap: Sendable {
  let time: TimeInterval
  let number: Int
  /// Members beside the time.
  let members: [(name: String, value: JSONValue)]
  /// The text of the members.
  private let text: String

  /// About the bytes of it.
  var size: Int { text.utf8.count }
  var json: JSONValue { .object([("time", .number((time * 1000).rounded()))] + members) }

  /// Reads a map; more than `most` bytes of annotations and overlays are only counted.
  init(_ map: MKMapView, at time: TimeInterval, most: Int) {
    let contents = map.contents(most: PageMap.mostFeatures)
    var features: [JSONValue] = []
    var (size, misses) = (0, 0)
    func add(_ feature: JSONValue?) {
      guard let feature else { return }
      let bytes = feature.size
      guard size + bytes <= most else { return misses += 1 }
      size += bytes
      features.append(feature)
    }
    for pin in contents.pins where misses < PageMap.mostMisses { add(PageMap.feature(pin)) }
    for shape in contents.shapes where misses < PageMap.mostMisses { add(PageMap.feature(shape)) }
    let all = map.annotationCount + map.overlays.count
    self.init(
      number: map.number, time: time,
      [
        ("features", .array(features)), ("more", .integer(Int64(all - features.count))),
        ("corners", PageMap.places(contents.corners)),
      ])
  }

  /// - Parameter members: beside the number; empty for a map that has left the screen.
  init(number: Int, time: TimeInterval, _ members: [(name: String, value: JSONValue)]) {
    (self.time, self.number) = (time, number)
    self.members = [("map", .integer(Int64(number)))] + members
    text = JSONValue.object(self.members).description
  }

  /// Whether it shows the same.
  func isSame(as other: PageMap) -> Bool { text == other.text }

  /// The most annotations, and the most overlays, of a map.
  static let mostFeatures = 1_000
  /// After as many features that do not fit, it is full.
  private static let mostMisses = 16
  /// The most places of a line or a ring.
  private static let mostPlaces = 500

  // MARK: Features

  private static func feature(_ pin: MapContents.Pin) -> JSONValue? {
    guard CLLocationCoordinate2DIsValid(pin.coordinate) else { return nil }
    let place: JSONValue = .array([degrees(pin.coordinate.longitude), degrees(pin.coordinate.latitude)])
    return feature(
      [
        ("role", .string(pin.isUser ? "user" : "pin")), ("title", pin.title.map { .string($0) } ?? .null),
        ("subtitle", pin.subtitle.map { .string($0) } ?? .null),
        ("glyph", pin.glyph.map { .string($0) } ?? .null),
        ("color", pin.color.map { .string(hexadecimal($0)) } ?? .null),
        ("open", pin.hasCallout ? .bool(true) : .null),
      ], "Point", place)
  }

  private static func feature(_ shape: MapContents.Shape) -> JSONValue? {
    var properties: [(name: String, value: JSONValue)] = [("title", shape.title.map { .string($0) } ?? .null)]
    if let style = shape.style {
      if let fill = style.fill {
        properties += [
          ("fill", .string(hexadecimal(fill))), ("fillOpacity", rounded(fill.alpha * style.alpha)),
        ]
      }
      if let stroke = style.stroke {
        properties += [
          ("stroke", .string(hexadecimal(stroke))), ("opacity", rounded(stroke.alpha * style.alpha)),
          ("width", rounded(style.width)),
        ]
      }
    } else {
      properties.append(("bare", .bool(true)))
    }
    func made(_ role: String, _ type: String, _ coordinates: JSONValue) -> JSONValue {
      feature([("role", .string(role))] + properties, type, coordinates)
    }
    switch shape.geometry {
    case .lines(let lines): return made("line", "MultiLineString", .array(lines.map { places(thinned($0)) }))
    case .areas(let areas):
      let rings = areas.map { JSONValue.array($0.map { places(closed(thinned($0))) }) }
      return made("area", "MultiPolygon", .array(rings))
    case .circle(let center, let radius):
      guard CLLocationCoordinate2DIsValid(center), radius.isFinite else { return nil }
      properties.append(("radius", rounded(radius)))
      return made("circle", "Point", .array([degrees(center.longitude), degrees(center.latitude)]))
    case .drawing(let rect):
      // What covers the world has no outline to see.
      guard !rect.isNull, rect.width < MKMapSizeWorld.width / 2 else { return nil }
      let corners = [
        rect.origin, MKMapPoint(x: rect.maxX, y: rect.minY), MKMapPoint(x: rect.maxX, y: rect.maxY),
        MKMapPoint(x: rect.minX, y: rect.maxY),
      ]
      return made("drawing", "Polygon", .array([places(closed(corners))]))
    }
  }

  private static func feature(
    _ properties: [(name: String, value: JSONValue)], _ type: String, _ coordinates: JSONValue
  ) -> JSONValue {
    .object([
      ("type", .string("Feature")), ("properties", .object(properties.filter { !isNull($0.value) })),
      ("geometry", .object([("type", .string(type)), ("coordinates", coordinates)])),
    ])
  }

  private static func isNull(_ value: JSONValue) -> Bool { if case .null = value { true } else { false } }

  private static func thinned(_ points: [MKMapPoint]) -> [MKMapPoint] {
    guard points.count > mostPlaces, let last = points.last else { return points }
    let step = (points.count + mostPlaces - 1) / mostPlaces
    return stride(from: 0, to: points.count - 1, by: step).map { points[$0] } + [last]
  }

  private static func closed(_ ring: [MKMapPoint]) -> [MKMapPoint] { ring + ring.prefix(1) }

  static func places(_ points: [MKMapPoint]) -> JSONValue {
    // Not turned around the world, as a line across the 180th meridian is drawn.
    .array(
      points.map { point in
        let latitude = MKCoordinateForMapPoint(MKMapPoint(x: 0, y: point.y)).latitude
        return .array([degrees(point.x / MKMapSizeWorld.width * 360 - 180), degrees(latitude)])
      })
  }

  private static func degrees(_ value: Double) -> JSONValue { .number((value * 1e6).rounded() / 1e6) }

  private static func rounded(_ value: Double) -> JSONValue { .number((value * 100).rounded() / 100) }

  private static func hexadecimal(_ color: UIColor) -> String {
    "#" + [color.red, color.green, color.blue].map { UInt8(($0 * 255).rounded()).hexadecimal }.joined()
  }
}

/// What the maps of a device have shown: as much as its limit allows, thinned out evenly.
struct PageMaps {
  /// Those that are kept, in the order of time.
  private(set) var kept: [PageMap] = []
  /// The newest of each map, and the hash of its contents.
  private var newest: [Int: PageMap] = [:]
  private var hashes: [Int: Int] = [:]
  /// The bytes that it may keep, and those that it keeps.
  let most: Int
  private var bytes = 0
  /// Seconds between two readings: of the device for a page that is written, of the wall clock for a served one.
  private var interval = 0.0
  private var next = -TimeInterval.infinity
  /// Events until the next look, for a page that is written.
  private var pause = 0
  private let isServed: Bool
  /// Whether the screen waits to be read.
  var isWaiting = false

  init(most: Int, isServed: Bool) { (self.most, self.isServed) = (most, isServed) }

  /// Whether it is time to look at the screen, after an event.
  mutating func isDue(at now: TimeInterval) -> Bool {
    guard pause == 0 else {
      pause -= 1
      return false
    }
    return now >= next
  }

  /// Whether a map was there.
  var isEmpty: Bool { newest.isEmpty }

  /// Takes what the maps show now; returns whether it is new.
  mutating func add(_ maps: [MKMapView], at time: TimeInterval, now: TimeInterval) -> Bool {
    var all: [PageMap] = []
    for map in maps {
      let hash = map.contentsHash(most: PageMap.mostFeatures)
      guard newest[map.number] == nil || hashes[map.number] != hash else { continue }
      hashes[map.number] = hash
      all.append(PageMap(map, at: time, most: most / max(4, maps.count)))
    }
    var new = all.filter { map in newest[map.number].map { !map.isSame(as: $0) } ?? true }
    for map in new { newest[map.number] = map }
    let gone = newest.keys.filter { number in !maps.contains { $0.number == number } }.sorted()
    for number in gone {
      (newest[number], hashes[number]) = (nil, nil)
      new.append(PageMap(number: number, time: time, []))
    }
    kept += new
    bytes += new.reduce(0) { $0 + $1.size }
    while bytes > most, kept.count > newest.count { thin() }
    next = now + interval
    rest(after: maps, now)
    return !new.isEmpty
  }

  /// Lets the next look come the later, the more there was to look at.
  private mutating func rest(after maps: [MKMapView], _ now: TimeInterval) {
    let looked = maps.reduce(0) {
      $0 + min($1.annotationCount, PageMap.mostFeatures) + min($1.overlays.count, PageMap.mostFeatures)
    }
    pause = isServed ? 0 : looked / PageMaps.featuresForEvent
    if isServed { next = max(next, now + Double(looked) * PageMaps.secondsForFeature) }
  }

  /// Leaves out every second moment of each map but the newest, and every second map that has left the screen.
  private mutating func thin() {
    let counts = kept.reduce(into: [Int: Int]()) { $0[$1.number, default: 0] += 1 }
    let gone = counts.keys.filter { newest[$0] == nil }.sorted()
    let dropped = Set(stride(from: 0, to: gone.count, by: 2).map { gone[$0] })
    let span = (kept.last?.time ?? 0) - (kept.first?.time ?? 0)
    var places: [Int: Int] = [:]
    kept = kept.filter { map in
      let count = counts[map.number] ?? 0
      let place = places[map.number, default: 0] + 1
      places[map.number] = place
      return !dropped.contains(map.number) && (place == count || (place % 2 == 1 && count > 2))
    }
    bytes = kept.reduce(0) { $0 + $1.size }
    interval = max(interval, span / Double(max(1, kept.count)))
  }

  /// Lets what the maps show count as new.
  mutating func forget() { (newest, hashes) = ([:], [:]) }

  /// Hands over what is new; the next reading comes the later, the more it was.
  mutating func take(now: TimeInterval) -> [PageMap] {
    defer { (kept, bytes) = ([], 0) }
    next = now + Double(bytes) / Double(max(1, most)) * PageMaps.secondsForMost
    return kept
  }

  /// Seconds in which a device may send as much as it may keep.
  private static let secondsForMost = 2.0
  /// Annotations and overlays that it looks at for each event, and seconds until the next look for each of them.
  private static let featuresForEvent = 8
  private static let secondsForFeature = 0.000_05
}
