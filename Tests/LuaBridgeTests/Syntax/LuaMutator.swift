@testable import LuaBridge

/// Changes a sample a little, the way a tired hand or a bad merge does.
struct LuaMutator {
  var state: UInt64

  mutating func random(_ bound: Int) -> Int {
    // SplitMix64, Steele, Lea, Flood 2014.
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(bound))
  }

  static let pieces =
    LuaToken.Kind.words.keys.sorted() + LuaToken.Kind.signs.map(\.spelling)
    + [
      "x", "1", "0x1p4", "1e", "\"", "'s'", "[[", "]]", "--", "--[[", "\n", "\\", "::a::", "goto a",
      "...", "<const>", "!",
    ]

  mutating func mutate(_ source: String) -> String {
    var bytes = Array(source.utf8)
    for _ in 0...random(3) {
      let place = random(bytes.count + 1)
      let end = min(bytes.count, place + 1 + random(12))
      switch random(4) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.insert(contentsOf: bytes[place..<end], at: random(bytes.count + 1))
      case 2:
        bytes.insert(contentsOf: Array(" \(Self.pieces[random(Self.pieces.count)]) ".utf8), at: place)
      default: bytes.removeSubrange((random(8) == 0 ? place : bytes.count)...)
      }
    }
    // `load` does not skip a first line that begins with `#`, files do; the line end makes them agree.
    return "\n" + String(decoding: bytes, as: UTF8.self)
  }
}
