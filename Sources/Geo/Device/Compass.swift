/// What a device remembers of its compass between readings.
package struct Compass {
  /// Whether the calibration panel is wanted.
  enum Calibration {
    case fine
    /// Readings are bad, and the delegates have been asked.
    case asked
    case shown
  }

  var calibration = Calibration.fine
  /// Whether the user was told that a date lies outside of the magnetic model.
  var hasToldDate = false
}

extension HeadingReading {
  /// The accuracy of a source that gives none, in degrees.
  ///
  /// - Source: telephones' own `CLHeading` lines, published by developers over the years, most often say 25.
  static let usualAccuracy: CLLocationDirection = 25
  /// Readings less accurate than this, in degrees, want calibration: north can no longer be told from north-east.
  static let badAccuracy: CLLocationDirection = 45

  /// Whether the compass wants calibration.
  var isBad: Bool { !(0...Self.badAccuracy).contains(headingAccuracy) }

  /// The reading with what the source left out, except true north, which is −1 then.
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
