import Geo
import GeoHost
import LuaBridge
import Testing

@testable import GeoWorkshop

/// `geoscript check --sarif`.
@Suite struct SARIFReportTests {
  private func report(_ text: String, _ finding: LuaDiagnostic) -> String {
    var report = SARIFReport()
    report.add([finding], in: ScriptFile(source: text, called: finding.source))
    return "\(report.json)"
  }

  @Test func aFindingHasItsRuleItsLevelAndItsPlace() {
    let finding = LuaDiagnostic(severity: .error, source: "home.lua", line: 2, column: 3, message: "no \"x\"")
    let text = report("a\nb = 1\n", finding)
    #expect(text.contains("\"version\":\"2.1.0\""))
    #expect(
      text.contains("\"ruleId\":\"script-error\",\"level\":\"error\",\"message\":{\"text\":\"no \\\"x\\\"\"}")
    )
    #expect(
      text.contains(
        "\"artifactLocation\":{\"uri\":\"home.lua\"},\"region\":{\"startLine\":2,\"startColumn\":3}"))
  }

  @Test func columnsCountCodePointsAndPathsAreURIs() {
    // ä has two bytes and 🐕 four, but each is one code point.
    let finding = LuaDiagnostic(
      severity: .warning, source: "/my dogs/ä.lua", line: 1, column: 10, message: "x")
    let text = report("-- ä🐕x", finding)
    #expect(text.contains("\"startColumn\":6"), "\(text)")
    #expect(text.contains("\"uri\":\"file:///my%20dogs/%C3%A4.lua\""))
    #expect(text.contains("\"level\":\"warning\""))
  }

  @Test func withoutFindingsThereIsAnEmptyList() {
    #expect("\(SARIFReport().json)".contains("\"results\":[]"))
  }
}
