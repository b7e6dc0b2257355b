import NIOHTTP1

extension HTTPRequestHead {
  /// The path and the query of the target, also in absolute form.
  var target: (path: Substring, query: Substring) {
    var rest = uri[...]
    if rest.first != "/", let scheme = rest.firstRange(of: "://") {
      rest = rest[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
    }
    let path = rest.prefix { $0 != "?" && $0 != "#" }
    let query = rest.dropFirst(path.count).drop { $0 == "?" }.prefix { $0 != "#" }
    return (path.isEmpty ? "/" : path, query)
  }
}

extension IngestRequest {
  /// Reads a header.
  ///
  /// - Errors: ``HTTPRefusal`` with the reason why the server cannot use the request.
  init(
    _ head: HTTPRequestHead, path: Substring, query: Substring, limits: HTTPLimits
  ) throws(HTTPRefusal) {
    guard let route = HTTPRoute(path: path) else {
      throw HTTPRefusal(404, "there is nothing at \(path.prefix(100)) (expected \(HTTPRoute.help))")
    }
    let method = head.method.rawValue
    guard route.methods.contains(method) else {
      let methods = route.methods.joined(separator: ", ")
      throw HTTPRefusal(
        405, "\(path.prefix(100)) takes no \(method.prefix(20)) (expected \(methods))", [("Allow", methods)])
    }
    let headers = head.headers
    if headers[canonicalForm: "transfer-encoding"].contains(where: { $0.lowercased() != "chunked" }) {
      throw HTTPRefusal(501, "unsupported transfer encoding: send the body as it is or chunked")
    }
    // Dialects log unknown fields, so they must not see the token.
    let hasToken = query.contains("token=")
    self.init(
      route, isPost: method == "POST",
      query: hasToken ? IngestRequest.withoutToken(query) : String(query))
    key = HTTPRoute.key(ofPath: path)
    if let type = headers.first(name: "Content-Type") {
      contentType = type.prefix { $0 != ";" && $0 != " " }.lowercased()
    }
    switch headers.first(name: "Content-Encoding")?.lowercased() {
    case nil, "", "identity": break
    case "gzip", "x-gzip": isPacked = true
    case .some(let encoding):
      throw HTTPRefusal(
        415, "unsupported content encoding \(encoding.prefix(40)): send the body as gzip or unpacked")
    }
    if let length = headers.first(name: "Content-Length").flatMap({ Int($0) }), length > limits.body {
      throw limits.tooLarge(length)
    }
    if route == .ownTracks || route == .any {
      claimedUser = headers.first(name: "X-Limit-U")
      claimedDevice = headers.first(name: "X-Limit-D")
    }
    if claimedUser == nil, let field = headers.first(name: "Authorization") {
      claimedUser = HTTPAccessControl.claimedUser(field)
    }
  }

  private static func withoutToken(_ query: Substring) -> String {
    query.split(separator: "&").filter { !$0.hasPrefix("token=") }.joined(separator: "&")
  }
}
