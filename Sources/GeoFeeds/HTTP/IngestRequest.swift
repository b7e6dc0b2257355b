import Geo

/// What a phone asked, as the dialects see it: no socket, and of the header only what they need.
public struct IngestRequest: Sendable {
  public var route: HTTPRoute
  public var isPost: Bool
  /// As it stood behind the question mark.
  public var query: String
  /// In lower case, without parameters; empty where there was none.
  public var contentType: String
  /// Whether the body is packed with gzip.
  public var isPacked = false
  /// The user whose password was right.
  public var user: String?
  /// The user that the request names, unproven: OwnTracks' `X-Limit-U` or that of Basic authorization.
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

/// What is said to a phone when its events have been taken.
public struct IngestResponse: Sendable, Hashable {
  public var status: Int
  public var body: String
  /// The device whose queued messages take the place of `[]` in ``body``; nil where none are awaited.
  public var mailbox: String?

  public init(_ status: Int, _ body: String, mailbox: String? = nil) {
    self.status = status
    self.body = body
    self.mailbox = mailbox
  }

  static let ok = IngestResponse(200, #"{"result":"ok"}"#)

  /// One JSON object that says what was wrong and what would be right.
  public static func fault(_ status: Int, _ message: String) -> IngestResponse {
    IngestResponse(status, fault(message))
  }

  /// The text of such an object.
  public static func fault(_ message: String) -> String {
    JSONValue.object([("error", .string(message))]).description
  }
}
