import CommandTesting
import Testing

/// `--help` of each command in a terminal of 80 columns.
@Suite struct HelpTests {
  @Test(arguments: [
    "", "run", "page", "draw", "geocode", "check", "new", "test", "why", "debug", "stubs", "docs", "state",
    "state list",
    "state show",
    "state forget",
    "replay-info", "convert", "report", "gazetteer", "gazetteer build", "gazetteer import", "gazetteer info",
    "basemap", "basemap add", "basemap list", "basemap remove",
    "doctor", "http-user", "gateway", "nats-config", "config", "service", "service install",
  ])
  func helpFitsIntoEightyColumns(_ command: String) throws {
    let rig = try Command()
    func help(_ columns: Int) throws -> [Substring] {
      let result = try rig.shell("COLUMNS=\(columns) \"$geoscript\" \(command) --help")
      #expect(result.code == 0)
      return result.output.split(separator: "\n", omittingEmptySubsequences: false)
    }
    let narrow = try help(80)
    for line in narrow { #expect(line.count <= 80, "\(line)") }
    // Help keeps its line breaks: no line wraps again.
    func written(_ lines: [Substring]) -> ArraySlice<Substring> {
      lines.prefix { $0 != "ARGUMENTS:" && $0 != "OPTIONS:" }
    }
    #expect(written(narrow) == written(try help(1000)))
  }
}
