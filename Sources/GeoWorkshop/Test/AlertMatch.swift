import Geo
import GeoFeeds
import GeoFormats
import LuaBridge

/// What an expectation says about an alert or a call: its fields, and when it came.
struct AlertMatch: CustomStringConvertible {
  private var fields: [(name: String, value: JSONValue)] = []
  private var span: ClosedRange<TimeInterval>?
  private var when = ""
  private let stage: CaseStage

  /// - Parameters:
  ///   - name: the delegate function that was called.
  ///   - example: how it is written.
  /// - Errors: ``LuaMessage`` for anything but a table, and for a time that cannot be read.
  init(
    _ value: JSONValue, _ stage: CaseStage, _ label: String, named name: String? = nil, example: String? = nil
  ) throws {
    self.stage = stage
    if let name { fields.append(("type", .string(name))) }
    var (at, within) = (String?.none, TimeInterval?.none)
    switch value {
    case .null: break
    case .object(let members):
      for (field, value) in members {
        switch field {
        case "at": at = try AlertMatch.time(value, label)
        case "within": within = try stage.seconds(value, "\(label): within")
        default: fields.append((field, value))
        }
      }
    default:
      let example = example ?? "\(label){ title = \"…\" }"
      throw LuaMessage("\(label) takes a table of fields: \(example), got \(value)")
    }
    guard let at else {
      guard within == nil else {
        throw LuaMessage("\(label): within says how near to at: add at = \"10:02\"")
      }
      return
    }
    guard let moment = stage.moment(at, near: within ?? 0) else {
      throw AlertMatch.notATime(.string(at), label)
    }
    span = within.map { moment.time - $0...moment.time + $0 } ?? moment.time...moment.time + moment.length
    when = " at \(at)" + (within.map { " ± \(JSONValue.text(of: $0)) s" } ?? "")
  }

  /// A number is seconds since 1970, and none is a time of the day.
  private static func time(_ value: JSONValue, _ label: String) throws -> String {
    if case .number(let seconds)? = value.asNumber, seconds < 1e8 { throw notATime(value, label) }
    return try TestSheet.text(value, "\(label): at")
  }

  private static func notATime(_ value: JSONValue, _ label: String) -> LuaMessage {
    LuaMessage(
      "\(label): at takes a time such as \"10:02\", \"10:02:30\" or a date of ISO 8601, got \(value)")
  }

  /// The names of the fields that it says something about.
  var fieldNames: [String] { fields.map(\.name) }

  func fits(_ json: JSONValue, at time: TimeInterval) -> Bool {
    guard span?.contains(time) ?? true else { return false }
    return fields.allSatisfy { field in json[field.name].map { AlertMatch.fits(field.value, $0) } ?? false }
  }

  /// Why an entry does not fit, for the report; empty if the reason is plain.
  func difference(_ json: JSONValue, at time: TimeInterval) -> String {
    for field in fields {
      guard let value = json[field.name] else { return "  (no \(field.name))" }
      if !AlertMatch.fits(field.value, value) { return "  (\(field.name) is \(value))" }
    }
    guard let span, !span.contains(time) else { return "" }
    let distance = time < span.lowerBound ? span.lowerBound - time : time - span.upperBound
    return
      "  (\(JSONValue.text(of: (distance * 1000).rounded() / 1000)) s too \(time < span.lowerBound ? "early" : "late"))"
  }

  /// Begins with a blank, unless it is empty.
  var description: String {
    let shown = fields.filter { $0.name != "type" }.map { "\($0.name) = \($0.value)" }
    return (shown.isEmpty ? "" : " { \(shown.joined(separator: ", ")) }") + when
  }

  /// Whether a value is what a test says: of objects and arrays, the members that it names.
  static func fits(_ expected: JSONValue, _ value: JSONValue) -> Bool {
    switch (expected, value) {
    case (.null, _): return true
    case (.bool(let left), .bool(let right)): return left == right
    case (.string(let left), .string(let right)): return left == right
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { fits($0, $1) }
    case (.object(let left), .object):
      return left.allSatisfy { member in value[member.name].map { fits(member.value, $0) } ?? false }
    case (.object(let left), .array(let right)): return left.isEmpty && right.isEmpty
    default:
      guard case .number(let left)? = expected.asNumber, case .number(let right)? = value.asNumber else {
        return false
      }
      return left == right || abs(left - right) <= 1e-9 * max(abs(left), abs(right))
    }
  }
}

extension CaseStage {
  /// The next time of a clock after the test's mark, or a date; how long it lasts.
  ///
  /// - Shapes: `10:02` lasts a minute, `10:02:30` a second; a date is a date of ISO 8601.
  func moment(_ text: String, near tolerance: TimeInterval) -> (time: TimeInterval, length: TimeInterval)? {
    ClockTime.moment(text, after: mark, in: file.timeZone, near: tolerance).map { ($0.time, $0.length) }
  }
}
