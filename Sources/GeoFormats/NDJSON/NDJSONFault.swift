import CSimdJSON
import Geo

/// Messages for faulty lines of the event log.
package enum NDJSONFault {
  package static let noTime = "has no time (expected seconds since 1970 or ISO 8601; or \(MissingTimes.help))"

  static func notADate(_ field: String, _ text: geo_text) -> String {
    "\(field) \"\(excerpt(text.buffer))\" is not a date (expected ISO 8601 or seconds since 1970)"
  }

  static func farTime(_ field: String, _ time: TimeInterval) -> String {
    let hint = time > 1e11 ? "; this looks like milliseconds" : ""
    return "\(field) \(time) is not in the years 1 to 9999 (expected seconds since 1970\(hint))"
  }

  /// The kind under which a faulty line is counted.
  static func kind(_ record: geo_log_record) -> String {
    switch Int(record.fault) {
    case GEO_LOG_NOT_JSON, GEO_LOG_NOT_OBJECT: "not JSON"
    case GEO_LOG_NO_TYPE: "no type"
    case GEO_LOG_UNKNOWN_TYPE: "unknown type"
    case GEO_LOG_MISSING: "no \(field(record))"
    default: field(record)
    }
  }

  static func message(_ record: geo_log_record) -> String {
    switch Int(record.fault) {
    case GEO_LOG_NOT_JSON:
      return "is not JSON: \(String(record.text)) (expected one object a line)"
    case GEO_LOG_NOT_OBJECT:
      return "\(excerpt(record.text.buffer)) is not a JSON object (expected one object a line)"
    case GEO_LOG_NO_TYPE:
      return "has neither a type nor a latitude\(fields(record)) (expected a latitude, or a type: \(types))"
    case GEO_LOG_UNKNOWN_TYPE:
      return "type \"\(excerpt(record.text.buffer))\" is unknown (expected \(types))"
    case GEO_LOG_MISSING: return "has no \(field(record)) (expected \(expected(record)))"
    default:
      return "\(field(record)) \(excerpt(record.text.buffer)) cannot be read (expected \(expected(record)))"
    }
  }

  /// What is said of a field that a line's type does not have.
  static func unused(_ field: String, _ options: FeedOptions) -> String {
    let title = field.lowercased().filter(\.isLetter)
    let column = CSVColumn.allCases.first { $0.names.contains(title) }
    let meant: String? =
      switch column {
      case .altitude, .speed, .course, .device, .horizontalAccuracy, .verticalAccuracy, .time, .timestamp:
        column.map { "\($0)" }
      default: nil
      }
    let advice =
      if let group = options.groupField, options.nearest(group, [field]) != nil {
        "did you mean --group-by \(excerpt(field))?"
      } else if let meant, meant != field {
        "did you mean \(meant)?"
      } else {
        "a line of type \"attributes\" brings further values of a device"
      }
    return "the field \"\(excerpt(field))\" of a line of this type is not used (\(advice))"
  }

  /// What a line has instead, so that a misspelled name is seen.
  private static func fields(_ record: geo_log_record) -> String {
    guard case .object(let members)? = try? JSONParser.parse(String(record.text)), !members.isEmpty else {
      return ""
    }
    return "; it has " + members.prefix(10).map { excerpt($0.name) }.joined(separator: ", ")
  }

  private static let types =
    "location, heading, error, signalLost, authorization, services, network, airplane, app, profile, attributes, "
    + "message, acknowledge, beacon, clock, touch, tap, doubleTap, longPress, tapControl, drag, pan, zoom or rotate"

  private static func field(_ record: geo_log_record) -> String {
    geo_log_field_name(record.field).map { String(cString: $0) } ?? ""
  }

  private static func expected(_ record: geo_log_record) -> String {
    switch Int(record.field) {
    case GEO_LOG_LATITUDE: "a number of degrees, −90…90"
    case GEO_LOG_LONGITUDE: "a number of degrees, −180…180"
    case GEO_LOG_TIME, GEO_LOG_TIMESTAMP: "seconds since 1970 or ISO 8601"
    case GEO_LOG_CODE: "the name or number of a CLError"
    case GEO_LOG_STATUS: "the name or number of an authorization status"
    case GEO_LOG_ENABLED, GEO_LOG_UP, GEO_LOG_ON, GEO_LOG_IS_REBASING, GEO_LOG_IS_COALESCED,
      GEO_LOG_IS_SIMULATED:
      "true or false"
    case GEO_LOG_MESSAGE_OBJECT, GEO_LOG_ATTRIBUTES_OBJECT: "a JSON object"
    case GEO_LOG_STATE: "foreground, background, suspended or terminated"
    case GEO_LOG_TYPE, GEO_LOG_DEVICE, GEO_LOG_FORM, GEO_LOG_MESSAGE_TYPE: "a text"
    default: "a number"
    }
  }
}
