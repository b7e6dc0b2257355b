/// Something that a web server is asked for.
protocol FetchRequest: Sendable {
  /// What becomes of a page that was understood.
  associatedtype Content: Sendable

  static var rules: FetchRules { get }
  var address: HTTPAddress { get }
  /// Tells it from other requests, also where answers are kept: without what is secret.
  var key: String { get }
  var headers: [String] { get }
  /// Seconds that its server wants between two requests, of all programs of the user.
  var spacing: Double { get }
  /// What a page with the status 200 or 204 says.
  func content(of page: HTTPResponse) throws(FetchFault) -> Content
  /// Why the server refuses, in its own words, where it says so.
  func refusal(in page: HTTPResponse) -> String?
}

extension FetchRequest {
  var spacing: Double { 0 }
  func refusal(in page: HTTPResponse) -> String? { nil }
}

/// Why nothing came of a request.
struct FetchFault: Error, Equatable {
  enum Kind {
    /// The server is asked too often.
    case throttled
    /// It did not answer, or not as it should.
    case server
    /// It was not, or could not be, asked.
    case other
  }

  var reason: String
  var kind = Kind.server
}
