import GeoStore

/// Fetches pages for one thread, over a persistent connection and from the cache on disk.
final class FetchWorker<Request: FetchRequest> {
  private let client: HTTPClient
  /// Nil if nothing can be cached.
  private let cache: ResponseCache?

  /// A decoded page, and the time until which it is valid; nil if it must not be cached.
  typealias Reading = (content: Request.Content, expires: Double?)

  /// The result of a try.
  enum Outcome {
    case answer(Result<Reading, FetchFault>)
    case later(String, after: Double?)
  }

  init(cache: ResponseCache?, agent: String) {
    self.cache = cache
    client = HTTPClient(
      agent: agent, connectLimit: FetchRules.connectLimit, timeLimit: Request.rules.timeLimit)
  }

  /// Returns a cached page that is still valid, without asking the server.
  func kept(_ request: Request, now: Double) -> Reading? {
    guard let entry = try? cache?.entry(of: request.key, now: now), entry.expires > now else { return nil }
    return read(entry, of: request)
  }

  /// Asks the server, once.
  func fetch(_ request: Request, now: Double, isOver: () -> Bool) -> Outcome {
    if let fault = client.fault { return .answer(.failure(FetchFault(reason: fault, kind: .other))) }
    let entry = try? cache?.entry(of: request.key, now: now)
    let known = entry.flatMap { entry in read(entry, of: request).map { (entry, $0.content) } }
    var headers = request.headers
    if let (entry, _) = known {
      if !entry.tag.isEmpty { headers.append("If-None-Match: \(entry.tag)") }
      if !entry.modified.isEmpty { headers.append("If-Modified-Since: \(entry.modified)") }
    }
    let page = client.send(
      request.address.url, headers: headers, limit: Request.rules.greatestLength, isOver: isOver)
    switch FetchRules.verdict(page, of: request, now: now) {
    case .content(let content, let expires):
      if let expires, page.status == 200 {
        let entry = ResponseCache.Entry(
          bytes: page.bytes, tag: page.tag, modified: page.modified, expires: expires)
        // If the cache is full or gone, the next run just asks again.
        try? cache?.store(entry, of: request.key, now: now)
      }
      return .answer(.success((content, expires)))
    case .unchanged(let expires):
      guard let (_, content) = known else {
        return .answer(
          .failure(FetchFault(reason: "answered 304 (not modified) to a request without conditions")))
      }
      try? cache?.renew(request.key, until: expires)
      return .answer(.success((content, expires)))
    case .later(let reason, let delay):
      // An old page is better than none.
      if let (_, content) = known { return .answer(.success((content, nil))) }
      return .later(reason, after: delay)
    case .refused(let fault): return .answer(.failure(fault))
    }
  }

  private func read(_ entry: ResponseCache.Entry, of request: Request) -> Reading? {
    var page = HTTPResponse()
    (page.status, page.bytes) = (200, entry.bytes)
    return (try? request.content(of: page)).map { ($0, entry.expires) }
  }
}
