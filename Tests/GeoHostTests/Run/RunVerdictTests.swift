import Geo
import Testing

@testable import GeoHost

/// One code, the first that applies (HO-30).
@Suite struct RunVerdictTests {
  /// Each fault, in the order in which it decides.
  static let order: [(Int32, @Sendable (inout RunVerdict) -> Void)] = [
    (64, { $0.codes.insert(.usage) }),
    (66, { $0.codes.insert(.noInput) }),
    (65, { $0.codes.insert(.data) }),
    (70, { $0.codes.insert(.internal) }),
    (129, { $0.signal = 1 }),
    (73, { $0.codes.insert(.cannotCreate) }),
    (77, { $0.codes.insert(.notPermitted) }),
    (74, { $0.codes.insert(.inputOutput) }),
    (69, { $0.codes.insert(.unavailable) }),
    (65, { $0.hasUnusableFile = true }),
    (1, { $0.hasFailures = true }),
  ]

  @Test func theFirstThatAppliesDecides() {
    for first in RunVerdictTests.order.indices {
      var verdict = RunVerdict()
      for (_, apply) in RunVerdictTests.order[first...] { apply(&verdict) }
      #expect(verdict.code == RunVerdictTests.order[first].0)
    }
    #expect(RunVerdict().code == 0)
  }

  @Test(arguments: [(Int32(2), Int32(130)), (15, 143)]) func signalsHaveTheirCodes(signal: Int32, code: Int32)
  {
    #expect(RunVerdict(signal: signal, hasFailures: true).code == code)
  }

  @Test func keepGoingTakesTheLastThree() {
    for (code, apply) in RunVerdictTests.order {
      var verdict = RunVerdict(keepsGoing: true)
      apply(&verdict)
      let isLast = code == 69 || code == 1 || verdict.hasUnusableFile
      #expect(verdict.code == (isLast ? 0 : code))
    }
    #expect(RunVerdict(isScriptUnusable: true, hasFailures: true, keepsGoing: true).code == 65)
  }

  @Test func strictIsOneAtOnce() {
    #expect(RunVerdict(codes: [.notPermitted], hasFailures: true, isStrict: true).code == 1)
    #expect(RunVerdict(codes: [.notPermitted], isStrict: true).code == 77)
  }
}
