import Geo

// Fields that several sentences share.
extension NMEADecoder {
  /// Meters per second.
  static let knot = 1852.0 / 3600

  @inline(__always)
  func place(_ fields: inout NMEAFields) -> CLLocationCoordinate2D? {
    let latitude = fields.degrees(UInt8(ascii: "N"), UInt8(ascii: "S"), limit: 90)
    let longitude = fields.degrees(UInt8(ascii: "E"), UInt8(ascii: "W"), limit: 180)
    return latitude.isNaN || longitude.isNaN
      ? nil : CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
  }

  /// Degrees and their side: two fields; east is positive, NaN if one is empty.
  func side(_ fields: inout NMEAFields) -> Double {
    let degrees = fields.number()
    switch fields.letter() {
    case UInt8(ascii: "E"): return degrees
    case UInt8(ascii: "W"): return -degrees
    default: return .nan
    }
  }

  /// Degrees from north; nil for an empty or invalid field.
  func heading(_ fields: inout NMEAFields) -> Double? {
    let heading = fields.number()
    if heading < 0 || heading > 360 { fields.isBroken = true }
    return fields.isBroken || heading.isNaN ? nil : heading == 360 ? 0 : heading
  }

  /// Switches to the epoch of a sentence that gives or denies a position.
  @inline(__always)
  func begin(_ time: Int, isBad: Bool, into events: inout [DeviceEvent]) {
    if time >= 0 {
      begin(time, into: &events)
    } else if isBad ? epoch.bad == 0 : epoch.time < 0 && epoch.hasPosition {
      // Without a time, a first denial or a second position begins another epoch.
      end(into: &events)
    }
  }

  @inline(__always)
  func setPosition(
    _ place: CLLocationCoordinate2D?, _ altitude: Double = .nan, _ separation: Double = .nan
  ) {
    if let place { epoch.coordinate = place }
    if !altitude.isNaN { epoch.altitude = altitude }
    if !separation.isNaN { epoch.separation = separation }
  }

  @inline(__always)
  func set(satellites: Double, _ dilution: Double) {
    if let count = Int(exactly: satellites) { epoch.satellites = count }
    if dilution > 0 { precision.horizontal = dilution }
  }

  @inline(__always)
  func set(speed: Double, _ course: Double) {
    if !speed.isNaN { epoch.speed = speed }
    if !course.isNaN { epoch.course = course }
  }
}
