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

  init() {}

  /// The values as attributes of a device, by their names.
  private var all: [(name: String, value: Double)] {
    [
      ("heartRate", heartRate), ("cadence", cadence), ("temperature", temperature),
      ("waterTemperature", waterTemperature), ("depth", depth), ("power", power), ("distance", distance),
    ]
  }

  var isEmpty: Bool {
    heartRate.isNaN && cadence.isNaN && temperature.isNaN && waterTemperature.isNaN && depth.isNaN
      && power.isNaN && distance.isNaN
  }

  /// The values as one JSON object.
  var json: String {
    JSONValue.object(all.filter { !$0.value.isNaN }.map { ($0.name, .number($0.value)) }).description
  }

  static func == (one: SensorValues, other: SensorValues) -> Bool {
    zip(one.all, other.all).allSatisfy { $0.value.bitPattern == $1.value.bitPattern }
  }

  /// Reads attributes of a device; nil if there are others among them, which no form of tracks holds.
  init?(json: String) {
    guard case .object(let members)? = try? JSONParser.parse(json) else { return nil }
    for (name, value) in members {
      guard let value = value.double else { return nil }
      switch name {
      case "heartRate": heartRate = value
      case "cadence": cadence = value
      case "temperature": temperature = value
      case "waterTemperature": waterTemperature = value
      case "depth": depth = value
      case "power": power = value
      case "distance": distance = value
      default: return nil
      }
    }
  }
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
