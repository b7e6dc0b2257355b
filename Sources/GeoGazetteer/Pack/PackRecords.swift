import Geo

/// A text among the strings of a pack.
struct PackText: BitwiseCopyable {
  var offset: UInt32 = 0
  var length: UInt32 = 0
}

/// The name of a record: a short one lies within it, so that it costs no further look into memory.
struct PackName: BitwiseCopyable {
  static let room = 20

  /// The letters; of a longer name only where it begins among the strings.
  private var letters: (UInt64, UInt64, UInt32) = (0, 0, 0)
  private var length: UInt16 = 0

  init() {}

  init(_ text: PackText) {
    letters.0 = UInt64(text.offset)
    length = UInt16(clamping: text.length)
  }

  /// - Returns: nil for one that does not fit.
  init?(short text: String) {
    let utf8 = text.utf8
    guard utf8.count <= PackName.room else { return nil }
    length = UInt16(utf8.count)
    withUnsafeMutableBytes(of: &letters) { $0.copyBytes(from: utf8) }
  }

  /// Where it lies among the strings, if it is a long one.
  var long: PackText? {
    guard length > PackName.room else { return nil }
    return PackText(offset: UInt32(truncatingIfNeeded: letters.0), length: UInt32(length))
  }

  /// Empty for a long one.
  var shortLetters: [UInt8] {
    guard length <= PackName.room else { return [] }
    return withUnsafeBytes(of: letters) { Array($0.prefix(Int(length))) }
  }

  /// nil for an empty one, and for a long one.
  var short: String? {
    guard length > 0, length <= PackName.room else { return nil }
    return withUnsafeBytes(of: letters) { String(decoding: $0.prefix(Int(length)), as: UTF8.self) }
  }
}

/// A place as a pack holds it. Numbers of areas, zones and sources are one more than their place in their lists, so
/// that 0 says that there is none.
///
/// In an order that fills 64 bytes, which are one line of a processor's cache.
struct PackPlace: BitwiseCopyable {
  var name = PackName()
  var zone: UInt16 = 0
  /// In 1e-7 degrees, which is a centimeter: what has up to seven decimals comes back as the same number.
  var latitude: Int32 = 0
  var longitude: Int32 = 0
  /// Of the table `places`.
  var number: UInt32 = 0
  var population: UInt32 = 0
  /// In meters.
  var radius: Float = 0
  /// Of what it is a `subLocality`, among the records of the same layer.
  var parent: UInt32 = 0
  var region: UInt32 = 0
  var county: UInt32 = 0
  /// Its own country, and the one whose borders it lies in.
  var country: UInt16 = 0
  var home: UInt16 = 0
  var source: UInt16 = 0
  var kind: UInt8 = 0
  var hasAddress: UInt8 = 0

  var coordinate: CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
  }

  static func steps(_ degrees: CLLocationDegrees) -> Int32 { Int32((degrees * 1e7).rounded()) }
}

/// An area as a pack holds it.
struct PackArea: BitwiseCopyable {
  /// Of the table `areas`; 0 for one that only places speak of.
  var number: UInt32 = 0
  var code = PackText()
  var name = PackText()
  var source: UInt16 = 0
  var kind: UInt8 = 0
  var hasShape: UInt8 = 0
  /// How many places have it as their home or their region.
  var placeCount: UInt32 = 0
  /// The country of a region or a county.
  var country: UInt16 = 0
  /// Whether any postal area is of this country.
  var hasPostalAreas: UInt16 = 0
}

/// What is known of the whole.
struct PackFacts: BitwiseCopyable {
  /// How far borders may lie from where they are, in meters, see ``BorderAccuracy``.
  var accuracy: Double = 0
  var hasStreets: UInt32 = 0
  var hasBorders: UInt32 = 0
}
