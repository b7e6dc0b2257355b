@testable import LuaBridge
import Testing

extension LuaSyntaxTests {
  @Suite(.enabled(if: ReferenceLua.isInstalled, "needs lua5.4")) struct Acceptance {
    @Test(arguments: [1, 2, 3])
    func mutantsAreJudgedAsLuaJudgesThem(seed: UInt64) {
      var mutator = LuaMutator(state: seed)
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
          // Lua names the line its lexer has reached; here it is the line where the token, the jump or the unfinished
          // statement stands.
          let isLater =
            ["\n", "goto", "break", "label", " after '"].contains { error.message.contains($0) }
            || verdict.contains("[[")
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
