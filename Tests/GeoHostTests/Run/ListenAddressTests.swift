import Geo
import Testing

@testable import GeoHost

@Suite struct ListenAddressTests {
  @Test(arguments: [
    ("127.0.0.1:9090", "127.0.0.1", 9090), ("[::1]:0", "::1", 0), ("host.example:80", "host.example", 80),
  ])
  func anAddressHasAHostAndAPort(_ text: String, _ host: String, _ port: Int) throws {
    let address = try ListenAddress(text)
    #expect((address.host, address.port) == (host, port))
  }

  @Test(arguments: [
    "", "9090", ":9090", "::1:9090", "127.0.0.1", "127.0.0.1:", "a:70000", "http://a:1", "a:-1",
  ])
  func anythingElseIsRefusedWithAnExample(_ text: String) {
    #expect {
      try ListenAddress(text)
    } throws: { fault in
      (fault as? GeoError)?.code == .usage && "\(fault)".contains("such as 127.0.0.1:9090, got '\(text)'")
    }
  }

  /// HO-119.
  @Test(arguments: [
    ("0:8080", "0.0.0.0:8080"), ("127.1:80", "127.0.0.1:80"), ("0x7f000001:80", "127.0.0.1:80"),
    ("010.0.0.1:80", "8.0.0.1:80"),
  ])
  func aShortAddressIsSaidWhole(_ text: String, _ whole: String) {
    #expect {
      try ListenAddress(text, of: "--page")
    } throws: { fault in
      (fault as? GeoError)?.code == .usage && "\(fault)".contains("--page: '")
        && "\(fault)".contains("write the address whole, \(whole)")
    }
  }
}
