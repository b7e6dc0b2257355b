import Geo

/// Makes a region from a geometry and the values beside it.
enum FenceRegion {
  static func make(
    _ geometry: FenceGeometry, _ fields: FenceFields, _ format: FenceFormat,
    desiredAccuracy: CLLocationAccuracy, timeZones: FenceFile.TimeZones
  ) throws(RecordFault) -> MonitoredRegion {
    let name = fields.identifier
    guard !name.isEmpty else {
      throw RecordFault("no identifier", "has no identifier (expected \(format.placesOfIdentifier))")
    }
    let identifier = String(decoding: name, as: UTF8.self)
    let accuracy = try fields.number(.desiredAccuracy) ?? desiredAccuracy
    let entry = try fields.flag(.notifyOnEntry) ?? true
    let exit = try fields.flag(.notifyOnExit) ?? true
    let shape: AreaShape
    switch geometry {
    case .none: throw .noGeometry
    case .point(let center):
      let radius = try length(.radius, fields, format)
      return MonitoredRegion(
        identifier: identifier, center: center, radius: radius, desiredAccuracy: accuracy,
        notifyOnEntry: entry, notifyOnExit: exit, options: try options(fields, timeZones))
    case .lines(let lines): shape = try corridor(lines, width: try length(.width, fields, format))
    case .polygons(let parts):
      shape = .polygon(
        try made("polygon") { () throws(ShapeFlaw) in try PolygonShape(parts: Antimeridian.joined(parts)) })
    case .box(let southWest, let northEast):
      shape = .box(
        try made("box") { () throws(ShapeFlaw) in try BoxShape(southWest: southWest, northEast: northEast) })
    }
    return MonitoredRegion(
      identifier: identifier, shape: shape, desiredAccuracy: accuracy, notifyOnEntry: entry,
      notifyOnExit: exit, options: try options(fields, timeZones))
  }

  private static func length(
    _ field: FenceField, _ fields: FenceFields, _ format: FenceFormat
  ) throws(RecordFault) -> CLLocationDistance {
    if let value = try fields.number(field, above: 0) { return value }
    throw RecordFault(
      "no \(field.name)", "has no \(field.name) (expected \(format.place(of: field)), a number of meters)")
  }

  private static func corridor(
    _ lines: [[CLLocationCoordinate2D]], width: CLLocationDistance
  ) throws(RecordFault) -> AreaShape {
    let lines = Antimeridian.joined(lines: lines)
    guard lines.count == 1 else { throw .severalLines(lines.count) }
    return .corridor(
      try made("corridor") { () throws(ShapeFlaw) in try CorridorShape(path: lines[0], halfWidth: width / 2) }
    )
  }

  /// Turns a flaw of a shape into a fault of the file.
  private static func made<Shape>(
    _ kind: String, _ make: () throws(ShapeFlaw) -> Shape
  ) throws(RecordFault) -> Shape {
    do { return try make() } catch { throw RecordFault(kind, error.description) }
  }

  /// The options beyond plain crossings.
  private static func options(
    _ fields: FenceFields, _ timeZones: FenceFile.TimeZones
  ) throws(RecordFault) -> RegionOptions {
    var options = RegionOptions.none
    if let delay = try fields.number(.enterDelay, above: 0, orIs: true) { options.enterDelay = delay }
    if let delay = try fields.number(.exitDelay, above: 0, orIs: true) { options.exitDelay = delay }
    options.dwell = try fields.number(.dwell, above: 0, orIs: true)
    if !fields.isAbsent(.accuracyMode) {
      guard let mode = fields.text(.accuracyMode).flatMap(RegionOptions.AccuracyMode.init) else {
        let names = RegionOptions.AccuracyMode.allCases.map { "\"\($0.rawValue)\"" }
        throw fields.fault(.accuracyMode, expected: names.joined(separator: ", "))
      }
      options.accuracyMode = mode
    }
    if let error = try fields.number(.maximumError, above: 0, orIs: true) { options.maximumError = error }
    options.minimumAccuracy = try fields.number(.minimumAccuracy, above: 0, orIs: true)
    options.detectsCrossing = try fields.flag(.detectsCrossing) ?? false
    options.altitudes = try altitudes(fields)
    options.schedule = try fields.schedule(timeZones)
    return options
  }

  private static func altitudes(
    _ fields: FenceFields
  ) throws(RecordFault) -> ClosedRange<CLLocationDistance>? {
    let lower = try fields.number(.minimumAltitude)
    let upper = try fields.number(.maximumAltitude)
    guard lower != nil || upper != nil else { return nil }
    guard lower ?? -.infinity <= upper ?? .infinity else {
      throw fields.fault(.maximumAltitude, expected: "a number of meters, minimumAltitude or more")
    }
    return (lower ?? -.infinity)...(upper ?? .infinity)
  }
}
