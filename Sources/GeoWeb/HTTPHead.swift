import GeoFeeds
import NIOHTTP1

/// What the header of a request says of where it goes and how its body is sent.
struct HTTPHead {
  var route: HTTPRoute
  var request: IntakeRequest
  /// The announced bytes of the body; nil where it comes in chunks.
  var length: Int?
  var awaitsContinue: Bool
  /// Of ``HTTPRoute/health``: whether a program of this machine asks, by one of its own names.
  var isOwn = false

  /// The path and the query of a target, also of one in absolute form.
  static func target(_ uri: String) -> (path: Substring, query: Substring) {
    var rest = uri[...]
    if rest.first != "/", let scheme = rest.firstRange(of: "://") {
      rest = rest[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
    }
    let path = rest.prefix { $0 != "?" && $0 != "#" }
    let query = rest.dropFirst(path.count).drop { $0 == "?" }.prefix { $0 != "#" }
    return (path.isEmpty ? "/" : path, query)
  }

  /// The token is for the gate alone: what dialects do not know goes into logs.
  private static func withoutToken(_ query: Substring) -> String {
    guard query.contains("token=") else { return String(query) }
    return query.split(separator: "&").filter { !$0.hasPrefix("token=") }.joined(separator: "&")
  }

  /// Reads a header, or says why such a request is not taken.
  static func read(
    _ head: HTTPRequestHead, path: Substring, query: Substring, _ limits: HTTPLimits
  ) -> Result<HTTPHead, HTTPRefusal> {
    guard let route = HTTPRoute(path: path) else {
      return .failure(
        HTTPRefusal(404, "there is nothing at \(path.prefix(100)) (expected \(HTTPRoute.help))"))
    }
    let method = head.method.rawValue
    guard route.methods.contains(method) else {
      let methods = route.methods.joined(separator: ", ")
      return .failure(
        HTTPRefusal(
          405, "\(path.prefix(100)) takes no \(method.prefix(20)) (expected \(methods))", [("Allow", methods)]
        ))
    }
    let headers = head.headers
    if headers[canonicalForm: "transfer-encoding"].contains(where: { $0.lowercased() != "chunked" }) {
      return .failure(HTTPRefusal(501, "a body is sent as it is or chunked, in no other transfer encoding"))
    }
    var request = IntakeRequest(route, isPost: method == "POST", query: withoutToken(query))
    if let type = headers.first(name: "Content-Type") {
      request.contentType = type.prefix { $0 != ";" && $0 != " " }.lowercased()
    }
    switch headers.first(name: "Content-Encoding")?.lowercased() {
    case nil, "", "identity": break
    case "gzip", "x-gzip": request.isPacked = true
    case .some(let encoding):
      return .failure(
        HTTPRefusal(415, "a body is packed with gzip or not at all, not with \(encoding.prefix(40))"))
    }
    let length = headers.first(name: "Content-Length").flatMap { Int($0) }
    if let length, length > limits.body {
      return .failure(limits.tooLarge(length))
    }
    if route == .ownTracks || route == .any {
      request.claimedUser = headers.first(name: "X-Limit-U")
      request.claimedDevice = headers.first(name: "X-Limit-D")
    }
    if request.claimedUser == nil { request.claimedUser = HTTPGate.claimedUser(headers) }
    return .success(
      HTTPHead(
        route: route, request: request, length: length,
        awaitsContinue: headers.first(name: "Expect")?.lowercased() == "100-continue"))
  }
}
