import Geo
import GeoDelivery

/// Where a device is when it is heard for the first time.
enum FirstFix {
  /// The most regions that are looked at.
  private static let mostRegions = 1000

  /// The sentence for the user: the nearest region, or the position.
  static func sentence(_ fix: Fix, _ regions: [MonitoredRegion], _ privacy: PrivacyZones? = nil) -> String {
    let place = fix.coordinate
    if let zone = privacy?.zone(at: place) { return "first fix \(zone.words)" }
    guard CLLocationCoordinate2DIsValid(place) else { return "its first fix is not a place on the earth" }
    let nearest = regions.prefix(mostRegions).filter { privacy?.zone(of: $0) == nil }.map {
      (distance: $0.signedDistance(to: place), region: $0)
    }
    .min { $0.distance < $1.distance }
    guard let nearest else {
      return "first fix at \(fixed(place.latitude, 5)), \(fixed(place.longitude, 5))"
    }
    let side = nearest.distance <= 0 ? "inside" : "outside"
    let distance = distanceText(abs(nearest.distance))
    return "first fix \(distance) from the edge of '\(nearest.region.identifier)' (\(side))"
  }
}
