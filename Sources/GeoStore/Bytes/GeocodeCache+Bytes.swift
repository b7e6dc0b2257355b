import Geo
import SQLite

extension ByteWriter {
  mutating func put(_ memory: GeocodeCache) {
    put(memory.answers) { writer, answer in
      writer.put(answer.coordinate)
      writer.put(answer.time)
      writer.put(answer.languages) { $0.put($1) }
      writer.put(answer.places) { $0.put($1) }
    }
    put(memory.asked) { $0.put($1) }
    put(memory.hasWarned)
  }

  private mutating func put(_ place: GeocodedPlace) {
    put(place.coordinate)
    put(place.radius)
    put(optional: place.timeZone)
    for part in PlacemarkAddress.parts { put(optional: place.address[keyPath: part]) }
    put(place.address.areasOfInterest) { $0.put($1) }
    put(place.distance ?? .nan)
    put(place.source)
    put(place.attribution)
  }

  private mutating func put(optional text: String?) {
    put(text != nil)
    if let text { put(text) }
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
  /// In the order of the bytes.
  fileprivate static var parts: [WritableKeyPath<PlacemarkAddress, String?>] {
    [
      \.name, \.thoroughfare, \.subThoroughfare, \.locality, \.subLocality, \.administrativeArea,
      \.subAdministrativeArea, \.postalCode, \.ISOcountryCode, \.country, \.inlandWater, \.ocean,
    ]
  }
}
