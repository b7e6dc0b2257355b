import CCurl
import GeoStore
import Glibc

/// Fetches pages for one thread: over a connection that stays open, and from the cache on disk.
final class PageFetch<Request: PageRequest> {
  private let client: OpaquePointer?
  private let fault: String?
  /// Nil where nothing can be kept.
  private let cache: PageCache?
  private let agent: String

  /// A page that was understood, and until when it holds; nil where it is not to be kept.
  typealias Reading = (content: Request.Content, expires: Double?)

  /// What came of a try.
  enum Outcome {
    case answer(Result<Reading, PageFault>)
    case later(String, after: Double?)
  }

  init(cache: PageCache?, agent: String) {
    self.cache = cache
    self.agent = agent
    fault = cc_load().map { "needs libcurl (Debian: libcurl4): \(String(cString: $0))" }
    client =
      fault == nil
      ? cc_client_new(Int(PageRules.connectLimit * 1000), Int(Request.rules.timeLimit * 1000)) : nil
  }

  deinit { cc_client_free(client) }

  /// Returns what the cache has if it still holds, nothing asked.
  func kept(_ request: Request, now: Double) -> Reading? {
    guard let entry = try? cache?.entry(of: request.key, now: now), entry.expires > now else { return nil }
    return read(entry, of: request)
  }

  /// Asks the server, once.
  func fetch(_ request: Request, now: Double, isOver: () -> Bool) -> Outcome {
    guard client != nil else {
      return .answer(.failure(PageFault(reason: fault ?? "out of memory", kind: .other)))
    }
    let entry = try? cache?.entry(of: request.key, now: now)
    let known = entry.flatMap { entry in read(entry, of: request).map { (entry, $0.content) } }
    var headers = request.headers
    if let (entry, _) = known {
      if !entry.tag.isEmpty { headers.append("If-None-Match: \(entry.tag)") }
      if !entry.modified.isEmpty { headers.append("If-Modified-Since: \(entry.modified)") }
    }
    let page = get(request.address.url, headers, isOver)
    switch PageRules.verdict(page, of: request, now: now) {
    case .content(let content, let expires):
      if let expires, page.status == 200 {
        let entry = PageCache.Entry(
          bytes: page.bytes, tag: page.tag, modified: page.modified, expires: expires)
        // A cache that is full or gone costs the next run a request.
        try? cache?.keep(entry, of: request.key, now: now)
      }
      return .answer(.success((content, expires)))
    case .unchanged(let expires):
      guard let (_, content) = known else {
        return .answer(.failure(PageFault(reason: "answered 304 to what it was not asked")))
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

  private func read(_ entry: PageCache.Entry, of request: Request) -> Reading? {
    var page = Page()
    (page.status, page.bytes) = (200, entry.bytes)
    return (try? request.content(of: page)).map { ($0, entry.expires) }
  }

  private func get(_ url: String, _ headers: [String], _ isOver: () -> Bool) -> Page {
    var page = cc_page()
    var lines = headers.map { line in UnsafePointer(strdup(line)) }
    defer {
      for line in lines { free(UnsafeMutablePointer(mutating: line)) }
      cc_page_free(&page)
    }
    withoutActuallyEscaping(isOver) { isOver in
      var ask = isOver
      withUnsafeMutablePointer(to: &ask) { ask in
        lines.withUnsafeMutableBufferPointer { lines in
          cc_get(
            client, url, agent, lines.baseAddress, lines.count, Request.rules.greatestLength,
            { $0?.assumingMemoryBound(to: (() -> Bool).self).pointee() ?? true }, ask, &page)
        }
      }
    }
    return Page(page)
  }
}
