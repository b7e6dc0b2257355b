import Geo

/// One fix as reports need it.
///
/// - Units: seconds since 1970, meters, meters per second.
struct ReportSample {
  var time: TimeInterval
  var coordinate: CLLocationCoordinate2D
  var accuracy: CLLocationAccuracy
  var altitude: CLLocationDistance
  /// Its own speed, or that of its way; never NaN.
  var speed: CLLocationSpeed
  /// The length of the device's way up to here.
  var distance: CLLocationDistance
}

/// The way of one device so far.
struct ReportPath {
  private var last: (time: TimeInterval, coordinate: CLLocationCoordinate2D)?
  private var distance = 0.0
  /// The fix from which the speed of the next ones without their own is counted.
  private var anchor: (time: TimeInterval, coordinate: CLLocationCoordinate2D)?
  private var speed = 0.0

  /// A speed without a receiver's own is the mean over this time.
  static let span: TimeInterval = 30

  /// Returns the fix with its speed and the length of the way; nil if its receiver disowns it.
  mutating func sample(_ fix: Fix, _ time: TimeInterval) -> ReportSample? {
    guard fix.horizontalAccuracy >= 0 else { return nil }
    if let last { distance += Geodesic.stepDistance(last.coordinate, fix.coordinate) }
    last = (time, fix.coordinate)
    return ReportSample(
      time: time, coordinate: fix.coordinate, accuracy: fix.horizontalAccuracy, altitude: fix.altitude,
      speed: fix.speed >= 0 ? fix.speed : speed(of: fix, time), distance: distance)
  }

  /// The speed of the last half minute; 0 where the way is within the accuracy of the fix.
  private mutating func speed(of fix: Fix, _ time: TimeInterval) -> Double {
    guard let anchor else {
      anchor = (time, fix.coordinate)
      return 0
    }
    guard time - anchor.time >= Self.span else { return speed }
    let way = Geodesic.stepDistance(anchor.coordinate, fix.coordinate)
    speed = way > fix.horizontalAccuracy ? way / (time - anchor.time) : 0
    self.anchor = (time, fix.coordinate)
    return speed
  }
}
