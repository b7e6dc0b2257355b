/// What pages said, kept in memory for who asks for the same again; the oldest goes first.
struct MemoryCache<Content> {
  private var pages: [String: (content: Content, expires: Double)] = [:]
  /// In the order of their coming, from `first`.
  private var keys: [String] = []
  private var first = 0
  private let limit: Int

  /// - Parameter limit: how many it keeps at most.
  init(limit: Int) { self.limit = limit }

  func content(of key: String, now: Double) -> Content? {
    guard let page = pages[key], page.expires > now else { return nil }
    return page.content
  }

  mutating func store(_ content: Content, of key: String, until expires: Double) {
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
