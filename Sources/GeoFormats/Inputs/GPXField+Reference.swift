extension GPXField {
  /// The row of a point's element in the manual; nil for elements outside a point.
  package var reference: InputField? {
    switch self {
    case .none, .trackName, .fileTime: nil
    case .elevation: InputField(["ele"], "meters", example: "34")
    case .time:
      InputField(
        ["time"], "ISO 8601", absent: "`--interval` or `--pace`; otherwise the point is skipped",
        example: "2026-05-01T08:00:03Z")
    case .speed: InputField(["speed"], "m/s", example: "1.5")
    case .course: InputField(["course"], "degrees", example: "90")
    case .horizontalDilution: InputField(["hdop"], "", absent: "not used", example: "3")
    case .verticalDilution: InputField(["vdop"], "", absent: "not used", example: "3")
    case .horizontalAccuracy:
      InputField(["hAcc", "accuracy"], "meters", absent: InputField.accuracyAbsent, example: "12")
    case .verticalAccuracy:
      InputField(["vAcc"], "meters", absent: "from the dilution, else unknown", example: "12")
    case .heartRate: attribute("heartRate", "beats per minute", "121")
    case .cadence: attribute("cadence", "revolutions per minute", "80")
    case .temperature: attribute("temperature", "degrees Celsius", "21.5")
    case .waterTemperature: attribute("waterTemperature", "degrees Celsius", "12")
    case .depth: attribute("depth", "meters", "3")
    case .power: attribute("power", "watts", "200")
    }
  }

  /// An element that becomes an attribute of the device.
  private func attribute(_ name: String, _ unit: String, _ example: String) -> InputField {
    let names = GPXField.sensorNames.filter { $0.field == self }.map(\.name)
    return InputField(names, "\(unit): attribute `\(name)`", absent: "not changed", example: example)
  }
}
