import Geo
import GeoFeeds
import Testing

@testable import GeoHost

@Suite struct PageOptionsTests {
  private func fault(_ word: String, _ names: [String] = []) -> String? {
    do {
      _ = try PageOptions(word, names: names)
      return nil
    } catch { return error.code == .usage ? "\(error)" : nil }
  }

  @Test func aWordIsAFileOrAnAddress() throws {
    guard case .file("day.HTML") = try PageOptions("day.HTML").place,
      case .server(let door) = try PageOptions("[::1]:8080").place
    else {
      Issue.record("neither")
      return
    }
    #expect((door.host, door.port) == ("::1", 8080))
    for word in ["day", "day.png", "8080", ""] {
      #expect(fault(word)?.contains("or ADDRESS:PORT, such as 127.0.0.1:8080, got '\(word)'") == true)
    }
  }

  @Test func aFileHasNoServer() {
    #expect(fault("day.html", ["a.lan"])?.contains("need --page ADDRESS:PORT") == true)
    #expect(fault("0.0.0.0:80", ["a.lan"])?.contains("--page-token FILE") == true)
  }
}
