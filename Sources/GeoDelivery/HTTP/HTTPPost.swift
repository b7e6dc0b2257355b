import Geo

/// Posts to one server over one connection; no answer shows the server's secrets.
final class HTTPPost {
  struct Request {
    /// Nil for the address that every request has.
    var address: HTTPAddress?
    /// Nil for POST.
    var method: String?
    var body: [UInt8]
    /// Each as `Name: value`.
    var headers: [String]
  }

  private let address: HTTPAddress
  private let secrets: [String]
  private let headers: [String]
  private let client: HTTPClient

  /// The most redirects that a message follows within the same server.
  private static let redirectLimit = 5
  /// The most bytes of an answer that are read; the status is known by then.
  private static let readLimit = 1 << 16

  /// - Parameters:
  ///   - headers: those of each request.
  ///   - others: further texts that no message may show.
  ///   - connectLimit: Seconds within which a connection must be made.
  ///   - limit: Seconds that one post may take.
  init(
    _ address: HTTPAddress, _ headers: [String], others: [String] = [], connectLimit: Double = 10,
    limit: Double = 30
  ) {
    self.address = address
    var headers = headers
    if !headers.contains(where: { $0.lowercased().hasPrefix("authorization:") }) {
      headers += [address.authorization].compactMap { $0 }
    }
    let values = headers.map { $0.drop { $0 != ":" }.dropFirst(2) }
    // A value often consists of a word and a secret: "Bearer …".
    let parts = values + values.flatMap { $0.split(separator: " ") }
    let path = address.url.dropFirst(address.origin.count)
    // Of its parts those that look like keys, not words of every answer.
    let words =
      [path, path.prefix { $0 != "?" }]
      + path.split { "/?&=".contains($0) }.filter {
        $0.count > 7 && ($0.count > 15 || $0.contains(where: \.isNumber))
      }
    secrets =
      ((parts + words).map(String.init) + [address.user, address.password].compactMap { $0 } + others)
      .filter { $0.count > 3 }.sorted { $0.count > $1.count }
    self.headers = headers
    client = HTTPClient(agent: "geoscript", connectLimit: connectLimit, timeLimit: limit)
  }

  /// The name of a sink at this address.
  ///
  /// The path and query may be secret: their hash distinguishes two hooks of a server without revealing them.
  static func key(_ address: HTTPAddress) -> String {
    var hash = FNV1a()
    hash.combine(address.url)
    return "\(address.origin)#\(String(hash.value, radix: 16))"
  }

  func send(_ request: Request, _ isOver: () -> Bool) -> DeliveryAnswer {
    let address = request.address ?? address
    var url = address.url
    for _ in 0...HTTPPost.redirectLimit {
      // An empty Expect keeps libcurl from asking first whether it may send a long body, which costs a second.
      let answer = client.send(
        url, headers: ["Expect:"] + request.headers + headers, body: request.body, method: request.method,
        limit: HTTPPost.readLimit, isOver: isOver)
      guard let next = answer.redirect, (try? HTTPAddress(next))?.origin == address.origin else {
        return redacted(DeliveryAnswer(answer))
      }
      url = next
    }
    return .dead(reason: "more than \(HTTPPost.redirectLimit) redirects", detail: "")
  }

  /// Removes secrets from an answer, because a server may repeat what it was sent.
  private func redacted(_ answer: DeliveryAnswer) -> DeliveryAnswer {
    answer.reworded { text in secrets.reduce(text) { $0.replacing($1, with: "…") } }
  }
}
