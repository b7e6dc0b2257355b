import Geo
import GeoStore
import Testing

/// What `geoscript state forget` asks of workers (SC-47).
@Suite struct ForgetRequestTests {
  @Test(arguments: [
    ForgetRequest.device("van 7"), .device("van 7", region: "depot"), .group("vans"),
    .before(1_795_791_212.5),
    .before(1_795_791_212),
  ])
  func isReadAsItWasWritten(_ request: ForgetRequest) throws {
    #expect(ForgetRequest(try JSONParser.parse(request.json.description)) == request)
  }

  @Test func otherWordsAreNone() throws {
    #expect(ForgetRequest(try JSONParser.parse(#"{"all":true}"#)) == nil)
  }
}
