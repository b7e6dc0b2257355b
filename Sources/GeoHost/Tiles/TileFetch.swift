import CCurl
import Geo
import GeoStore
import Glibc

/// Fetches tiles for one thread: over a connection that stays open, and from the cache on disk.
final class TileFetch {
  private let client: OpaquePointer?
  private let fault: String?
  /// Nil where nothing can be kept.
  private let cache: TileCache?
  private let agent: String

  /// What came of a try.
  enum Outcome {
    case answer(Result)
    case later(String, after: Double?)
  }

  enum Result: Sendable {
    case bytes([UInt8])
    case empty
    case failed(String, MKErrorCode)
  }

  /// Seconds until a connection must be there, and that one answer may take.
  static let (connectLimit, limit) = (5.0, 20.0)

  init(cache: TileCache?, agent: String) {
    self.cache = cache
    self.agent = agent
    fault = cc_load().map { "needs libcurl (Debian: libcurl4): \(String(cString: $0))" }
    client =
      fault == nil ? cc_client_new(Int(TileFetch.connectLimit * 1000), Int(TileFetch.limit * 1000)) : nil
  }

  deinit { cc_client_free(client) }

  /// Returns the tile if the cache has it and it still holds, nothing asked.
  func kept(_ url: String, now: Double) -> [UInt8]? {
    guard let entry = try? cache?.entry(of: url, now: now), entry.expires > now else { return nil }
    return entry.bytes
  }

  /// Asks the server, once.
  func fetch(_ url: String, now: Double, isOver: () -> Bool) -> Outcome {
    guard client != nil else { return .answer(.failed(fault ?? "out of memory", .unknown)) }
    let known = try? cache?.entry(of: url, now: now)
    var headers = ["Accept: image/*"]
    if let known, !known.tag.isEmpty { headers.append("If-None-Match: \(known.tag)") }
    if let known, !known.modified.isEmpty { headers.append("If-Modified-Since: \(known.modified)") }
    let page = get(url, headers, isOver)
    switch TileServerRules.verdict(page, now: now) {
    case .tile(let expires):
      if let expires {
        let entry = TileCache.Entry(
          bytes: page.bytes, tag: page.tag, modified: page.modified, expires: expires)
        // A cache that is full or gone costs the next run a request.
        try? cache?.keep(entry, of: url, now: now)
      }
      return .answer(.bytes(page.bytes))
    case .unchanged(let expires):
      guard let known else {
        return .answer(.failed("answered 304 to what it was not asked", .serverFailure))
      }
      try? cache?.renew(url, until: expires)
      return .answer(.bytes(known.bytes))
    case .empty: return .answer(.empty)
    case .later(let reason, let delay):
      // An old tile is better than none.
      if let known { return .answer(.bytes(known.bytes)) }
      return .later(reason, after: delay)
    case .refused(let reason, let code): return .answer(.failed(reason, code))
    }
  }

  private func get(_ url: String, _ headers: [String], _ isOver: () -> Bool) -> TilePage {
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
            client, url, agent, lines.baseAddress, lines.count, TileServerRules.greatestLength,
            { $0?.assumingMemoryBound(to: (() -> Bool).self).pointee() ?? true }, ask, &page)
        }
      }
    }
    return TilePage(page)
  }
}

extension TilePage {
  init(_ page: cc_page) {
    self.init()
    status = page.status
    if let body = page.body, page.length > 0 {
      bytes = Array(UnsafeRawBufferPointer(start: body, count: page.length))
    }
    type = TilePage.text(page.type)
    tag = TilePage.text(page.tag)
    modified = TilePage.text(page.modified)
    cacheControl = TilePage.text(page.cache)
    age = Double(page.age)
    retryAfter = page.retry_after > 0 ? Double(page.retry_after) : nil
    date = page.date >= 0 ? Double(page.date) : nil
    expires = page.expires >= 0 ? Double(page.expires) : nil
    isTooLarge = page.is_too_large
    error = TilePage.text(page.error)
  }

  private static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
