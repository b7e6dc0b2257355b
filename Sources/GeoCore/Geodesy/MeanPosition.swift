import Glibc

/// The weighted mean of places, kept as a running sum; correct across the 180th meridian and at the poles.
///
/// - Source: Gade 2010, doi:10.1017/S0373463309990415: the mean of normal vectors. Within a kilometer it is the mean
///   on the ellipsoid to a millimeter.
public struct MeanPosition: Sendable, Hashable {
  /// The sum of the normal vectors: x to 0°, 0°, y to 90° east, z to the North Pole.
  public private(set) var x = 0.0
  public private(set) var y = 0.0
  public private(set) var z = 0.0
  /// The sum of the weights.
  public private(set) var weight = 0.0
  /// The number of places.
  public private(set) var count = 0

  public init() {}

  /// Continues from sums that were saved.
  public init(x: Double, y: Double, z: Double, weight: Double, count: Int) {
    self.x = x
    self.y = y
    self.z = z
    self.weight = weight
    self.count = count
  }

  /// Adds a place; invalid coordinates and weights of 0 or less are ignored.
  public mutating func add(_ coordinate: CLLocationCoordinate2D, weight: Double) {
    guard weight > 0, weight.isFinite, CLLocationCoordinate2DIsValid(coordinate) else { return }
    let latitude = coordinate.latitude * .pi / 180
    let longitude = coordinate.longitude * .pi / 180
    x += weight * cos(latitude) * cos(longitude)
    y += weight * cos(latitude) * sin(longitude)
    z += weight * sin(latitude)
    self.weight += weight
    count += 1
  }

  /// The mean; nil without places, or if the places cancel each other out, such as the two poles.
  public var coordinate: CLLocationCoordinate2D? {
    let level = (x * x + y * y).squareRoot()
    guard weight > 0, (level * level + z * z).squareRoot() > weight * 1e-9 else { return nil }
    return CLLocationCoordinate2D(
      latitude: atan2(z, level) * 180 / .pi, longitude: atan2(y, x) * 180 / .pi)
  }
}
