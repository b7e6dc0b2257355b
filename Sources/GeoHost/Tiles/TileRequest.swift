package import Geo
package import GeoDelivery

/// A request for a server's tile; nil if the server does not have it.
package struct TileRequest: FetchRequest {
  package let address: HTTPAddress

  package static let rules = FetchRules(
    subject: "tiles",
    // The tile policy of OpenStreetMap asks for two connections at most and 7 days at least
    // (operations.osmfoundation.org/policies/tiles).
    threadCount: 2, greatestLength: 4 << 20, usualLifetime: 7.0 * 86_400, timeLimit: 10,
    missing: "it has no such tile")
  /// The most tiles of one picture: enough for a map, but not for a country.
  static let greatestCount = 400

  package var key: String { address.url }
  package var headers: [String] { ["Accept: image/*"] }

  package func content(of page: HTTPResponse) throws(FetchFault) -> [UInt8]? {
    guard page.status == 200 else { return nil }
    if let fault = TilePicture.fault(page.bytes) {
      let type = page.type.isEmpty ? "" : " (\(HTTPResponse.firstLine(page.type)))"
      throw FetchFault(reason: "answered 200, but what it sent \(fault)\(type)")
    }
    return page.bytes
  }

  /// The attribution of a picture made of a server's tiles.
  static func attribution(of host: String) -> String? {
    host == "openstreetmap.org" || host.hasSuffix(".openstreetmap.org") ? "© OpenStreetMap contributors" : nil
  }
}

package typealias TileFetcher = Fetcher<TileRequest>
package typealias TileFetchQueue = FetchQueue<TileRequest>

extension Fetcher<TileRequest> {
  /// The cache of tiles; nil if the user has no home.
  package static var standardCache: String? { BaseDirectory.cache.map { $0 + "/tiles/tiles.sqlite" } }
}

extension FetchQueue<TileRequest> {
  /// Asks a server for a tile.
  ///
  /// - Parameters:
  ///   - place: its name in messages.
  ///   - isScripts: whether the answer is only for the running script instance.
  package func ask(
    _ address: HTTPAddress, _ place: String, isScripts: Bool, _ result: @escaping (TileAnswer) -> Void
  ) {
    ask(TileRequest(address: address), isScripts: isScripts) { answer in
      switch answer {
      case .success(let bytes?): result(.bytes(bytes))
      case .success(nil): result(.empty)
      case .failure(let fault): result(.failed(.tile("\(place): \(fault.reason)", fault.kind.code)))
      }
    }
  }
}

extension FetchFault.Kind {
  fileprivate var code: MKErrorCode {
    switch self {
    case .throttled: .loadingThrottled
    case .server, .missing: .serverFailure
    case .other: .unknown
    }
  }
}
