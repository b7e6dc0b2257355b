import CSimdJSON
import Geo

extension FenceFields {
  /// The schedule: an object, or its JSON as a text in formats without objects; nil without one.
  func schedule(_ timeZones: FenceFile.TimeZones) throws(RecordFault) -> RegionSchedule? {
    let value = self[.schedule]
    guard Int(value.is) != GEO_FENCE_ABSENT else { return nil }
    guard [GEO_FENCE_OBJECT, GEO_FENCE_TEXT].contains(Int(value.is)),
      let json = try? JSONParser.parse(String(decoding: value.text.buffer, as: UTF8.self)),
      case .object = json
    else {
      throw fault(
        .schedule, expected: #"{"days":["mon"],"from":"08:00","to":"18:00","timeZone":"Asia/Tokyo"}"#)
    }
    do {
      return try RegionSchedule(json: json, timeZone: timeZones)
    } catch {
      throw RecordFault("schedule", "schedule cannot be read: \(error.message)")
    }
  }
}
