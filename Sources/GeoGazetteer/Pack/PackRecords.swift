import Geo

/// A text within the strings of a pack.
struct PackText: BitwiseCopyable {
  var offset: UInt32 = 0
  var length: UInt32 = 0
}

/// The name of a record: a short one is stored inline, which saves a memory access.
struct PackName: BitwiseCopyable {
  static let room = 20

  /// The bytes of a short name, or the start of a longer one within the strings.
  private var letters: (UInt64, UInt64, UInt32) = (0, 0, 0)
  private var length: UInt16 = 0

  init() {}

  init(_ text: PackText) {
    letters.0 = UInt64(text.offset)
    length = UInt16(clamping: text.length)
  }

  /// - Returns: nil for a name that does not fit.
  init?(short text: String) {
    let utf8 = text.utf8
    guard utf8.count <= PackName.room else { return nil }
    length = UInt16(utf8.count)
    withUnsafeMutableBytes(of: &letters) { $0.copyBytes(from: utf8) }
  }

  /// The place of a long name within the strings.
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

/// A place in a pack. Numbers of areas, zones and sources are their index plus one; 0 means none.
///
/// The fields are ordered to fill 64 bytes, one cache line.
struct PackPlace: BitwiseCopyable {
  var name = PackName()
  var zone: UInt16 = 0
  /// In 1e-7 degrees, a centimeter: numbers of up to seven decimals are stored exactly.
  var latitude: Int32 = 0
  var longitude: Int32 = 0
  /// The row in the table `places`.
  var number: UInt32 = 0
  var population: UInt32 = 0
  /// In meters.
  var radius: Float = 0
  /// The place of which it is a `subLocality`, as a record of the same layer.
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

/// An area in a pack.
struct PackArea: BitwiseCopyable {
  /// The row in the table `areas`; 0 for an area that only places mention.
  var number: UInt32 = 0
  var code = PackText()
  var name = PackText()
  var source: UInt16 = 0
  var kind: UInt8 = 0
  var hasShape: UInt8 = 0
  /// The number of places with it as their home or region.
  var placeCount: UInt32 = 0
  /// The country of a region or a county.
  var country: UInt16 = 0
  /// Whether any postal area is of this country.
  var hasPostalAreas: UInt16 = 0
}

/// Facts about the whole pack.
struct PackFacts: BitwiseCopyable {
  /// How far borders may lie from their true place, in meters, see ``BorderAccuracy``.
  var accuracy: Double = 0
  var hasStreets: UInt32 = 0
  var hasBorders: UInt32 = 0
}
