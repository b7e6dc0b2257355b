import CommandTesting
import Geo
import Testing

@testable import GeoHost

/// The words of `--geocoder`.
@Suite struct GeocoderOptionTests {
  private func sources(_ text: String) throws -> [String] {
    try GeocoderOption(text).sources.map { source in
      switch source {
      case .gazetteer(let path): "gazetteer \(path ?? "-")"
      case .server(let server): server.name
      }
    }
  }

  @Test func sourcesAreNamedAloneOrInAChain() throws {
    let command = try Command(["a,b.sqlite": ""])
    let file = command.path("a,b.sqlite")
    #expect(
      try sources("gazetteer") == ["gazetteer -"] && sources("gazetteer:\(file)") == ["gazetteer \(file)"])
    #expect(
      try sources("gazetteer:\(file),Nominatim:https://H:443/n?a=1,2,photon:http://h:2322,gazetteer")
        == ["gazetteer \(file)", "nominatim at https://h", "photon at http://h:2322", "gazetteer -"])
    #expect(try GeocoderOption("gazetteer,photon:http://h").servers == ["photon:http://h"])
  }

  @Test(arguments: [
    ("", "'' is not a source of places"), ("gazeteer", "did you mean 'gazetteer'?"),
    ("nominatim", "does not begin with https://"), ("nominatim:ftp://x", "does not begin with https://"),
    ("gazetteer,,photon:http://h", "'' is not a source"),
    ("gazetteer,photn:http://h", "did you mean 'photon'?"),
    ("google:https://h", "expected gazetteer[:FILE], nominatim:URL, photon:URL, pelias:URL"),
    ("gazetteer:/none.sqlite", "there is no such gazetteer"),
  ])
  func wordsThatAreWrongSayWhatIsPossible(_ text: String, _ part: String) {
    #expect { try GeocoderOption(text) } throws: { "\($0)".contains(part) }
  }

  @Test func serversNeedPermission() throws {
    try GeocoderOption("gazetteer").check(allowsNet: false)
    let option = try GeocoderOption("gazetteer,pelias:https://h/?api_key=secret")
    try option.check(allowsNet: true)
    #expect { try option.check(allowsNet: false) } throws: {
      ($0 as? GeoError)?.code == .notPermitted && "\($0)".contains("add --allow-net")
        && !"\($0)".contains("secret")
    }
  }

  @Test(arguments: [
    ("http://localhost:8088", 0), ("http://127.0.0.1", 0), ("http://127.1.2.3:80/n", 0),
    ("http://[::1]:1", 0),
    ("http://127.0.0.1.example.org", 1), ("https://nominatim.openstreetmap.org", 1), ("http://10.0.0.1", 1),
  ])
  func onlyAServerOnThisMachineIsAskedWithoutPause(_ url: String, _ spacing: Double) throws {
    guard case .server(let server)? = try GeocoderOption("nominatim:\(url)").sources.first else { return }
    #expect(server.spacing == spacing)
    guard case .server(let photon)? = try GeocoderOption("photon:\(url)").sources.first else { return }
    #expect(photon.spacing == 0)
  }
}
