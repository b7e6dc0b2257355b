import Geo

/// A phone's request as the dialects see it: without the socket, and with only the header fields that they
/// need.
public struct IngestRequest: Sendable {
  public var route: HTTPRoute
  public var isPost: Bool
  /// The key of an alert that the path names.
  public var key: String?
  /// The text after the question mark.
  public var query: String
  /// In lower case, without parameters; empty if there was none.
  public var contentType: String
  /// Whether the body is packed with gzip.
  public var isPacked = false
  /// The authenticated user.
  public var user: String?
  /// The user that the request names, unverified: OwnTracks' `X-Limit-U` or Basic authorization.
  public var claimedUser: String?
  /// OwnTracks' `X-Limit-D`.
  public var claimedDevice: String?

  public init(_ route: HTTPRoute, isPost: Bool, query: String = "", contentType: String = "") {
    self.route = route
    self.isPost = isPost
    self.query = query
    self.contentType = contentType
  }
}

/// The answer to a phone once the run has its events.
public struct IngestResponse: Sendable, Hashable {
  public var status: Int
  public var body: String
  /// The device whose queued messages replace `[]` in ``body``; nil if the phone expects none.
  public var mailbox: String?

  public init(_ status: Int, _ body: String, mailbox: String? = nil) {
    self.status = status
    self.body = body
    self.mailbox = mailbox
  }

  static let ok = IngestResponse(200, #"{"result":"ok"}"#)

  /// One JSON object with the fault and its remedy.
  public static func fault(_ status: Int, _ message: String) -> IngestResponse {
    IngestResponse(status, fault(message))
  }

  /// The text of such an object.
  public static func fault(_ message: String) -> String {
    JSONValue.object([("error", .string(message))]).description
  }
}
