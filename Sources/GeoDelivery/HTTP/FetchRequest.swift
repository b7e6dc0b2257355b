/// A request to a web server.
package protocol FetchRequest: Sendable {
  /// The decoded content of an answer.
  associatedtype Content: Sendable

  static var rules: FetchRules { get }
  var address: HTTPAddress { get }
  /// Identifies the request, also in the cache on disk: without secrets.
  var key: String { get }
  var headers: [String] { get }
  /// Seconds that its server wants between two requests of all programs of the user.
  var spacing: Double { get }
  /// The content of an answer with status 200 or 204.
  func content(of page: HTTPResponse) throws(FetchFault) -> Content
  /// The server's own reason for a refusal, if it gives one.
  func refusal(in page: HTTPResponse) -> String?
}

extension FetchRequest {
  package var spacing: Double { 0 }
  package func refusal(in page: HTTPResponse) -> String? { nil }
}
