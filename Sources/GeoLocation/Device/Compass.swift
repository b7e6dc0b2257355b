import GeoCore

/// The state of a device's compass between readings.
package struct Compass {
  /// Whether the calibration panel is needed.
  enum Calibration {
    case fine
    /// Readings are bad, and the delegates have been asked.
    case asked
    case shown
  }

  var calibration = Calibration.fine
  /// Whether the user was warned that a date lies outside the magnetic model.
  var hasToldDate = false
}

extension HeadingReading {
  /// The accuracy of a source that reports none, in degrees.
  ///
  /// - Source: phones' own `CLHeading` lines, published by developers over the years, most often say 25.
  static let usualAccuracy: CLLocationDirection = 25
  /// Readings less accurate than this, in degrees, need calibration: north is indistinguishable from
  /// north-east.
  static let badAccuracy: CLLocationDirection = 45

  /// Whether the compass needs calibration.
  var isBad: Bool { !(0...Self.badAccuracy).contains(headingAccuracy) }

  /// The reading with defaults for missing values; a missing true north is −1.
  var completed: HeadingReading {
    var reading = self
    if headingAccuracy.isNaN { reading.headingAccuracy = Self.usualAccuracy }
    if !trueHeading.isFinite || trueHeading < 0 { reading.trueHeading = -1 }
    if x.isNaN { reading.x = 0 }
    if y.isNaN { reading.y = 0 }
    if z.isNaN { reading.z = 0 }
    return reading
  }
}
