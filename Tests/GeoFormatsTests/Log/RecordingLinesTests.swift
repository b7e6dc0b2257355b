import Foundation
import Geo
import GeoFormats
import Testing

/// The lines of a recording that are not events.
@Suite struct RecordingLinesTests {
  private func found(in text: String) throws -> [String?] {
    let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).ndjson"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    var found: [String?] = []
    try RecordingLines.each(in: path) { found.append($0["answer"]?.text) }
    return found
  }

  private let fix = #"{"time":1,"latitude":1,"longitude":2,"text":"{\"type\":\"recording\"}"}"# + "\n"
  private func line(_ answer: String) -> String { #"{"type":"recording","answer":"\#(answer)"}"# + "\n" }

  @Test func theyAreFoundAmongEvents() throws {
    #expect(try found(in: line("a") + fix + line("b") + "\n" + line("c").dropLast()) == ["a", "b", "c"])
    #expect(try found(in: fix + #"{"type":"recording","answer":"#) == [])
    #expect(try found(in: "").isEmpty)
    #expect(throws: GeoError.self) { try RecordingLines.each(in: "/nothing") { _ in } }
  }

  /// Blocks of 256 KiB end within lines, whose beginnings must not be lost.
  @Test func linesAcrossBlocksAreWhole() throws {
    let long = String(repeating: "x", count: 300_000)
    let text = (0..<4000).map { $0 % 500 == 0 ? line("\($0)") : fix }.joined()
    #expect(try found(in: text + line(long) + fix + line("z")).suffix(2) == [long, "z"])
    #expect(try found(in: text).count == 8)
  }
}
