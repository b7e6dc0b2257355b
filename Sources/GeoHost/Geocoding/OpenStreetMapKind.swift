import Geo

/// The kind of an OpenStreetMap object, by its main tag.
///
/// - Source: wiki.openstreetmap.org/wiki/Map_features.
struct OpenStreetMapKind {
  let key: String
  let value: String

  /// Keys of objects whose names are part of an address.
  private static let addressKeys: Set<String> = ["place", "highway", "boundary", "landuse", "postal_code"]
  private static let seas: Set<String> = ["bay", "strait", "sea", "ocean"]

  /// `amenity=cafe`; nil without a key.
  var tag: String? { key.isEmpty ? nil : "\(key)=\(value)" }

  var isHouse: Bool { key == "place" && (value == "house" || value == "house_number") }

  /// Stores a name that is not part of an address, such as that of a lake or a sight, in its field.
  func setPart(_ name: String, in address: inout PlacemarkAddress) {
    if OpenStreetMapKind.seas.contains(value) {
      address.ocean = name
    } else if key == "waterway" || key == "water" || (key == "natural" && value == "water") {
      address.inlandWater = name
    } else if !OpenStreetMapKind.addressKeys.contains(key), !key.isEmpty {
      address.areasOfInterest = [name]
    }
  }
}
