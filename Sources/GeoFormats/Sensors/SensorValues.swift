import Geo

/// What sports devices measure beside a fix; NaN marks missing values.
///
/// - Source: HO-60.
/// - Units: beats and revolutions (running: strides) per minute, degrees Celsius, meters, watts.
struct SensorValues: Equatable {
  var heartRate = Double.nan
  var cadence = Double.nan
  var temperature = Double.nan
  var waterTemperature = Double.nan
  var depth = Double.nan
  var power = Double.nan
  /// What the device has counted since the beginning, for example from a wheel.
  var distance = Double.nan

  typealias Member = any WritableKeyPath<SensorValues, Double> & Sendable

  init() {}

  // Written out: each point of a track is asked, and key paths take thousands of instructions.
  var isEmpty: Bool {
    heartRate.isNaN && cadence.isNaN && temperature.isNaN && waterTemperature.isNaN && depth.isNaN
      && power.isNaN && distance.isNaN
  }

  /// The values as one JSON object.
  var json: String {
    JSONValue.object(
      Self.members.compactMap { member in
        let value = self[keyPath: member.value]
        return value.isNaN ? nil : (member.name, .number(value))
      }
    ).description
  }

  static func == (one: SensorValues, other: SensorValues) -> Bool {
    func same(_ a: Double, _ b: Double) -> Bool { a.bitPattern == b.bitPattern }
    return same(one.heartRate, other.heartRate) && same(one.cadence, other.cadence)
      && same(one.temperature, other.temperature) && same(one.waterTemperature, other.waterTemperature)
      && same(one.depth, other.depth) && same(one.power, other.power) && same(one.distance, other.distance)
  }

  /// Where the value of each sensor lies, by the names of attributes.
  static let members: [(name: String, value: Member)] = [
    ("heartRate", \.heartRate), ("cadence", \.cadence), ("temperature", \.temperature),
    ("waterTemperature", \.waterTemperature), ("depth", \.depth), ("power", \.power),
    ("distance", \.distance),
  ]
}

/// Makes events of sensors' values, for each device where they change.
struct SensorEvents {
  private let form: String
  private var last: [DeviceID: SensorValues] = [:]

  /// - Parameter form: the format that the values come from.
  init(form: String) { self.form = form }

  /// Appends the attributes of a device if they differ from its last ones.
  mutating func append(
    _ values: SensorValues, at time: TimeInterval, of device: DeviceID, into batch: inout [DeviceEvent]
  ) {
    guard !values.isEmpty, last[device] != values else { return }
    last[device] = values
    batch.append(
      DeviceEvent(
        time: time, timestamp: time, device: device,
        payload: .message(DeviceMessage(.attributes, form: form, json: values.json))))
  }
}
