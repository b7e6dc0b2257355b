import Geo
import Testing

@testable import GeoStore

/// The first line of a message of stream `OUT` (SC-34).
@Suite struct CommitRecordTests {
  @Test func aRecordIsReadBack() throws {
    var record = CommitRecord(
      .commit, stream: "FIXES", partition: 5, epoch: 1_795_262_400_123_456, sequence: 12, state: 7)
    #expect(
      record.line
        == #"{"type":"commit","version":1,"stream":"FIXES","partition":5,"epoch":1795262400123456,"sequence":12,"state":7}"#
        + "\n")
    #expect(try CommitRecord(message: Array((record.line + "{\"type\":\"alert\"}\n").utf8)) == record)
    record.parts = [3, 9]
    #expect(try CommitRecord(message: Array(record.line.utf8)) == record)
    let claim = CommitRecord(.claim, stream: "S", partition: 0, epoch: 1)
    #expect(try CommitRecord(message: Array(claim.line.utf8)) == claim)
  }

  @Test(arguments: [
    ("", "is not a commit"), ("{}", "is not a commit"), ("[1]\n", "is not a commit"),
    (
      #"{"type":"commit","version":2,"stream":"S","partition":0,"epoch":1,"sequence":0,"state":0}"#,
      "newer geoscript"
    ),
    (
      #"{"type":"commit","version":1,"stream":"S","partition":0,"epoch":-1,"sequence":0,"state":0}"#,
      "is not a commit"
    ),
    (
      #"{"type":"fix","version":1,"stream":"S","partition":0,"epoch":1,"sequence":0,"state":0}"#,
      "is not a commit"
    ),
  ])
  func somethingElseIsRefused(_ text: String, _ expected: String) {
    #expect {
      _ = try CommitRecord(message: Array(text.utf8))
    } throws: {
      "\($0)".contains(expected)
    }
  }

  @Test func manyAlertsAreSpreadOverMessages() {
    #expect(CommitRecord.parts(of: [], most: 10) == [""])
    #expect(CommitRecord.parts(of: ["1234", "5678"], most: 10) == ["1234\n5678\n"])
    #expect(CommitRecord.parts(of: ["1234", "5678", "9"], most: 10) == ["1234\n5678\n", "9\n"])
    #expect(CommitRecord.parts(of: ["too long for one", "9"], most: 10) == ["too long for one\n", "9\n"])
  }
}
