import Geo

/// What a Feature of GeoJSON says of each position of its lines, beside the coordinates.
///
/// - Units: seconds or dates, m/s, degrees, meters.
struct LineLists {
  private(set) var times: [JSONValue] = []
  /// As ``GeoJSONTracks/listNames``; nil for what the Feature lacks, empty for what is no array.
  private var values: [[JSONValue]?]

  var hasTimes: Bool { !times.isEmpty }

  init(times: JSONValue?, _ properties: JSONValue) {
    self.times = Self.array(times)
    let lists = properties["coordinateProperties"] ?? properties
    values = GeoJSONTracks.listNames.map { lists[$0].known.map { Self.array($0) } }
  }

  /// Those of one line of several.
  func line(_ index: Int) -> LineLists {
    var lists = self
    lists.times = Self.element(times, index)
    lists.values = values.map { list in list.map { Self.element($0, index) } }
    return lists
  }

  /// What does not fit a line of `count` positions.
  func faults(_ count: Int) -> [RecordFault] {
    let lists = zip(GeoJSONTracks.listNames, values).filter { $0.1 != nil }.map { ($0.0, $0.1?.count ?? 0) }
    let all = (times.isEmpty ? [] : [("times", times.count)]) + lists
    return all.filter { $0.1 != count }.map { name, length in
      RecordFault("\(name) that do not fit", "has \(count) positions and \(length) \(name)")
    }
  }

  /// Sets what is said of the position `index`, and returns what of it cannot be read.
  ///
  /// - Errors: a fault for a horizontal accuracy that cannot be read, see HO-177.
  func fill(_ point: inout TrackPoint, _ index: Int) throws(RecordFault) -> [RecordFault] {
    func value(_ list: Int) -> JSONValue? {
      guard let list = values[list], index < list.count else { return nil }
      return list[index]
    }
    point.horizontalAccuracy = try GeoJSONNumber.read(value(2), .horizontalAccuracy)
    var faults: [RecordFault] = []
    point.speed = GeoJSONNumber.read(value(0), .speed, &faults)
    point.course = GeoJSONNumber.read(value(1), .course, &faults)
    point.verticalAccuracy = GeoJSONNumber.read(value(3), .verticalAccuracy, &faults)
    return faults
  }

  private static func array(_ value: JSONValue?) -> [JSONValue] {
    if case .array(let elements)? = value { elements } else { [] }
  }

  private static func element(_ lists: [JSONValue], _ index: Int) -> [JSONValue] {
    index < lists.count ? array(lists[index]) : []
  }
}

/// A number beside a position of GeoJSON: a JSON number, or a text as in the cells of tables, `"12 km/h"`.
enum GeoJSONNumber {
  /// Returns the number in our unit; NaN where there is none.
  ///
  /// - Errors: a fault for anything that is not a number.
  static func read(_ value: JSONValue?, _ column: CSVColumn) throws(RecordFault) -> Double {
    guard let value = value.known else { return .nan }
    if let number = value.double { return number }
    guard var text = value.text else {
      throw RecordFault(column.title, "\(column.title) \(excerpt("\(value)".utf8)) is not a number")
    }
    if text.withUTF8({ CSVCell.isMissing($0) }) { return .nan }
    guard let (number, unit) = text.withUTF8({ CSVCell.measure($0, separator: UInt8(ascii: ";")) }) else {
      throw RecordFault(column.title, "\(column.title) \"\(excerpt(text))\" is not a number")
    }
    guard let factor = unit.isEmpty ? 1 : CSVColumn.factor(of: unit, in: column) else {
      throw RecordFault(column.title, "\(column.title) \"\(excerpt(text))\" has an unknown unit")
    }
    return number * factor
  }

  /// Returns the number of a fix that can do without; NaN with a fault where it cannot be read.
  static func read(_ value: JSONValue?, _ column: CSVColumn, _ faults: inout [RecordFault]) -> Double {
    do throws(RecordFault) { return try read(value, column) } catch {
      faults.append(RecordFault("\(error.kind) (fix used without)", error.message))
      return .nan
    }
  }
}

extension JSONValue? {
  /// The value, unless it is missing or null.
  var known: JSONValue? {
    if case .null? = self { nil } else { self }
  }
}
