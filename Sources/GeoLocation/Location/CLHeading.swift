public import GeoCore

/// The direction of a device: a compass reading.
///
/// - Units: degrees clockwise from north, relative to the manager's `headingOrientation`; microtesla.
/// - Source: HD-1 … HD-12, F-10.
public final class CLHeading: Sendable, CustomStringConvertible {
  /// From magnetic north, 0 ≤ h < 360.
  public let magneticHeading: CLLocationDirection
  /// From true north, 0 ≤ h < 360; −1 if it cannot be determined.
  public let trueHeading: CLLocationDirection
  /// The maximum deviation of `magneticHeading`; negative if the reading is invalid.
  public let headingAccuracy: CLLocationDirection
  /// The magnetometer's values along the device's own axes; 0 if the source does not have them.
  public let x: Double
  public let y: Double
  public let z: Double
  /// When it was measured.
  public let timestamp: NSDate

  /// Creates a heading; directions are normalized to 0 ≤ h < 360, a negative `trueHeading` to −1.
  public init(
    magneticHeading: CLLocationDirection, trueHeading: CLLocationDirection = -1,
    headingAccuracy: CLLocationDirection, x: Double = 0, y: Double = 0, z: Double = 0, timestamp: NSDate
  ) {
    self.magneticHeading = magneticHeading.normalizedDirection
    self.trueHeading = trueHeading >= 0 ? trueHeading.normalizedDirection : -1
    self.headingAccuracy = headingAccuracy
    self.x = x
    self.y = y
    self.z = z
    self.timestamp = timestamp
  }

  /// As Core Location prints it: `magneticHeading 17.63 trueHeading -1.00 accuracy 25.00 x -5.680 y +18.537 z -28.310
  /// @ date`.
  public var description: String {
    let axes = "x \(fixed(x, 3, signed: true)) y \(fixed(y, 3, signed: true)) z \(fixed(z, 3, signed: true))"
    return "magneticHeading \(fixed(magneticHeading, 2)) trueHeading \(fixed(trueHeading, 2)) "
      + "accuracy \(fixed(headingAccuracy, 2)) \(axes) @ \(timestamp)"
  }
}

extension CLDeviceOrientation {
  /// The clockwise angle from the portrait device's top to the edge that counts as the top, in degrees.
  ///
  /// In the reference, landscape left has the home button on the right, so the device's right edge points up.
  ///
  /// - Returns: nil for orientations that have no such edge; setting those has no effect.
  /// - Source: Apple's reference of `headingOrientation` and of `CLDeviceOrientation.landscapeLeft`.
  var topEdge: CLLocationDegrees? {
    switch self {
    case .portrait: 0
    case .landscapeLeft: 90
    case .portraitUpsideDown: 180
    case .landscapeRight: 270
    case .unknown, .faceUp, .faceDown: nil
    }
  }
}
