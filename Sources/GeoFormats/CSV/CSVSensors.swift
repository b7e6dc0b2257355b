import Geo

/// The columns of a table with what sensors measured, as gpsbabel's universal CSV has them.
///
/// - Source: HO-182; gpsbabel.org/htmldoc-development/fmt_unicsv.html: beats and revolutions per minute, watts, degrees
///   Celsius or (`tempf`) Fahrenheit, meters or feet.
struct CSVSensors {
  struct Column {
    var index: Int
    /// The attribute of the device.
    var name: String
    var member: SensorValues.Member
    /// The value is (number − zero) × factor.
    var factor = 1.0
    var zero = 0.0
  }

  let columns: [Column]

  /// The titles of each sensor as ``CSVHeader/plain(_:)`` writes them.
  private static let titles: [(title: String, name: String, factor: Double, zero: Double)] = [
    ("heartrate", "heartRate", 1, 0), ("heart", "heartRate", 1, 0), ("cadence", "cadence", 1, 0),
    ("power", "power", 1, 0), ("temperature", "temperature", 1, 0), ("temp", "temperature", 1, 0),
    ("tempf", "temperature", 5.0 / 9, 32), ("depth", "depth", 1, 0), ("depthft", "depth", 0.3048, 0),
    ("depthfeet", "depth", 0.3048, 0),
  ]
  /// Columns that only sports devices or gpsbabel have. In a table without one, a temperature, a power or a depth may be
  /// anything, such as a voltage or the depth of an earthquake.
  private static let marks: Set<String> = ["heartrate", "heart", "cadence", "utcdate", "no"]

  /// - Parameter taken: the indices of columns that mean something else.
  init(_ titles: [String], taken: Set<Int>) {
    let plain = titles.map { CSVHeader.plain($0) }
    guard plain.contains(where: Self.marks.contains) else {
      columns = []
      return
    }
    var columns: [Column] = []
    for (title, name, factor, zero) in Self.titles {
      guard let index = plain.firstIndex(of: title), !taken.contains(index),
        !columns.contains(where: { $0.name == name }),
        let member = SensorValues.members.first(where: { $0.name == name })?.value
      else { continue }
      columns.append(Column(index: index, name: name, member: member, factor: factor, zero: zero))
    }
    self.columns = columns
  }

  /// Reads the values of a row, and what of them is no number.
  func read(
    _ row: CSVRow, _ bytes: UnsafeBufferPointer<UInt8>, separator: UInt8
  ) -> (values: SensorValues, faults: [RecordFault]) {
    var (values, faults) = (SensorValues(), [RecordFault]())
    for column in columns {
      let text = row.raw(column.index, bytes)
      if CSVCell.isMissing(text) { continue }
      let measure = CSVCell.measure(text, separator: separator)
      guard let number = Decimal.parse(text) ?? measure.flatMap({ $0.unit.isEmpty ? $0.value : nil }) else {
        faults.append(
          RecordFault(
            "\(column.name) (fix used without)", "\(column.name) \"\(excerpt(text))\" is not a number"))
        continue
      }
      values[keyPath: column.member] = (number - column.zero) * column.factor
    }
    return (values, faults)
  }
}
