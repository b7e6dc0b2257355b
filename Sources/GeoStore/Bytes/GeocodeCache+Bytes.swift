import Geo
import SQLite

extension ByteWriter {
  mutating func write(_ memory: GeocodeCache) {
    write(memory.answers) { writer, answer in
      writer.write(answer.coordinate)
      writer.write(answer.time)
      writer.write(answer.languages) { $0.write($1) }
      writer.write(answer.places) { $0.write($1) }
    }
    write(memory.asked) { $0.write($1) }
    write(memory.hasWarned)
  }

  private mutating func write(_ place: GeocodedPlace) {
    write(place.coordinate)
    write(place.radius)
    write(optional: place.timeZone)
    for part in PlacemarkAddress.parts { write(optional: place.address[keyPath: part]) }
    write(place.address.areasOfInterest) { $0.write($1) }
    write(place.distance ?? .nan)
    write(place.source)
    write(place.attribution)
  }

  private mutating func write(optional text: String?) {
    write(text != nil)
    if let text { write(text) }
  }
}

extension ByteReader {
  mutating func geocoding() throws(Fault) -> GeocodeCache {
    var memory = GeocodeCache()
    memory.answers = try array { (reader) throws(Fault) in
      GeocodeCache.Answer(
        coordinate: try reader.coordinate(), time: try reader.double(), languages: try reader.texts(),
        places: try reader.array { (reader) throws(Fault) in try reader.place() })
    }
    memory.asked = try array { (reader) throws(Fault) in try reader.double() }
    memory.hasWarned = try flag()
    return memory
  }

  private mutating func place() throws(Fault) -> GeocodedPlace {
    var place = GeocodedPlace(coordinate: try coordinate())
    place.radius = try double()
    place.timeZone = try optionalText()
    for part in PlacemarkAddress.parts { place.address[keyPath: part] = try optionalText() }
    place.address.areasOfInterest = try texts()
    place.distance = try optional()
    place.source = try text()
    place.attribution = try text()
    return place
  }

  private mutating func texts() throws(Fault) -> [String] {
    try array { (reader) throws(Fault) in try reader.text() }
  }

  private mutating func optionalText() throws(Fault) -> String? { try flag() ? try text() : nil }
}

extension PlacemarkAddress {
  /// The parts in the order of the stored bytes.
  fileprivate static var parts: [WritableKeyPath<PlacemarkAddress, String?>] {
    [
      \.name, \.thoroughfare, \.subThoroughfare, \.locality, \.subLocality, \.administrativeArea,
      \.subAdministrativeArea, \.postalCode, \.ISOcountryCode, \.country, \.inlandWater, \.ocean,
    ]
  }
}
