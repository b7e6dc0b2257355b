import Testing

@testable import GeoWorkshop

/// Hit counts and texts of log points.
@Suite struct DebugBreakpointTests {
  @Test(arguments: [
    ("3", [3]), (">= 5", [5, 6]), (">5", [6]), ("== 2", [2]), ("=2", [2]), ("< 3", [1, 2]),
    ("<=3", [1, 2, 3]), ("% 3", [3, 6]),
  ])
  func hitCounts(text: String, hits: [Int]) throws {
    let rule = try #require(DebugBreakpoint.HitRule(text))
    #expect((1...6).filter(rule.holds) == hits)
  }

  @Test(arguments: ["", "0", "x", "-1", "3x", "!= 3", ">=", "99999999999999999999"])
  func noHitCounts(text: String) { #expect(DebugBreakpoint.HitRule(text) == nil) }

  @Test func textsHaveExpressionsInBraces() {
    typealias Text = DebugBreakpoint.LogText
    #expect(Text("a {b} c")?.parts == [.text("a "), .expression("b"), .text(" c")])
    #expect(Text("{({1})[1]}{x}")?.parts == [.expression("({1})[1]"), .expression("x")])
    #expect(Text("no } brace")?.parts == [.text("no } brace")])
    #expect(Text("{open") == nil)
  }
}
