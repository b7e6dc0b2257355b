import CommandTesting
import Geo
import Testing

@testable import GeoHost

/// Names of foreign devices and invalid numbers do not control the terminal.
@Suite struct PlainTextTests {
  /// Clears the screen, sets the title, reverses the following text, ends a line early.
  static let name = "\u{1B}[2J\u{1B}]0;x\u{7}a\u{9B}1m\u{202E}b\r\n"

  @Test func aLineHasNoControlCharacters() {
    #expect(PlainText.line(Self.name) == "[2J]0;xa1mb  ")
    #expect(PlainText.line("Tōkyō 東京 \u{200F}‏حيفا") == "Tōkyō 東京 \u{200F}‏حيفا")
  }

  @Test func linesStayLines() {
    #expect(PlainText.lines("a\n\tb\u{1B}[1m\r\nc") == "a\n\tb[1m \nc")
    #expect(PlainText.lines("a\n\tb\n") == "a\n\tb\n")
  }

  @Test func aRunAndALogPrintNamesWithoutControlCharacters() throws {
    let named = #"{"device":"\u001b[2J\u202eb\r","latitude":1,"longitude":2,"time":1}"# + "\n"
    let wrong = #"{"device":"a","latitude":"\u001b[2J\u009b1m","longitude":2,"time":2}"# + "\n"
    let script = "CLLocationManager.new{ delegate = { didUpdateToLocation = error } }:startUpdatingLocation()"
    let command = try Command(["s.lua": script, "a.ndjson": named + wrong])
    for words in [["run", "s.lua", "--from", "a.ndjson"], ["replay-info", "a.ndjson"]] {
      let result = try command.start(words).wait()
      let all = result.errors + result.lines.joined(separator: "\n")
      #expect(all.contains("[2J"))
      #expect(!all.unicodeScalars.contains { $0 != "\n" && $0 != "\t" && $0.value < 0x20 })
      #expect(!all.unicodeScalars.contains { ["\u{7F}", "\u{9B}", "\u{202E}"].contains($0) })
    }
  }
}
