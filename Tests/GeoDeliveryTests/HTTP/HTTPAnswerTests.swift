import Testing

@testable import GeoDelivery

@Suite struct HTTPAnswerTests {
  @Test(arguments: [200, 201, 202, 204, 299]) func twoHundredsAreDeliveries(status: Int) {
    #expect(DeliveryAnswer(HTTPResponse(status: status)) == .delivered)
  }

  @Test(arguments: [408, 425, 429, 500, 502, 503, 504, 599, 600, 100]) func theseAreTriedAgain(status: Int) {
    #expect(
      DeliveryAnswer(HTTPResponse(status: status, retryAfter: 7))
        == .again("answered \(status)", after: 7))
  }

  @Test(arguments: [400, 405, 409, 413, 415, 422, 451, 499])
  func theseAreFinal(status: Int) {
    #expect(
      DeliveryAnswer(HTTPResponse(status: status, bytes: Array("no".utf8), retryAfter: 7))
        == .dead(reason: "answered \(status)", detail: "no"))
  }

  @Test(arguments: [401, 403, 404, 410]) func thesePauseTheSink(status: Int) {
    #expect(
      DeliveryAnswer(HTTPResponse(status: status, bytes: Array("no".utf8)))
        == .pause("answered \(status): no"))
    #expect(DeliveryAnswer(HTTPResponse(status: status)) == .pause("answered \(status)"))
  }

  @Test func noAnswerIsTriedAgain() {
    #expect(DeliveryAnswer(HTTPResponse(error: "reset")) == .again("reset", after: nil))
  }

  @Test func aRedirectThatIsNotFollowedNamesItsServerAlone() {
    let answer = HTTPResponse(status: 301, location: "https://user:secret@example.org/path?token=1")
    #expect(
      DeliveryAnswer(answer)
        == .dead(
          reason: "answered 301", detail: "it has moved to https://example.org; give --alerts the new address"
        ))
    #expect(answer.redirect == nil)
  }

  @Test(arguments: [
    ("", ""), ("\r\n \n\tproblem: x\r\nmore", "problem: x"),
    ("\u{1B}[2Jgone\u{7}", "[2Jgone"), ("\u{202E}evil", "evil"), ("no end", "no end"),
  ])
  func theFirstLineOfABodyIsWhatATerminalCanShow(body: String, line: String) {
    #expect(HTTPResponse.firstLine(body) == line)
  }

  @Test func aLongLineIsCut() {
    #expect(HTTPResponse.firstLine(String(repeating: "x", count: 500)).count == 201)
  }
}
