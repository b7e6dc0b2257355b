/// Random numbers that are the same in every run.
///
/// - Source: Steele, Lea, Flood 2014, doi:10.1145/2714064.2660195.
package struct SplitMix {
  package var state: UInt64

  package init(state: UInt64) { self.state = state }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// In 0..<limit.
  package mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  /// In 0..<1.
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}

/// Steele, Lea, Flood 2014, doi:10.1145/2660193.2660195: the same numbers from the same seed.
package struct SplitMix64: RandomNumberGenerator {
  package var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
