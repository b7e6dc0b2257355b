import Geo
import GeoHost

/// Placemarks for people.
enum GeocodedText {
  /// Two or three lines per place, then the sources.
  ///
  /// - Parameter isPlain: whether names are not bold.
  static func text(of places: [GeocodedPlace], isPlain: Bool) -> String {
    var lines: [String] = []
    let width = String(places.count).count
    for (index, place) in places.enumerated() {
      if index > 0 { lines.append("") }
      var own = GeocodedText.lines(of: place).map { PlainText.line($0) }
      if !isPlain, !own.isEmpty { own[0] = "\u{1B}[1m\(own[0])\u{1B}[0m" }
      guard places.count > 1 else {
        lines += own
        continue
      }
      let number = String(index + 1)
      let padding = String(repeating: " ", count: width - number.count)
      for (line, text) in own.enumerated() {
        lines.append(
          line == 0 ? "\(padding)\(number)  \(text)" : String(repeating: " ", count: width + 2) + text)
      }
    }
    return (lines + [""] + sources(of: places)).joined(separator: "\n")
  }

  /// The name, the address and the position.
  static func lines(of place: GeocodedPlace) -> [String] {
    let address = place.address
    let name = title(of: address)
    let rest = parts(of: address, without: name)
    var lines = [name]
    if !rest.isEmpty { lines.append(rest) }
    var position = "\(degrees(place.coordinate.latitude)), \(degrees(place.coordinate.longitude))"
    // An area has no distance from a place inside it.
    if let distance = place.distance, distance >= 0.5 { position += " · \(distanceText(distance)) away" }
    if let matched = place.matched { position += " · partial: \(matched)" }
    let near = address.areasOfInterest.filter { $0 != name }.prefix(3)
    if !near.isEmpty { position += " · \(near.joined(separator: ", "))" }
    return lines + [position]
  }

  private static func title(of address: PlacemarkAddress) -> String {
    address.name ?? address.street ?? address.subLocality ?? address.locality ?? address.administrativeArea
      ?? address.postalCode ?? address.inlandWater ?? address.ocean ?? address.country ?? "unnamed"
  }

  /// The address without the name: `Cupertino, California 95014, United States`.
  private static func parts(of address: PlacemarkAddress, without name: String) -> String {
    func others(_ parts: String?...) -> [String] {
      parts.compactMap { $0 }.reduce(into: []) { if $1 != name, $0.last != $1 { $0.append($1) } }
    }
    let city = others(
      address.street, address.subLocality, address.locality, address.administrativeArea)
    // A postal code follows the city or the state without a comma.
    let place = [city.joined(separator: ", ")] + others(address.postalCode)
    let line = place.filter { !$0.isEmpty }.joined(separator: " ")
    return others(line, address.inlandWater ?? address.ocean, address.country).filter { !$0.isEmpty }
      .joined(separator: ", ")
  }

  /// Each source with its attribution, once.
  private static func sources(of places: [GeocodedPlace]) -> [String] {
    var lines: [String] = []
    for place in places {
      let line = PlainText.line(
        place.attribution.isEmpty ? place.source : "\(place.source): \(place.attribution)")
      if !lines.contains(line) { lines.append(line) }
    }
    return lines
  }

  /// To about a tenth of a meter.
  static func degrees(_ value: CLLocationDegrees) -> String {
    JSONValue.text(of: value.rounded(decimals: 6))
  }
}
