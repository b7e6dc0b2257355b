import Geo
import GeoFormats

extension Simulation {
  /// Reads an address, and the line of the file that it names.
  ///
  /// - Errors: ``GeoError``: `usage` for invalid parameters, `noInput` and `data` of the file.
  init(_ address: SourceAddress, options: FeedOptions) throws(GeoError) {
    do throws(GeoError) { try read(address, options) } catch {
      // Faults of the file have their own place.
      throw error.place == nil ? GeoError(error.code, error.message, at: address.name) : error
    }
  }

  private mutating func read(_ address: SourceAddress, _ options: FeedOptions) throws(GeoError) {
    let kind = Kind(rawValue: address.path) ?? .file
    guard !address.path.isEmpty else {
      throw GeoError(
        .usage,
        "does not say what to simulate (expected sim:FILE, sim:still, sim:walk, sim:drive or sim:random)")
    }
    name = address.simulationName
    distortion = options.distortion
    if kind == .still, distortion.jitter == 0 { distortion.jitter = accuracy }
    start = options.simulationStart ?? options.start ?? start
    speed = kind == .drive || kind == .file ? 50 / 3.6 : 1.4
    var wishes = Wishes()
    for parameter in address.query {
      try requireKnown(parameter.name, kind, address, options)
      try set(parameter.name, parameter.value, &wishes)
    }
    if let end = wishes.end { wishes.places.append(end) }
    guard interval > 0 else { throw GeoError(.usage, "interval must be above 0") }
    guard speed > 0 || kind == .still else { throw GeoError(.usage, "speed must be above 0") }
    pause = wishes.pause ?? (wishes.stops > 0 ? 60 : 0)
    try setMotion(kind, wishes, address)
    try bound(options)
  }

  /// Parameters whose meaning depends on others.
  private struct Wishes {
    var stops = 0
    var places: [CLLocationCoordinate2D] = []
    var center: CLLocationCoordinate2D?
    var end: CLLocationCoordinate2D?
    var pause: TimeInterval?
    var radius: CLLocationDistance?
  }

  private func requireKnown(
    _ name: String, _ kind: Kind, _ address: SourceAddress, _ options: FeedOptions
  ) throws(GeoError) {
    let known = kind.parameters + Simulation.common
    if known.contains(name) || Distortion.names.contains(name) { return }
    // A misspelled kind counts as a file.
    let near = options.advice(address.path, among: ["still", "walk", "drive", "random"])
    let taken =
      kind == .file
      ? ": '\(address.path)' is read as a file\(near); the other kinds are sim:still, sim:walk, "
        + "sim:drive and sim:random"
      : options.advice(name, among: known + Distortion.names)
    throw GeoError(
      .usage,
      "unknown parameter '\(name)'\(taken) (expected "
        + "\((known + Distortion.names).joined(separator: ", ")))"
    )
  }

  private mutating func set(_ name: String, _ value: String, _ wishes: inout Wishes) throws(GeoError) {
    switch name {
    case "device": break
    case "devices": deviceCount = try Quantity.count(value, name, atMost: 1_000_000)
    case "interval": interval = try Quantity.seconds(value, name)
    case "accuracy": accuracy = try Quantity.meters(value, name)
    case "radius": wishes.radius = try Quantity.meters(value, name)
    case "start": start = try FeedOptions.time(value, for: name)
    case "duration": duration = try Quantity.seconds(value, name)
    case "at": wishes.center = try Quantity.place(value, name)
    case "from": wishes.places.insert(try Quantity.place(value, name), at: 0)
    case "via": wishes.places.append(try Quantity.place(value, name))
    case "to": wishes.end = try Quantity.place(value, name)
    case "speed": speed = try Quantity.speed(value, name)
    case "laps": laps = value == "forever" ? nil : try Quantity.count(value, name, atMost: 1_000_000)
    case "stops": wishes.stops = try Quantity.count(value, name, atMost: 100_000)
    case "pause": wishes.pause = try Quantity.seconds(value, name)
    default: try distortion.set(name, value, called: name)
    }
  }

  private mutating func setMotion(
    _ kind: Kind, _ wishes: Wishes, _ address: SourceAddress
  ) throws(GeoError) {
    var places = wishes.places
    switch (kind, wishes.center) {
    case (.file, _):
      places = try SimulatedLine.places(inFile: address.path)
      fallthrough
    case (.walk, nil) where places.count > 1, (.drive, nil) where places.count > 1:
      motion = .line(try SimulatedLine(places, speed: speed, stops: wishes.stops, pause: pause))
    case (.still, let center?):
      motion = .still(center)
      radius = wishes.radius ?? (deviceCount > 1 ? 100 : 0)
    case (.walk, let center?) where places.isEmpty, (.drive, let center?) where places.isEmpty,
      (.random, let center?) where places.isEmpty:
      motion = .random(center: center)
      radius = wishes.radius ?? 500
      guard radius >= 0.001 else { throw GeoError(.usage, "radius must be at least 1 mm") }
      // From one fix to the next it would reach thousands of places.
      guard speed * interval <= 10_000 * radius else {
        throw GeoError(
          .usage, "speed is too high for a radius of \(distanceText(radius)): give radius= or interval=")
      }
    default:
      throw GeoError(
        .usage,
        "needs at=latitude,longitude" + (kind == .still || kind == .random ? "" : ", or from= and to="))
    }
  }

  /// - Errors: ``GeoError`` `usage` for an endless simulation in a run that is not paced.
  private mutating func bound(_ options: FeedOptions) throws(GeoError) {
    if let end = options.end { duration = min(duration, end - start) }
    if case .line(let line) = motion, let laps, Double(laps) * line.lap <= duration {
      duration = Double(laps) * line.lap
      arrives = true
    }
    guard duration.isFinite || options.isPaced else {
      throw GeoError(
        .usage, "would never end: add for example duration=8h, --end or --speed 1")
    }
  }
}
