import Geo

/// A text among the strings of a pack.
struct PackText: BitwiseCopyable {
  var offset: UInt32 = 0
  var length: UInt32 = 0
}

/// A place as a pack holds it. Numbers of areas, zones and sources are one more than their place in their lists, so
/// that 0 says that there is none.
struct PackPlace: BitwiseCopyable {
  /// In 1e-7 degrees, which is a centimeter: what has up to seven decimals comes back as the same number.
  var latitude: Int32 = 0
  var longitude: Int32 = 0
  /// Of the table `places`.
  var number: UInt32 = 0
  var name = PackText()
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
  var zone: UInt16 = 0
  var source: UInt16 = 0
  var kind: UInt8 = 0
  var hasAddress: UInt8 = 0
  var reserved: UInt16 = 0

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
  var reserved: UInt16 = 0
}

/// What is known of the whole.
struct PackFacts: BitwiseCopyable {
  /// How far borders may lie from where they are, in meters, see ``BorderAccuracy``.
  var accuracy: Double = 0
  var hasStreets: UInt32 = 0
  var hasBorders: UInt32 = 0
}
