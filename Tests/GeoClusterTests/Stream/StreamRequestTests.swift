import Geo
import GeoStore
import Testing

@testable import GeoCluster

/// What commands ask of the workers of a stream (SC-47).
@Suite struct StreamRequestTests {
  private func read(_ text: String) -> StreamRequest? {
    Array(text.utf8).withUnsafeBytes { StreamRequest($0) }
  }

  @Test func isReadAsItWasWritten() {
    let told = StreamRequest.alerts(
      .acknowledge, .object([("key", .string("hot")), ("by", .string("anna"))]))
    if case .alerts(.acknowledge, let content) = read(told.line) {
      #expect(content["key"]?.text == "hot" && content["by"]?.text == "anna")
    } else {
      Issue.record("\(told.line) is not read")
    }
    let forgetting = StreamRequest.forget(.device("van 7", region: "depot"))
    if case .forget(let found) = read(forgetting.line) {
      #expect(found == .device("van 7", region: "depot"))
    } else {
      Issue.record("\(forgetting.line) is not read")
    }
  }

  @Test(arguments: [
    "", "{", "{}", #"{"kind":"forget","content":{"all":true}}"#, #"{"kind":"paint","content":{}}"#,
  ])
  func othersAreNone(_ text: String) { if read(text) != nil { Issue.record("\(text) is read") } }
}
