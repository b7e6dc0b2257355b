import Geo
import GeoDelivery

/// Why a run brought no alert, as far as the devices show it.
struct QuietRun: Sendable {
  /// The device that came nearest to a region at its end.
  private var nearest: (device: String, region: String, distance: Double, exchanged: Double)?
  /// The device that ended farthest from a place of `geoscript.onApproach`.
  private var approach: (device: String, distance: Double, exchanged: Double)?
  /// A region that held its device from the start to the end.
  private var held: (device: String, region: String)?
  /// A region at which something happened that it did not report, and why.
  private var silenced: String?
  /// Crossings for which no delegate had a function, by the function, until one was heard.
  private var unheard: [CLLocationManagerCallback: Int] = [:]
  private var hasHeard = false
  /// What scripts asked for and never got, with the first device of each.
  private var lacks: [Device.Lack: String] = [:]
  private var crossings = 0
  /// How many devices were looked at.
  private var devices = 0

  /// The most devices, and the most regions of one, that are looked at.
  private static let most = 100
  /// From this distance on a region is worth a word, in meters.
  private static let far = 50_000.0

  init() {}

  /// Looks at a device at its end.
  mutating func add(_ device: Device, _ privacy: PrivacyZones? = nil) {
    let counts = device.counts
    let crossings = Int(device.crossings.enters + device.crossings.exits + device.crossings.dwells)
    self.crossings += crossings
    unheard.merge(counts.unheardCrossings) { $0 + $1 }
    hasHeard = hasHeard || device.crossings.areHeard
    for lack in device.lacks where lacks[lack] == nil { lacks[lack] = device.name }
    devices += 1
    guard devices <= QuietRun.most, device.monitoredRegionCount <= QuietRun.most else { return }
    if crossings == 0, privacy?.zone(at: device.location?.coordinate) == nil {
      findRegions(of: device, privacy)
      findApproaches(of: device)
    }
  }

  private mutating func findRegions(of device: Device, _ privacy: PrivacyZones?) {
    guard let place = device.location?.coordinate, CLLocationCoordinate2DIsValid(place) else { return }
    let exchanged = CLLocationCoordinate2D(latitude: place.longitude, longitude: place.latitude)
    let silences = device.silencedRegions.filter { privacy?.zone(of: $0.region) == nil }
    silenced = silenced ?? silences.first.map { $0.reason.sentence(device.name, $0.region) }
    silenced = silenced ?? QuietRun.outsideDespite(device, place, privacy)
    for region in device.monitoredRegions where privacy?.zone(of: region) == nil {
      let distance = region.signedDistance(to: place)
      if distance <= 0, held == nil, device.state(ofRegion: region.identifier) == .inside {
        held = (device.name, region.identifier)
      }
      if distance < nearest?.distance ?? .infinity {
        let other =
          CLLocationCoordinate2DIsValid(exchanged) ? max(0, region.signedDistance(to: exchanged)) : .infinity
        nearest = (device.name, region.identifier, distance, other)
      }
    }
  }

  private mutating func findApproaches(of device: Device) {
    guard device.approachCount <= QuietRun.most, let location = device.location?.coordinate,
      CLLocationCoordinate2DIsValid(location)
    else { return }
    for place in device.approachPlaces {
      let distance = Geodesic.distance(from: location, to: place)
      guard distance > approach?.distance ?? 0 else { continue }
      let other = CLLocationCoordinate2D(latitude: place.longitude, longitude: place.latitude)
      let exchanged =
        CLLocationCoordinate2DIsValid(other) ? Geodesic.distance(from: location, to: other) : .infinity
      approach = (device.name, distance, exchanged)
    }
  }

  mutating func add(_ other: QuietRun) {
    if let near = other.nearest, near.distance < nearest?.distance ?? .infinity { nearest = near }
    if let far = other.approach, far.distance > approach?.distance ?? 0 { approach = far }
    held = held ?? other.held
    silenced = silenced ?? other.silenced
    unheard.merge(other.unheard) { $0 + $1 }
    hasHeard = hasHeard || other.hasHeard
    lacks.merge(other.lacks) { first, _ in first }
    crossings += other.crossings
  }

  /// The sentences for the user; empty if nothing shows why.
  var sentences: [String] {
    [crossings == 0 ? noCrossing : hasHeard ? nil : unheardCrossings, noApproach].compactMap { $0 }
      + Device.Lack.allCases.compactMap { lack in lacks[lack].map { lack.sentence(PlainText.line($0)) } }
  }

  private var unheardCrossings: String? {
    let kinds = unheard.sorted { $0.key.rawValue < $1.key.rawValue }
    guard let first = kinds.first else { return nil }
    let list = kinds.map { "\($0.key.name) (\(grouped($0.value)) ×)" }.joined(separator: ", ")
    return "crossings for which no delegate has a function: \(list): "
      + "write function app:\(first.key.name)(manager, region)"
  }

  private var noApproach: String? {
    guard let approach, approach.distance > QuietRun.far else { return nil }
    let text =
      "no approach: a place of geoscript.onApproach is \(distanceText(approach.distance)) from "
      + PlainText.line(approach.device)
    return text + hint(of: approach.exchanged, beside: approach.distance)
  }

  /// What to say of a place that is near with its numbers exchanged.
  private func hint(of exchanged: Double, beside distance: Double) -> String {
    guard exchanged < distance / 10 else { return "" }
    return "; with latitude and longitude exchanged it is \(distanceText(exchanged)): check their order"
  }

  private var noCrossing: String? {
    if let silenced { return "no crossing: \(silenced)" }
    if let held {
      return
        "no crossing: \(PlainText.line(held.device)) was inside '\(PlainText.line(held.region))' from its first fix to its last, "
        + "and an enter event needs a fix outside before"
    }
    guard let nearest, nearest.distance > QuietRun.far else { return nil }
    let distance = distanceText(nearest.distance)
    let text =
      "no crossing: '\(PlainText.line(nearest.region))', the nearest region, is \(distance) from "
      + PlainText.line(nearest.device)
    return text + hint(of: nearest.exchanged, beside: nearest.distance)
  }
}

extension Device.Lack {
  /// Why it did not come, for the user.
  fileprivate func sentence(_ device: String) -> String {
    switch self {
    case .heading:
      return "no heading: the source has no compass readings for \(device) "
        + "(events of the type heading; location.course is the direction of travel)"
    case .beacon:
      return "no beacon: the source has none that \(device) ranges (events of the type beacon)"
    case .visit:
      let rule = VisitMonitor.Rule.visits
      return
        "no visit: no \(Int(rule.minimumStay / 60)) minutes of \(device)'s fixes lie within \(Int(rule.radius)) m "
        + "(fixes that are less accurate do not count)"
    }
  }
}
