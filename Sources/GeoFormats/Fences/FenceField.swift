package import CSimdJSON
import Geo

/// A value beside a geometry; its number is its place in `geo_fence.fields`.
enum FenceField: Int, CaseIterable {
  case id, identifier, name, title, shape, radius, width, desiredAccuracy, notifyOnEntry, notifyOnExit
  case enterDelay, exitDelay, dwell, accuracyMode, maximumError, minimumAccuracy, detectsCrossing
  case minimumAltitude, maximumAltitude, schedule

  /// Its name in files.
  var name: String { String(cString: geo_fence_field_name(rawValue)) }

  static func named(_ name: String) -> FenceField? { allCases.first { $0.name == name } }
}

/// The values beside a region's geometry; valid during the call that receives them.
struct FenceFields {
  private let fields: UnsafePointer<geo_fence_field>

  init(_ fields: UnsafePointer<geo_fence_field>) { self.fields = fields }

  subscript(_ field: FenceField) -> geo_fence_field { fields[field.rawValue] }

  /// The bytes of the first available name; empty without one.
  var identifier: UnsafeBufferPointer<UInt8> {
    for field in [FenceField.id, .identifier, .name, .title] {
      let value = fields[field.rawValue]
      guard value.is == UInt8(GEO_FENCE_TEXT) || value.is == UInt8(GEO_FENCE_NUMBER) else { continue }
      if value.text.length > 0 { return value.text.buffer }
    }
    return UnsafeBufferPointer(start: nil, count: 0)
  }

  /// The text of a field as written; nil if it is not a string.
  func text(_ field: FenceField) -> String? {
    let value = fields[field.rawValue]
    guard value.is == UInt8(GEO_FENCE_TEXT) else { return nil }
    return String(decoding: value.text.buffer, as: UTF8.self)
  }

  func isAbsent(_ field: FenceField) -> Bool { fields[field.rawValue].is == UInt8(GEO_FENCE_ABSENT) }

  /// A number, also if written as text; nil without one.
  func number(_ field: FenceField, above least: Double? = nil, orIs isEqual: Bool = false) throws(RecordFault)
    -> Double?
  {
    let value = fields[field.rawValue]
    var number: Double?
    switch Int(value.is) {
    case GEO_FENCE_ABSENT: return nil
    case GEO_FENCE_NUMBER: number = value.number
    case GEO_FENCE_TEXT: number = Decimal.parse(value.text.buffer)
    default: break
    }
    if let number, least.map({ number > $0 || (isEqual && number == $0) }) ?? true { return number }
    throw fault(field, expected: FenceFields.expected(field, least, isEqual))
  }

  /// A Boolean, also if written as text; nil without one.
  func flag(_ field: FenceField) throws(RecordFault) -> Bool? {
    let value = fields[field.rawValue]
    switch Int(value.is) {
    case GEO_FENCE_ABSENT: return nil
    case GEO_FENCE_SWITCH: return value.number != 0
    case GEO_FENCE_TEXT where value.text == "true": return true
    case GEO_FENCE_TEXT where value.text == "false": return false
    default: throw fault(field, expected: "true or false")
    }
  }

  func fault(_ field: FenceField, expected: String) -> RecordFault {
    let value = fields[field.rawValue]
    let quote = value.is == UInt8(GEO_FENCE_TEXT) ? "\"" : ""
    let found = quote + excerpt(value.text.buffer) + quote
    return RecordFault("\(field.name)", "\(field.name) \(found) cannot be read (expected \(expected))")
  }

  private static func expected(_ field: FenceField, _ least: Double?, _ isEqual: Bool) -> String {
    let unit = [.enterDelay, .exitDelay, .dwell].contains(field) ? "seconds" : "meters"
    guard least != nil else { return "a number of \(unit)" }
    return isEqual ? "a number of \(unit), 0 or more" : "a number of \(unit) above 0"
  }
}

extension geo_text {
  package static func == (text: geo_text, name: StaticString) -> Bool {
    let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    return text.buffer.elementsEqual(name)
  }
}

/// Values that a format gives as text, collected for one region.
struct FenceTexts {
  private var bytes: [UInt8] = []
  private var ranges = [Range<Int>?](repeating: nil, count: FenceField.allCases.count)

  /// If a field is given twice, the last value counts; an empty value counts as missing.
  mutating func set(_ field: FenceField, _ text: String) {
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    ranges[field.rawValue] = bytes.count > start ? start..<bytes.count : nil
  }

  /// The same for bytes; invalid UTF-8 is repaired, because names must not differ invisibly.
  mutating func set(_ field: FenceField, _ text: some Collection<UInt8>) {
    set(field, String(decoding: text, as: UTF8.self))
  }

  func withFields<Result>(_ body: (FenceFields) -> Result) -> Result {
    bytes.withUnsafeBytes { bytes in
      let text = bytes.bindMemory(to: CChar.self)
      let fields = ranges.map { range -> geo_fence_field in
        guard let range, let start = text.baseAddress else { return geo_fence_field() }
        return geo_fence_field(
          is: UInt8(GEO_FENCE_TEXT), number: .nan,
          text: geo_text(bytes: start + range.lowerBound, length: range.count))
      }
      return fields.withUnsafeBufferPointer { buffer in
        // There is always one field or more.
        guard let start = buffer.baseAddress else { preconditionFailure("no fields") }
        return body(FenceFields(start))
      }
    }
  }
}
