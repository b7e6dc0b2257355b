import Foundation
import Geo

@testable import GeoDelivery
@testable import GeoHost

/// Recorded answers of servers; Tests/geocoding/README.md says whose.
enum GeocodingFixture {
  private static let folder = String(#filePath.split(separator: "Tests/GeoHostTests")[0]) + "Tests/geocoding/"

  static func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder + name + ".json", encoding: .utf8)
  }

  /// What a recorded answer says to a question.
  static func places(_ name: String, _ question: GeocodeRequest.Query = .text("x")) throws
    -> [GeocodedPlace]
  {
    let form = name.prefix { $0 != "-" }
    let request = try GeocodingFixture.request("\(form):http://localhost", GeocodeRequest(question))
    var page = HTTPResponse()
    (page.status, page.bytes) = (200, Array(try text(name).utf8))
    return request.places(try request.content(of: page))
  }

  struct NoRequest: Error {}

  /// What a server of an option is asked.
  static func request(_ option: String, _ question: GeocodeRequest) throws -> GeocodingRequest {
    guard case .server(let server)? = try GeocoderOption(option).sources.first,
      let request = server.request(for: question)
    else { throw NoRequest() }
    return request
  }
}
