import CCurl
import Glibc

/// An HTTP client with persistent connections; belongs to one thread.
final class HTTPClient {
  private let client: OpaquePointer?
  /// Why no request is possible; nil if it is.
  let fault: String?

  /// Why libcurl cannot be used; nil if it can.
  static var missing: String? {
    cc_load().map { "needs libcurl (Debian: libcurl4): \(String(cString: $0))" }
  }

  /// - Parameters:
  ///   - agent: the `User-Agent` that servers see.
  ///   - connectLimit: seconds within which a connection must be made.
  ///   - timeLimit: the most seconds of one request.
  init(agent: String, connectLimit: Double, timeLimit: Double) {
    let missing = HTTPClient.missing
    client = missing == nil ? cc_client_new(agent, Int(connectLimit * 1000), Int(timeLimit * 1000)) : nil
    fault = client == nil ? missing ?? "out of memory" : nil
  }

  deinit { cc_client_free(client) }

  /// Gets a page, following up to five redirects, or posts `body` if given.
  ///
  /// - Parameters:
  ///   - method: of a request with a body; nil for POST.
  ///   - headers: each as `Name: value`.
  ///   - limit: the most bytes to read of an answer.
  ///   - isOver: called about once a second; true makes the request return at once.
  func send(
    _ url: String, headers: [String], body: [UInt8]? = nil, method: String? = nil, limit: Int,
    isOver: () -> Bool
  ) -> HTTPResponse {
    var page = cc_page()
    guard client != nil else { return HTTPResponse(error: fault ?? "") }
    let lines = headers.map { line in UnsafePointer(strdup(line)) }
    let word = method.map { strdup($0) }
    defer {
      free(word ?? nil)
      for line in lines { free(UnsafeMutablePointer(mutating: line)) }
      cc_page_free(&page)
    }
    withoutActuallyEscaping(isOver) { isOver in
      var ask = isOver
      withUnsafeMutablePointer(to: &ask) { ask in
        url.withCString { url in
          lines.withUnsafeBufferPointer { lines in
            var request = cc_request()
            (request.url, request.limit) = (url, limit)
            (request.headers, request.header_count) = (lines.baseAddress, lines.count)
            func send(_ request: cc_request) {
              withUnsafePointer(to: request) { request in
                cc_send(
                  client, request, { $0?.assumingMemoryBound(to: (() -> Bool).self).pointee() ?? true }, ask,
                  &page)
              }
            }
            guard let body else { return send(request) }
            request.method = word.flatMap { UnsafePointer($0) }
            // An empty body has no address of its own.
            (body.isEmpty ? [0] : body).withUnsafeBytes { bytes in
              request.body = bytes.bindMemory(to: CChar.self).baseAddress
              request.length = body.count
              send(request)
            }
          }
        }
      }
    }
    return HTTPResponse(page)
  }
}
