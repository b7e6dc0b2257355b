import Geo

/// Why a run brought no crossing, as far as the devices show it.
struct QuietRun: Sendable {
  /// The device that came nearest to a region at its end.
  private var nearest: (device: String, region: String, distance: Double, exchanged: Double)?
  /// How many devices were looked at.
  private var devices = 0

  /// The most devices, and the most regions of one, that are looked at.
  private static let most = 100
  /// From this distance on a region is worth a word, in meters.
  private static let far = 50_000.0

  init() {}

  /// Looks at a device at its end.
  mutating func add(_ device: Device) {
    devices += 1
    guard devices <= QuietRun.most, device.monitoredRegionCount <= QuietRun.most else { return }
    guard let place = device.location?.coordinate, CLLocationCoordinate2DIsValid(place) else { return }
    let exchanged = CLLocationCoordinate2D(latitude: place.longitude, longitude: place.latitude)
    for region in device.monitoredRegions {
      let distance = region.signedDistance(to: place)
      if distance < nearest?.distance ?? .infinity {
        let other =
          CLLocationCoordinate2DIsValid(exchanged) ? max(0, region.signedDistance(to: exchanged)) : .infinity
        nearest = (device.name, region.identifier, distance, other)
      }
    }
  }

  mutating func add(_ other: QuietRun) {
    if let near = other.nearest, near.distance < nearest?.distance ?? .infinity { nearest = near }
  }

  /// The sentence for the user; nil if nothing shows why.
  var sentence: String? {
    guard let nearest, nearest.distance > QuietRun.far else { return nil }
    let distance = FirstFix.text(meters: nearest.distance)
    let text = "no crossing: '\(nearest.region)', the nearest region, is \(distance) from \(nearest.device)"
    guard nearest.exchanged < nearest.distance / 10 else { return text }
    let near = FirstFix.text(meters: nearest.exchanged)
    return text + "; with latitude and longitude exchanged it is \(near): check their order"
  }
}
