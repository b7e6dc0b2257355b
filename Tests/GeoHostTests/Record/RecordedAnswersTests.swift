import CommandTesting
import Geo
import Testing

@testable import GeoHost

/// What servers answered in recordings: GC-43.
@Suite struct RecordedAnswersTests {
  private static func line(_ device: String, _ question: String, _ answer: Int) -> String {
    #"{"type":"recording","version":1,"program":"x","part":1,"answer":{"device":"\#(device)","question":{"text":"#
      + #""\#(question)"},"answer":\#(answer)}}"# + "\n"
  }

  private func answers(_ lines: String, head: String = #","answers":true"#) throws -> (
    RecordedAnswers?, Command
  ) {
    let command = try Command([
      "r.ndjson": #"{"type":"recording","version":1,"program":"x","part":1\#(head)}"# + "\n" + lines
    ])
    return (try RecordedAnswers([command.path("r.ndjson"), "-", "gpsd://localhost", "/missing"]), command)
  }

  @Test func eachQuestionOfADeviceGetsItsAnswersInOrder() throws {
    let question = JSONValue.object([("text", .string("Paris"))])
    let (found, _) = try answers(
      Self.line("a", "Paris", 1) + Self.line("b", "Paris", 2) + Self.line("a", "Rome", 3)
        + Self.line("a", "Paris", 4))
    let answers = try #require(found)
    #expect(answers.next("a", question)?.description == "1")
    #expect(answers.next("b", question)?.description == "2")
    #expect(answers.next("a", question)?.description == "4")
    #expect(answers.next("a", question) == nil && answers.next("c", question) == nil)
    #expect(!answers.hasRoutes)
  }

  @Test func aRecordingWithoutTheMarkIsNotSearched() throws {
    #expect(try answers(Self.line("a", "Paris", 1), head: "").0 == nil)
    #expect(try answers("").0 == nil)
  }
}
