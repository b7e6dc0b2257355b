import Geo
import GeoDelivery
import Testing

@testable import GeoHost

/// The addresses of tiles, and their attribution.
@Suite struct TileAddressTests {
  @Test func onlyOpenStreetMapIsNamedUnasked() {
    #expect(TileRequest.attribution(of: "tile.openstreetmap.org") == "© OpenStreetMap contributors")
    #expect(TileRequest.attribution(of: "a.tile.openstreetmap.org") != nil)
    #expect(TileRequest.attribution(of: "notopenstreetmap.org") == nil)
  }

  @Test func addressesAreFilesArchivesOrServers() throws {
    func file(_ text: String) throws -> String? {
      switch try TileAddress(text) {
      case .file(let path): path
      case .archive(let path): "archive \(path)"
      case .server(let server): server.url
      }
    }
    #expect(try file("tiles/1/2/3.png") == "tiles/1/2/3.png")
    #expect(try file("file:///a%20b/3.png") == "/a b/3.png" && file("FILE:x.png") == "x.png")
    #expect(try file("file://localhost/x.PMTILES") == "archive /x.PMTILES")
    #expect(try file("https://H/{z}") == "https://h/{z}")
    #expect(try file("c:d.png") == "c:d.png")
    for wrong in ["ftp://x/y", "http://", "https://user@x/y", "file://other/x"] {
      #expect(throws: GeoError.self) { try TileAddress(wrong) }
    }
  }
}
