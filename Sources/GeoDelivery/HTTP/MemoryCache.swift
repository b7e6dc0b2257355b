/// A cache of pages in memory; drops the oldest first.
package struct MemoryCache<Content> {
  private var pages: [String: (content: Content, expires: Double)] = [:]
  /// In the order of arrival, from `first`.
  private var keys: [String] = []
  private var first = 0
  private let limit: Int

  /// - Parameter limit: the most pages that it keeps.
  package init(limit: Int) { self.limit = limit }

  package func content(of key: String, now: Double) -> Content? {
    guard let page = pages[key], page.expires > now else { return nil }
    return page.content
  }

  package mutating func store(_ content: Content, of key: String, until expires: Double) {
    guard limit > 0 else { return }
    if pages.updateValue((content, expires), forKey: key) == nil { keys.append(key) }
    guard pages.count > limit else { return }
    pages[keys[first]] = nil
    first += 1
    guard first > limit else { return }
    keys.removeFirst(first)
    first = 0
  }
}
