import Geo

/// The regions of one file in the order of their first appearance, and the skipped records.
final class FenceList {
  let name: String
  private let desiredAccuracy: CLLocationAccuracy
  private let timeZones: FenceFile.TimeZones
  private(set) var regions: [MonitoredRegion] = []
  /// The shapes, if those are wanted instead of regions.
  private(set) var shapes: [FileShape] = []
  private(set) var collectsShapes = false
  private(set) var skips = SkipCounts()
  /// Why the first record was skipped, without its place.
  private(set) var firstFault: String?
  private var slots = IdentifierSlots()

  init(_ name: String, desiredAccuracy: CLLocationAccuracy, timeZones: @escaping FenceFile.TimeZones) {
    self.name = name
    self.desiredAccuracy = desiredAccuracy
    self.timeZones = timeZones
  }

  /// Makes the list accept any shape, even if it cannot be monitored.
  func collectingShapes() -> FenceList {
    collectsShapes = true
    return self
  }

  /// Adds one region, or counts the reason why it is invalid.
  ///
  /// - Parameter place: Its place, evaluated only for a message.
  func add(
    _ fields: FenceFields, _ format: FenceFormat, at place: @autoclosure () -> String,
    _ geometry: () throws(RecordFault) -> FenceGeometry
  ) {
    let region: MonitoredRegion
    do throws(RecordFault) {
      if collectsShapes { return shapes.append(try FileShape(try geometry(), fields)) }
      region = try FenceRegion.make(
        try geometry(), fields, format, desiredAccuracy: desiredAccuracy, timeZones: timeZones)
    } catch {
      return count(error, at: place())
    }
    let name = fields.identifier
    let known = slots.insert(name, as: regions.count) { regions[$0].identifier.utf8.elementsEqual(name) }
    guard let known else { return regions.append(region) }
    regions[known] = region
    skips.count(
      "duplicate identifier",
      "\(place()) identifier \"\(excerpt(name))\" appears again; the later one replaces the earlier")
  }

  func count(_ fault: RecordFault, at place: @autoclosure () -> String) {
    if firstFault == nil { firstFault = fault.message }
    skips.count(fault.kind, "\(place()) \(fault.message)")
  }
}
