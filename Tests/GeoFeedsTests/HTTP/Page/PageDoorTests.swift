import Geo
import Testing

@testable import GeoFeeds

/// HO-98.
@Suite struct PageDoorTests {
  private static let token = "0123456789abcdef"

  private func fault(_ host: String, _ names: [String] = [], token: String? = nil) -> String? {
    do {
      _ = try PageDoor(host: host, port: 8080, names: names, token: token)
      return nil
    } catch { return error.code == .usage ? "\(error)" : nil }
  }

  @Test(arguments: ["127.0.0.1", "::1", "localhost", "127.3.2.1"])
  func thisMachineNeedsNoToken(_ host: String) {
    #expect(fault(host) == nil)
    #expect(fault(host, ["localhost"]) == nil)
  }

  @Test(arguments: ["192.168.1.5", "fd00::1", "page.example.org"])
  func othersNeedAToken(_ host: String) {
    #expect(fault(host)?.contains("others can reach \(host)") == true)
    #expect(fault("127.0.0.1", [host])?.contains("--page-token FILE") == true)
    #expect(fault(host, token: Self.token) == nil)
    #expect(fault("127.0.0.1", [host], token: Self.token) == nil)
  }

  @Test func everyAddressNeedsAName() {
    #expect(fault("0.0.0.0", token: Self.token)?.contains("--page-host NAME") == true)
    #expect(fault("::", token: Self.token)?.contains("--page-host NAME") == true)
    #expect(fault("0.0.0.0", ["page.lan"], token: Self.token) == nil)
    for name in ["", "http://a", "a b"] {
      #expect(fault("127.0.0.1", [name], token: Self.token)?.contains("as browsers send it") == true)
    }
  }

  @Test func itAnswersItsAddressesOnly() throws {
    let local = try PageDoor(host: "127.0.0.1", port: 0, names: [], token: nil)
    #expect(local.hosts(port: 8080) == ["127.0.0.1:8080"])
    #expect(local.url(port: 8080) == "http://127.0.0.1:8080/")
    let six = try PageDoor(host: "::1", port: 80, names: [], token: nil)
    #expect(six.hosts(port: 80) == ["[::1]:80", "[::1]"])
    let named = try PageDoor(
      host: "127.0.0.1", port: 8080, names: ["Page.example.org", "a.lan:9000", "[fd00::1]"], token: Self.token
    )
    #expect(
      named.hosts(port: 8080) == [
        "127.0.0.1:8080", "page.example.org", "page.example.org:8080", "a.lan:9000", "[fd00::1]",
        "[fd00::1]:8080",
      ])
  }
}
