import CCurl

/// What a server answered, or why it did not.
struct Page {
  /// 0 when no answer came.
  var status = 0
  var bytes: [UInt8] = []
  var type = ""
  var tag = ""
  var modified = ""
  var cacheControl = ""
  /// Seconds.
  var age = 0.0
  var retryAfter: Double?
  /// In seconds since 1970.
  var date: Double?
  var expires: Double?
  var isTooLarge = false
  var error = ""
}

extension Page {
  init(_ page: cc_page) {
    self.init()
    status = page.status
    if let body = page.body, page.length > 0 {
      bytes = Array(UnsafeRawBufferPointer(start: body, count: page.length))
    }
    type = Page.text(page.type)
    tag = Page.text(page.tag)
    modified = Page.text(page.modified)
    cacheControl = Page.text(page.cache)
    age = Double(page.age)
    retryAfter = page.retry_after > 0 ? Double(page.retry_after) : nil
    date = page.date >= 0 ? Double(page.date) : nil
    expires = page.expires >= 0 ? Double(page.expires) : nil
    isTooLarge = page.is_too_large
    error = Page.text(page.error)
  }

  private static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
