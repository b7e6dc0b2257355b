import FeedTesting
import Glibc
import Testing

@testable import GeoStore

/// Responses cached on disk.
@Suite struct ResponseCacheTests {
  private let folder = TemporaryDirectory()

  private func entry(_ length: Int, expires: Double = 100) -> ResponseCache.Entry {
    ResponseCache.Entry(
      bytes: [UInt8](repeating: 7, count: length), tag: "\"a\"", modified: "m", expires: expires)
  }

  @Test func aLaterRunFindsStoredResponses() throws {
    let path = folder.path + "/a/b/pages.sqlite"
    do { try ResponseCache(path: path).store(entry(3), of: "http://x/1", now: 5) }
    let cache = try ResponseCache(path: path)
    let found = try #require(try cache.entry(of: "http://x/1", now: 6))
    #expect(
      found.bytes == [7, 7, 7] && found.tag == "\"a\"" && found.modified == "m" && found.expires == 100)
    #expect(try cache.entry(of: "http://x/2", now: 6) == nil)
    try cache.renew("http://x/1", until: 300)
    #expect(try cache.entry(of: "http://x/1", now: 6)?.expires == 300)
  }

  @Test func theLeastRecentlyUsedGoesFirst() throws {
    let cache = try ResponseCache(path: folder.path + "/pages.sqlite", limit: 10_000)
    for number in 0..<10 { try cache.store(entry(1000), of: "u\(number)", now: Double(number)) }
    _ = try cache.entry(of: "u0", now: 10_000)
    try cache.store(entry(1000), of: "u10", now: 10_001)
    #expect(try cache.length() <= 10_000)
    #expect(try cache.entry(of: "u0", now: 10_002) != nil && cache.entry(of: "u1", now: 10_002) == nil)
    #expect(try cache.entry(of: "u10", now: 10_002) != nil)
  }

  @Test func aDamagedCacheIsReplaced() throws {
    folder.write([UInt8](repeating: 65, count: 5000), to: folder.path + "/pages.sqlite")
    let cache = try ResponseCache(path: folder.path + "/pages.sqlite")
    try cache.store(entry(1), of: "u", now: 1)
    #expect(try cache.entry(of: "u", now: 1) != nil)
  }

  @Test func aFolderThatCannotBeCreatedIsAnError() {
    folder.write([1], to: folder.path + "/file")
    #expect { try ResponseCache(path: folder.path + "/file/pages.sqlite") } throws: {
      "\($0)".contains("file")
    }
  }
}
