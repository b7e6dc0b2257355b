import CSimdJSON
import Geo

/// Messages for faults of OwnTracks messages.
enum OwnTracksFault {
  /// The kind under which a faulty message is counted.
  static func kind(_ record: geo_owntracks_record) -> String {
    switch Int(record.fault) {
    case GEO_OWNTRACKS_NOT_JSON: "not JSON"
    case GEO_OWNTRACKS_NOT_OBJECT: "not an object"
    case GEO_OWNTRACKS_NO_TYPE: "no _type"
    default: field(record)
    }
  }

  static func message(_ record: geo_owntracks_record) -> String {
    switch Int(record.fault) {
    case GEO_OWNTRACKS_NOT_JSON: "is not JSON: \(String(record.text))"
    case GEO_OWNTRACKS_NOT_OBJECT: "\(excerpt(record.text.buffer)) is not a JSON object"
    case GEO_OWNTRACKS_NO_TYPE: "has no _type (expected for example \"location\")"
    default: "\(field(record)) \(excerpt(record.text.buffer)) cannot be read (expected a number)"
    }
  }

  private static func field(_ record: geo_owntracks_record) -> String {
    geo_owntracks_field_name(record.field).map { String(cString: $0) } ?? ""
  }
}

extension geo_text {
  init(_ bytes: UnsafeRawBufferPointer) {
    self.init(bytes: bytes.baseAddress?.assumingMemoryBound(to: CChar.self), length: bytes.count)
  }
}
