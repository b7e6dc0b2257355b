import CSimdJSON
import Geo
import GeoFormats

/// A house as a file describes it.
struct AddressParts {
  /// As written, for example `12`, `12-14`, `12;14` or `12 A`.
  var number = ""
  /// The street, or the place if its houses are numbered without streets.
  var street = ""
  var unit = ""
  var locality = ""
  var region = ""
  var postalCode = ""
  var country = ""

  /// - Parameter number: replaces the written one.
  func record(
    key: String, number: String? = nil, at coordinate: CLLocationCoordinate2D, radius: Double = 0
  ) -> AddressRecord {
    var record = AddressRecord(
      key: key, number: number ?? self.number, street: street, coordinate: coordinate)
    record.radius = radius
    record.unit = unit
    record.locality = locality
    record.region = region
    record.postalCode = postalCode
    record.country = country
    return record
  }

  /// - Parameters:
  ///   - source: the prefix of its key.
  ///   - identifier: the rest of the key; empty if the file has no identifier.
  /// - Errors: ``RecordFault`` for an address without a number, or with neither street nor place.
  func record(
    at coordinate: CLLocationCoordinate2D, source: String, identifier: String
  ) throws(RecordFault) -> AddressRecord {
    guard !number.isEmpty, number != "0" else { throw .missing("house number") }
    // Houses may be numbered without streets, by the place.
    var parts = self
    if street.isEmpty { parts.street = locality }
    guard !parts.street.isEmpty else { throw .missing("street") }
    var key = identifier
    if key.isEmpty {
      var hash = FNV1a()
      for part in [number, parts.street, unit, locality, postalCode] { hash.combine(part) }
      hash.combine(coordinate.latitude.bitPattern)
      hash.combine(coordinate.longitude.bitPattern)
      key = String(hash.value, radix: 16)
    }
    return parts.record(key: "\(source):\(key)", at: coordinate)
  }
}

/// OpenAddresses as lines of GeoJSON: one Feature with a Point a line.
///
/// - Source: https://github.com/openaddresses/openaddresses, schema of layers of addresses.
struct OpenAddressesLines: RecordLines {
  private let features = GeoJSONFeatures()

  mutating func record(of line: UnsafeBufferPointer<UInt8>) throws(RecordFault) -> GazetteerRecord? {
    var result: Result<AddressRecord, RecordFault>?
    let outcome = features.read(UnsafeRawBufferPointer(line)) { fence in
      do throws(RecordFault) { result = .success(try Self.address(fence)) } catch { result = .failure(error) }
    }
    guard outcome.is == UInt8(GEO_FENCES_READ) || outcome.is == UInt8(GEO_FENCES_BLANK) else {
      throw RecordFault(outcome, isLine: true)
    }
    guard let result else { return nil }
    return .address(try result.get())
  }

  private static func address(_ fence: UnsafePointer<geo_fence>) throws(RecordFault) -> AddressRecord {
    let positions = fence.pointee.positions
    guard fence.pointee.geometry == "Point", positions.depth == 1, let numbers = positions.numbers else {
      throw RecordFault("no point", "has no Point with [longitude, latitude]")
    }
    let coordinate = CLLocationCoordinate2DMake(numbers[1], numbers[0])
    guard CLLocationCoordinate2DIsValid(coordinate) else {
      throw RecordFault(
        "coordinates", "latitude \(numbers[1]), longitude \(numbers[0]) is not a place on the earth")
    }
    let properties = try FeatureProperties(fence)
    var parts = AddressParts()
    (parts.number, parts.street, parts.unit) = (
      properties["number"], properties["street"], properties["unit"]
    )
    parts.locality = properties["city"].isEmpty ? properties["district"] : properties["city"]
    (parts.region, parts.postalCode) = (properties["region"], properties["postcode"])
    return try parts.record(at: coordinate, source: "openaddresses", identifier: properties["hash"])
  }
}
