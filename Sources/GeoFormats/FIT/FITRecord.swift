import Geo

/// One data message of a FIT file: the values of its fields by their numbers.
struct FITRecord {
  /// The number of its kind of message, see ``FITMessage``.
  var message: UInt16
  /// Where it begins in the file.
  var place: Int
  /// Seconds since 1989-12-31T00:00:00Z; nil without one.
  var timestamp: UInt32?
  private var numbers: [(field: UInt8, value: Double)] = []
  private var texts: [(field: UInt8, value: String)] = []

  /// 1989-12-31T00:00:00Z.
  static let epoch: TimeInterval = 631_065_600
  /// Smaller timestamps are seconds since the device was switched on.
  static let leastDate = 268_435_456.0

  init(_ message: UInt16, at place: Int) { (self.message, self.place) = (message, place) }

  subscript(field: UInt8) -> Double { numbers.first { $0.field == field }?.value ?? .nan }

  mutating func set(_ field: UInt8, _ value: Double) { numbers.append((field, value)) }
  mutating func set(_ field: UInt8, _ value: String) { texts.append((field, value)) }

  /// Its time in seconds since 1970; NaN without one, or if the device did not know the date.
  var time: TimeInterval { timestamp.map { Self.date(Double($0)) } ?? .nan }

  /// The value of the first of several fields that the record has.
  func number(_ fields: UInt8..., scale: Double = 1, offset: Double = 0) -> Double {
    for field in fields {
      let value = self[field]
      if !value.isNaN { return value / scale - offset }
    }
    return .nan
  }

  var coordinate: CLLocationCoordinate2D {
    CLLocationCoordinate2DMake(Self.degrees(self[0]), Self.degrees(self[1]))
  }

  /// The values of a `record` beside its fix.
  var sensors: SensorValues {
    var sensors = SensorValues()
    sensors.heartRate = self[3]
    sensors.cadence = self[4]
    sensors.distance = number(5, scale: 100)
    sensors.power = self[7]
    sensors.temperature = self[13]
    return sensors
  }

  /// The fields of its message with their names, as one JSON object; nil if it has none of them.
  func json(_ fields: [FITField]) -> String? {
    var members: [(name: String, value: JSONValue)] = []
    for field in fields {
      if case .text = field.kind {
        if let text = texts.first(where: { $0.field == field.number })?.value {
          members.append((field.name, .string(text)))
        }
        continue
      }
      let value =
        field.number == FITField.timestamp
        ? timestamp.map(Double.init) ?? .nan : number(field.wider ?? field.number, field.number)
      if value.isNaN { continue }
      switch field.kind {
      case .number(let scale, let offset): members.append((field.name, .number(value / scale - offset)))
      case .degrees: members.append((field.name, .number(Self.degrees(value))))
      case .date where value < Self.leastDate: members.append((field.name, .number(value)))
      case .date: members.append((field.name, .string(ISO8601.format(Self.date(value)))))
      case .text: break
      }
    }
    return members.isEmpty ? nil : JSONValue.object(members).description
  }

  private static func date(_ value: Double) -> TimeInterval { value < leastDate ? .nan : epoch + value }

  private static func degrees(_ semicircles: Double) -> Double { semicircles * (180 / 0x1p31) }
}
