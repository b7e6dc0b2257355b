import Geo

/// What a Feature of GeoJSON says of each position of its lines, beside the coordinates.
///
/// - Units: seconds or dates, m/s, degrees, meters.
struct LineLists {
  private(set) var times: [JSONValue] = []
  /// As ``GeoJSONTracks/listNames``.
  private var values: [[JSONValue]]

  var hasTimes: Bool { !times.isEmpty }

  init(times: JSONValue?, _ properties: JSONValue) {
    self.times = Self.array(times)
    let lists = properties["coordinateProperties"] ?? properties
    values = GeoJSONTracks.listNames.map { Self.array(lists[$0]) }
  }

  /// Those of one line of several.
  func line(_ index: Int) -> LineLists {
    var lists = self
    lists.times = Self.element(times, index)
    lists.values = values.map { Self.element($0, index) }
    return lists
  }

  /// Sets what is said of the position `index`.
  func fill(_ point: inout TrackPoint, _ index: Int) {
    let found = values.map { index < $0.count ? $0[index].double ?? .nan : .nan }
    (point.speed, point.course) = (found[0], found[1])
    (point.horizontalAccuracy, point.verticalAccuracy) = (found[2], found[3])
  }

  private static func array(_ value: JSONValue?) -> [JSONValue] {
    if case .array(let elements)? = value { elements } else { [] }
  }

  private static func element(_ lists: [JSONValue], _ index: Int) -> [JSONValue] {
    index < lists.count ? array(lists[index]) : []
  }
}
