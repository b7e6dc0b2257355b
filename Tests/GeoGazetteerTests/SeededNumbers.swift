import Geo
import Glibc

/// Random positions, the same for the same seed.
struct SeededNumbers {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  /// - Source: SplitMix64, S. Vigna, prng.di.unimi.it/splitmix64.c.
  mutating func word() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * Double(word() >> 11) / Double(1 << 53)
  }

  /// A random position, uniform by area, within a given part of the earth or all of it.
  mutating func position(latitude: Double? = nil, longitude: Double? = nil) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(
      latitude: latitude ?? asin(number(-1...1)) * 180 / .pi, longitude: longitude ?? number(-180...180))
  }

  mutating func position(
    near place: CLLocationCoordinate2D, within degrees: Double
  ) -> CLLocationCoordinate2D {
    let latitude = max(-90, min(90, place.latitude + number(-degrees...degrees)))
    return CLLocationCoordinate2D(
      latitude: latitude, longitude: remainder(place.longitude + number(-degrees...degrees), 360))
  }
}
