import Glibc

/// Pseudorandom numbers that are the same for the same seed in every run.
///
/// - Source: SplitMix64, Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators".
public struct RandomNumbers: Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  /// Uniform in 0..<1.
  public mutating func unit() -> Double {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
  }

  /// Two independent numbers of mean 0 and standard deviation 1.
  ///
  /// - Source: Box and Muller 1958.
  public mutating func normals() -> (Double, Double) {
    let radius = (-2 * log(1 - unit())).squareRoot()
    let angle = 2 * Double.pi * unit()
    return (radius * cos(angle), radius * sin(angle))
  }

  /// Exponentially distributed, like the times between independent events.
  public mutating func exponential(mean: Double) -> Double { -mean * log(1 - unit()) }
}
