import Foundation
import Testing

@testable import GeoHost
@testable import GeoPage

@Suite struct PageTextTests {
  /// Sources/CPage/CPage.c names each file of its folder.
  @Test func eachPartIsEmbedded() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = root.appendingPathComponent("Sources/CPage/Page")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(PageText.parts.map(\.name).sorted() == names.sorted())
    for part in PageText.parts {
      #expect(
        part.text == (try String(contentsOf: folder.appendingPathComponent(part.name), encoding: .utf8)))
    }
  }

  /// A script element ends at the first «</script»; the hash of a policy is that of the text before it.
  @Test func noPartEndsItsElement() {
    for part in PageText.parts where part.name.hasSuffix(".js") {
      #expect(!part.text.lowercased().contains("</script"))
    }
  }
}
