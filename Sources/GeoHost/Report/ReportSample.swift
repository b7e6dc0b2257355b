import Geo

/// One fix as reports need it.
///
/// - Units: seconds since 1970, meters, meters per second.
struct ReportSample {
  var time: TimeInterval
  var coordinate: CLLocationCoordinate2D
  var accuracy: CLLocationAccuracy
  var altitude: CLLocationDistance
  /// Its own speed, or that of its way; NaN only while a path holds it.
  var speed: CLLocationSpeed
  /// The length of the device's way up to here.
  var distance: CLLocationDistance
}

/// The way of one device so far.
struct ReportPath {
  private var last: CLLocationCoordinate2D?
  private var distance = 0.0
  /// The fix from which the speed of the next ones without their own is counted.
  private var anchor: ReportSample?
  /// The speed of the last half minute; nil in the first one.
  private var speed: CLLocationSpeed?
  /// Fixes of the first half minute: what follows shows their speed.
  private var held: [ReportSample] = []

  /// A speed without a receiver's own is the mean over this time.
  static let span: TimeInterval = 30

  /// Returns the fix with its speed and the length of the way; nil if its receiver disowns it, or if its speed is not
  /// known yet: then ``earlier(than:)`` has it later.
  mutating func sample(_ fix: Fix, _ time: TimeInterval) -> ReportSample? {
    guard fix.horizontalAccuracy >= 0 else { return nil }
    if let last { distance += Geodesic.stepDistance(last, fix.coordinate) }
    last = fix.coordinate
    var sample = ReportSample(
      time: time, coordinate: fix.coordinate, accuracy: fix.horizontalAccuracy, altitude: fix.altitude,
      speed: fix.speed, distance: distance)
    if fix.speed >= 0 { return sample }
    if let anchor {
      if time - anchor.time >= Self.span {
        speed = ReportPath.speed(from: anchor, to: sample)
        self.anchor = sample
      }
    } else {
      anchor = sample
    }
    guard let speed else {
      held.append(sample)
      return nil
    }
    sample.speed = speed
    return sample
  }

  /// Returns the fixes before `sample` that waited for their speed; all of them at the end or at a loss of the signal,
  /// where there is none: the next fix begins anew.
  mutating func earlier(than sample: ReportSample?) -> [ReportSample] {
    defer { if sample == nil { (speed, anchor) = (nil, nil) } }
    guard let anchor, let end = sample ?? held.last else { return [] }
    if speed == nil { speed = ReportPath.speed(from: anchor, to: end) }
    guard let speed, !held.isEmpty else { return [] }
    defer { held = [] }
    return held.map { held in
      var held = held
      held.speed = speed
      return held
    }
  }

  /// The mean speed between two fixes; 0 where the way is within the accuracy of the second.
  private static func speed(from first: ReportSample, to second: ReportSample) -> CLLocationSpeed {
    let way = Geodesic.stepDistance(first.coordinate, second.coordinate)
    return way > second.accuracy && second.time > first.time ? way / (second.time - first.time) : 0
  }
}
