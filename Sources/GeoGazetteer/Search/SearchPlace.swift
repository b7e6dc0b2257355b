import Geo
import Glibc

/// A place as searches use it.
struct SearchPlace {
  var id: Int64
  var kind: PlaceKind
  var name: String
  var coordinate: CLLocationCoordinate2D
  var radius: CLLocationDistance
  var population: Int
  var country: String
  var region: String
  var county: String
  var timeZone: String
  var postalCode: String
  var locality: String
  var street: String
  var houseNumber: String
  var source: Int64
  /// Whether it is part of the sea.
  var isOcean = false

  /// The first number of areas that stand for places.
  static let firstArea: Int64 = 1 << 40
  /// Its area; nil for a real place.
  var area: UInt32? {
    id < SearchPlace.firstArea ? nil : UInt32(truncatingIfNeeded: id - SearchPlace.firstArea)
  }

  /// From 0 to 1; the maximum is ten million people.
  var importance: Double {
    let base =
      switch kind {
      case .country: 0.9
      case .region: 0.7
      case .county: 0.4
      case .settlement, .suburb: 0.0
      case .interest: 0.3
      case .water where area != nil: 0.6
      case .water, .terrain: 0.25
      case .postalArea: 0.1
      }
    // Washington means the city; a state counts like its capital.
    let people = kind == .region ? Double(population) / 12 : Double(population)
    return max(base, min(1, log10(people + 1) / 7))
  }

  /// The code of its first-level area without the country: `CA` of `US.CA`.
  var regionCode: Substring { region.split(separator: ".").last ?? "" }

  func isIn(_ area: SearchArea) -> Bool {
    switch area.kind {
    case .country: country == area.code
    case .region: region == area.code
    case .county: county == area.code
    case .lake, .ocean: false
    }
  }
}
