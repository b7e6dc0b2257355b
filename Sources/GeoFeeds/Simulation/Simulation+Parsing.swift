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
    let known = kind.parameters + Simulation.common
    var stops = 0
    var places: [CLLocationCoordinate2D] = []
    var center: CLLocationCoordinate2D?
    var end: CLLocationCoordinate2D?
    var pause: TimeInterval?
    var radius: CLLocationDistance?
    for parameter in address.query {
      let (name, value) = (parameter.name, parameter.value)
      guard known.contains(name) || Distortion.names.contains(name) else {
        // A misspelled kind counts as a file.
        let taken =
          kind == .file
          ? ": '\(address.path)' is read as a file; the other kinds are sim:still, sim:walk, "
            + "sim:drive and sim:random"
          : ""
        throw GeoError(
          .usage,
          "unknown parameter '\(name)'\(taken) (expected "
            + "\((known + Distortion.names).joined(separator: ", ")))"
        )
      }
      switch name {
      case "device": break
      case "devices": deviceCount = try Quantity.count(value, name, atMost: 1_000_000)
      case "interval": interval = try Quantity.seconds(value, name)
      case "accuracy": accuracy = try Quantity.meters(value, name)
      case "radius": radius = try Quantity.meters(value, name)
      case "start": start = try FeedOptions.time(value)
      case "duration": duration = try Quantity.seconds(value, name)
      case "at": center = try Quantity.place(value, name)
      case "from": places.insert(try Quantity.place(value, name), at: 0)
      case "via": places.append(try Quantity.place(value, name))
      case "to": end = try Quantity.place(value, name)
      case "speed": speed = try Quantity.speed(value, name)
      case "laps": laps = value == "forever" ? nil : try Quantity.count(value, name, atMost: 1_000_000)
      case "stops": stops = try Quantity.count(value, name, atMost: 100_000)
      case "pause": pause = try Quantity.seconds(value, name)
      default: try distortion.set(name, value, called: name)
      }
    }
    if let end { places.append(end) }
    guard interval > 0 else { throw GeoError(.usage, "interval must be above 0") }
    guard speed > 0 || kind == .still else { throw GeoError(.usage, "speed must be above 0") }
    self.pause = pause ?? (stops > 0 ? 60 : 0)

    switch (kind, center) {
    case (.file, _):
      places = try SimulatedLine.places(inFile: address.path)
      fallthrough
    case (.walk, nil) where places.count > 1, (.drive, nil) where places.count > 1:
      motion = .line(try SimulatedLine(places, speed: speed, stops: stops, pause: self.pause))
    case (.still, let center?):
      motion = .still(center)
      self.radius = radius ?? (deviceCount > 1 ? 100 : 0)
    case (.walk, let center?) where places.isEmpty, (.drive, let center?) where places.isEmpty,
      (.random, let center?) where places.isEmpty:
      motion = .random(center: center)
      self.radius = radius ?? 500
      guard self.radius > 0 else { throw GeoError(.usage, "radius must be above 0") }
    default:
      throw GeoError(
        .usage,
        "needs at=latitude,longitude" + (kind == .still || kind == .random ? "" : ", or from= and to="))
    }
    try bound(options)
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
