@testable import LuaBridge
import Testing

extension LuaSyntaxTests {
  @Suite(.enabled(if: ReferenceLua.isInstalled, "needs lua5.4")) struct Acceptance {
    /// Changes a sample a little, the way a tired hand or a bad merge does.
    private struct Mutator {
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

    @Test(arguments: [1, 2, 3])
    func mutantsAreJudgedAsLuaJudgesThem(seed: UInt64) {
      var mutator = Mutator(state: seed)
      let mutants = (0..<1500).map { mutator.mutate(LuaSamples.all[$0 % LuaSamples.all.count]) }
      let verdicts = ReferenceLua.load(mutants)
      #expect(verdicts.count == mutants.count)
      var accepted = 0
      for (mutant, verdict) in zip(mutants, verdicts) {
        do {
          _ = try LuaParser.parse(mutant)
          accepted += 1
          #expect(verdict == nil, "seed \(seed), accepted:\n\(mutant)")
        } catch {
          #expect(verdict != nil, "seed \(seed), refused with \(error):\n\(mutant)")
          guard let verdict else { continue }
          // Lua names the line its lexer has reached; here it is the line where the token or jump stands.
          let isLater =
            ["\n", "goto", "break", "label"].contains { error.message.contains($0) } || verdict.contains("[[")
          let line = verdict.split(separator: ":").dropFirst().first.flatMap { Int($0) }
          #expect(
            line == error.position.line || isLater, "seed \(seed), \(verdict), here \(error):\n\(mutant)")
        }
      }
      // Both verdicts must occur often, or the comparison says little.
      #expect((200...1300).contains(accepted))
    }

    @Test(arguments: LuaSamples.all)
    func samplesAreAcceptedByBoth(source: String) {
      #expect(ReferenceLua.accepts(source))
    }
  }
}
