package import Geo
import GeoFeeds
import GeoLua
import GeoStore

/// What a picture of a moment shows: the way of the last half hour, the regions around, and the fix with its accuracy.
///
/// - Shape: at most 8 KiB as JSON. Positions are whole hundred-thousandths of a degree, about a meter; each after the
///   first is the difference from the one before.
package struct MapMoment {
  struct Place {
    var coordinate: CLLocationCoordinate2D
    /// On the device's clock.
    var time: TimeInterval
  }

  /// In seconds.
  static let duration = 1800.0
  package static let mostPlaces = 200
  private static let mostRegions = 30
  /// Bytes of all regions.
  private static let roomForRegions = 4000
  /// Of a large set, only so many are considered.
  private static let mostLookedAt = 2000

  package var places: [CLLocationCoordinate2D]
  package var fix: CLLocationCoordinate2D
  package var accuracy: CLLocationAccuracy
  package var regions: [MonitoredRegion]

  init(
    places: [Place], fix: CLLocationCoordinate2D, accuracy: CLLocationAccuracy, regions: [MonitoredRegion]
  ) {
    let step = max(1, (places.count + MapMoment.mostPlaces - 1) / MapMoment.mostPlaces)
    self.places = stride(from: max(0, places.count - 1) % step, to: places.count, by: step).map {
      places[$0].coordinate
    }
    (self.fix, self.accuracy, self.regions) = (fix, accuracy, regions)
  }

  /// The regions near a place, those of `first` before all others.
  static func regions(
    of set: RegionSet, near place: CLLocationCoordinate2D, first: String?
  ) -> [MonitoredRegion] {
    func distance(_ region: MonitoredRegion) -> Double {
      max(0, Geodesic.distance(from: place, to: region.center) - region.radius)
    }
    var found: [(region: MonitoredRegion, distance: Double)] = []
    if let first, let slot = set.slot(of: first) { found.append((set.region(at: slot), -1)) }
    for region in set.regions.prefix(mostLookedAt) where region.identifier != first {
      let distance = distance(region)
      if distance < 20_000 { found.append((region, distance)) }
    }
    return found.sorted { $0.distance < $1.distance }.prefix(mostRegions).map(\.region)
  }

  // MARK: JSON

  var json: JSONValue {
    var numbers: [Int64] = []
    var (last, longitude): (Int64, Int64) = (0, 0)
    for place in places {
      let next = (Int64((place.latitude * 1e5).rounded()), Int64((place.longitude * 1e5).rounded()))
      numbers += [next.0 - last, next.1 - longitude]
      (last, longitude) = next
    }
    var kept: [MonitoredRegion] = []
    var bytes = RegionSetBytes.make(added: kept, removed: [])
    for region in regions {
      let longer = RegionSetBytes.make(added: kept + [region], removed: [])
      guard longer.count <= MapMoment.roomForRegions else { continue }
      (kept, bytes) = (kept + [region], longer)
    }
    return .object([
      ("latitude", .number(fix.latitude)), ("longitude", .number(fix.longitude)),
      ("accuracy", .number(accuracy)), ("track", .array(numbers.map { .integer($0) })),
      ("regions", .string(Base64Text.encode(bytes))),
    ])
  }

  /// Nil for what ``json`` did not write.
  init?(_ json: JSONValue) {
    func number(_ name: String) -> Double? {
      if case .number(let value)? = json[name]?.asNumber { value } else { nil }
    }
    guard let latitude = number("latitude"), let longitude = number("longitude"),
      case .array(let numbers)? = json["track"], numbers.count % 2 == 0,
      let text = json["regions"]?.text, let bytes = Base64.decode(text.utf8),
      let set = try? RegionSetBytes.read(bytes, onto: .empty, zones: { try? ZoneInfo.rules($0) })
    else { return nil }
    fix = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    accuracy = number("accuracy") ?? -1
    regions = Array(set.regions)
    places = []
    var (y, x) = (0.0, 0.0)
    for index in stride(from: 0, to: numbers.count, by: 2) {
      guard case .number(let dy)? = numbers[index].asNumber,
        case .number(let dx)? = numbers[index + 1].asNumber
      else { return nil }
      (y, x) = (y + dy, x + dx)
      let place = CLLocationCoordinate2D(latitude: y / 1e5, longitude: x / 1e5)
      if CLLocationCoordinate2DIsValid(place) { places.append(place) }
    }
  }
}
