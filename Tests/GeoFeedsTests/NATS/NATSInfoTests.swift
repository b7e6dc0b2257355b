import Geo
import Testing

@testable import GeoFeeds

/// The first line of a server; its form is that of docs.nats.io, «NATS Client Protocol».
@Suite struct NATSInfoTests {
  private func info(_ members: String) throws -> NATSInfo {
    try NATSInfo(line: "INFO {\(members)}", at: "h:4222")
  }

  @Test func theMembersAreRead() throws {
    let info = try info(#""server_id":"X","version":"2.9.10","jetstream":true,"auth_required":true"#)
    #expect(
      (info.version, info.hasJetStream, info.needsLogin, info.needsTLS) == ("2.9.10", true, true, false))
  }

  @Test func theMostBytesOfAMessageAreRead() throws {
    #expect(try info(#""version":"2.9.10","max_payload":1048576"#).mostBytes == 1_048_576)
    #expect(try info(#""version":"2.9.10""#).mostBytes == nil)
  }

  @Test(arguments: [
    ("2.9.14", false), ("2.9.15", true), ("2.9.20", true), ("2.9.21", false), ("2.10.17", false),
    ("2.9.16-RC.1", true),
  ])
  func versionsThatLoseMessagesAreKnown(_ version: String, _ isUnsafe: Bool) throws {
    #expect(try info(#""version":"\#(version)""#).isUnsafe == isUnsafe)
  }

  @Test func anotherServerIsNoNATS() {
    #expect {
      try NATSInfo(line: "SSH-2.0-OpenSSH_9.2", at: "h:22")
    } throws: {
      "\($0)".contains("does not answer as a NATS server")
    }
  }
}
