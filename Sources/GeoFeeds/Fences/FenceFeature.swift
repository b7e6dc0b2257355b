import CSimdJSON
import Geo

/// The circle that a Feature of GeoJSON stands for.
enum FenceFeature {
  enum Outcome {
    case region(MonitoredRegion)
    case fault(FenceFault)
  }

  /// Returns the region, or what is wrong with the Feature.
  static func region(
    _ fence: UnsafePointer<geo_fence>, _ desiredAccuracy: CLLocationAccuracy
  ) -> Outcome {
    guard fence.pointee.type == "Feature" else { return .fault(.notFeature(fence.pointee.type)) }
    guard fence.pointee.geometry == "Point" else { return .fault(.notPoint(fence.pointee.geometry)) }
    let center = CLLocationCoordinate2D(
      latitude: fence.pointee.latitude, longitude: fence.pointee.longitude)
    guard !center.latitude.isNaN, !center.longitude.isNaN else { return .fault(.noPosition) }
    guard CLLocationCoordinate2DIsValid(center) else { return .fault(.outOfRange(center)) }
    let name = identifier(fence)
    guard !name.isEmpty else { return .fault(.noIdentifier) }
    let radius: CLLocationDistance
    switch number(fence.pointee.radius) {
    case .number(let value) where value >= 0: radius = value
    case .absent: return .fault(.noRadius)
    default: return .fault(.bad("radius", fence.pointee.radius, expected: "a number of metres, 0 or more"))
    }
    let accuracy: CLLocationAccuracy
    switch number(fence.pointee.desired_accuracy) {
    case .number(let value): accuracy = value
    case .absent: accuracy = desiredAccuracy
    case .bad:
      return .fault(.bad("desiredAccuracy", fence.pointee.desired_accuracy, expected: "a number of metres"))
    }
    guard let entry = flag(fence.pointee.notify_on_entry) else {
      return .fault(.bad("notifyOnEntry", fence.pointee.notify_on_entry, expected: "true or false"))
    }
    guard let exit = flag(fence.pointee.notify_on_exit) else {
      return .fault(.bad("notifyOnExit", fence.pointee.notify_on_exit, expected: "true or false"))
    }
    return .region(
      MonitoredRegion(
        identifier: String(decoding: name, as: UTF8.self), center: center, radius: radius,
        desiredAccuracy: accuracy, notifyOnEntry: entry, notifyOnExit: exit))
  }

  /// The bytes of the first name that the Feature has; empty where it has none.
  static func identifier(_ fence: UnsafePointer<geo_fence>) -> UnsafeBufferPointer<UInt8> {
    if let name = name(fence.pointee.id) { return name }
    if let name = name(fence.pointee.identifier) { return name }
    if let name = name(fence.pointee.name) { return name }
    return name(fence.pointee.title) ?? UnsafeBufferPointer(start: nil, count: 0)
  }

  private static func name(_ field: geo_fence_field) -> UnsafeBufferPointer<UInt8>? {
    guard field.is == UInt8(GEO_FENCE_TEXT) || field.is == UInt8(GEO_FENCE_NUMBER), field.text.length > 0
    else { return nil }
    return field.text.buffer
  }

  private enum Number {
    case absent, bad
    case number(Double)
  }

  private static func number(_ field: geo_fence_field) -> Number {
    switch Int(field.is) {
    case GEO_FENCE_ABSENT: .absent
    case GEO_FENCE_NUMBER: .number(field.number)
    case GEO_FENCE_TEXT: Decimal.parse(field.text.buffer).map { .number($0) } ?? .bad
    default: .bad
    }
  }

  /// True where nothing is said, as in a region that a script makes.
  private static func flag(_ field: geo_fence_field) -> Bool? {
    switch Int(field.is) {
    case GEO_FENCE_ABSENT: true
    case GEO_FENCE_SWITCH: field.number != 0
    default: nil
    }
  }
}

extension geo_text {
  static func == (text: geo_text, name: StaticString) -> Bool {
    let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    return text.buffer.elementsEqual(name)
  }
}
