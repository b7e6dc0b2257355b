import Geo

/// The members of a JSON object that describes a place.
struct PlaceFields {
  private let object: JSONValue

  /// The longest name of a place.
  private static let greatestLength = 500

  init(_ object: JSONValue?) { self.object = object ?? .null }

  /// The first of these members that is a text, without terminal control characters.
  subscript(_ names: String...) -> String? {
    for name in names {
      if let text = object[name].flatMap(PlaceFields.text) { return text }
    }
    return nil
  }

  private static func text(_ value: JSONValue) -> String? {
    // Postal codes and house numbers may come as numbers.
    if case .integer(let number) = value { return String(number) }
    guard let text = value.text else { return nil }
    let scalars = text.unicodeScalars.prefix(greatestLength).filter {
      $0.properties.generalCategory != .control
    }
    let clean = String(String.UnicodeScalarView(scalars))
    return clean.allSatisfy(\.isWhitespace) ? nil : clean
  }

  /// Two letters in capitals.
  ///
  /// - Source: ISO 3166-1 alpha-2.
  func countryCode(_ name: String) -> String? {
    guard let code = self[name], code.utf8.count == 2, code.allSatisfy({ $0.isASCII && $0.isLetter }) else {
      return nil
    }
    return code.uppercased()
  }
}

extension JSONValue {
  /// A number, even if it is in quotes.
  var finiteNumber: Double? {
    let number: Double? =
      switch self {
      case .integer(let value): Double(value)
      case .number(let value): value
      case .string(let text): Double(text)
      default: nil
      }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}

extension GeocodedPlace {
  /// A place at the point of a GeoJSON feature; nil without a point.
  ///
  /// - Source: RFC 7946, section 3.1.1: longitude first.
  init?(feature: JSONValue) {
    let numbers = feature["geometry"]?["coordinates"]?.elements.map(\.finiteNumber) ?? []
    guard numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1] else { return nil }
    self.init(coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
    guard CLLocationCoordinate2DIsValid(coordinate) else { return nil }
  }

  /// Sets its extent: the distance to the farthest corner of its box.
  mutating func setExtent(south: Double?, west: Double?, north: Double?, east: Double?) {
    guard let south, let west, let north, let east else { return }
    let corners = [(south, west), (south, east), (north, west), (north, east)]
    let distances = corners.compactMap { corner -> Double? in
      let place = CLLocationCoordinate2D(latitude: corner.0, longitude: corner.1)
      return CLLocationCoordinate2DIsValid(place) ? Geodesic.distance(from: coordinate, to: place) : nil
    }
    let reach = distances.max() ?? 0
    // Servers put a small box around a point.
    radius = reach < GeocodedPlace.leastExtent ? 0 : reach
  }

  /// In meters.
  private static let leastExtent = 20.0
}
