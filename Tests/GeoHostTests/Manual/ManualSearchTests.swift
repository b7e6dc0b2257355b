import CommandTesting
import Geo
import Testing

@testable import GeoHost

/// `geoscript docs WORD`.
@Suite struct ManualSearchTests {
  private func search(_ text: String) -> ManualSearch { ManualSearch(ManualTests.manual, text) }

  @Test func aWordIsFoundInPagesAndMembers() {
    let hits = search("webhook").hits
    #expect(hits.contains { $0.page.title == "alerts" && $0.subject == "sinks and fields" })
    let members = search("startMonitoringForRegion").hits
    #expect(members.first?.page.title == "CLLocationManager")
    #expect(members.first?.lines.first?.contains("startMonitoringForRegion") == true)
  }

  @Test func aClassMethodIsFoundWithADot() throws {
    #expect(try search("NSDate.date").text(TerminalPage(width: 80, isPlain: true)).contains("NSDate:date()"))
  }

  @Test func aLineHoldsAllWords() {
    let hits = search("GPS errors").hits
    #expect(!hits.isEmpty)
    for line in hits.flatMap(\.lines) {
      #expect(line.lowercased().contains("gps") && line.lowercased().contains("errors"))
    }
  }

  @Test func theAnswerFitsTheTerminal() throws {
    let text = try search("the").text(TerminalPage(width: 60, isPlain: true))
    #expect(text.hasSuffix("Open a page with: geoscript docs NAME\n"))
    for line in text.split(separator: "\n") where line.hasPrefix("  ") { #expect(line.count <= 60) }
  }

  @Test func aMisspelledWordGetsAdvice() throws {
    let result = try Command().run("docs", "startMonitoringForRegoin")
    #expect(result.code == 64 && result.output.isEmpty)
    #expect(result.errors.contains("did you mean 'startMonitoringForRegion'?"))
    #expect(try Command().run("docs", "profile", "s").code == 0)
  }

  @Test func aPipeGetsPlainText() throws {
    let result = try Command().run("docs", "alerts")
    #expect(result.code == 0 && !result.output.contains("\u{1B}"))
    #expect(result.lines.first == "# Alerts: sinks and fields")
    #expect(try Command().run("docs", "alerts", "--markdown").output.contains("| `id` |"))
  }
}
