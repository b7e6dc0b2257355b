/// What the server of a page shows.
public struct PageSite: Sendable {
  public struct File: Sendable {
    public var type: String
    public var bytes: [UInt8]

    public init(_ type: String, _ bytes: [UInt8]) { (self.type, self.bytes) = (type, bytes) }
  }

  /// The page, with the value that its requests carry.
  public var page: @Sendable (_ key: String) -> [UInt8]
  /// Files that hold nothing of the run, by path.
  public var files: [String: File]
  /// A file that depends on the run, made on a thread that may wait; nil for an unknown path.
  public var file: @Sendable (_ path: String) -> File?
  /// The first message of a stream: a line of JSON with what the messages refer to; made on a thread that may wait.
  public var greeting: @Sendable () -> [UInt8]
  /// Takes what people do on the page; nil if it only shows.
  public var hands: PageHands?
  /// What else people may ask, by path: takes the body of a request, on a thread that may wait.
  public var questions: [String: @Sendable (_ body: [UInt8]) -> IngestResponse] = [:]
  /// A tile of the base map as PNG, made on a thread for all tiles; nil for an unknown path.
  public var tile: @Sendable (_ path: String) -> [UInt8]? = { _ in nil }
  /// The metrics of the run, made on a thread that may wait; nil if there are none.
  public var metrics: @Sendable () -> StatusServer.Page? = { nil }
  /// The messages.
  public var journal: PageJournal
  /// What a shared link shows; asked on a thread that may wait.
  public var shared: @Sendable (_ token: String) -> SharedPage = { _ in .unknown }

  public init(
    journal: PageJournal, files: [String: File], page: @escaping @Sendable (_ key: String) -> [UInt8],
    file: @escaping @Sendable (_ path: String) -> File?, greeting: @escaping @Sendable () -> [UInt8]
  ) {
    (self.journal, self.files, self.page, self.file, self.greeting) = (journal, files, page, file, greeting)
  }
}

/// What the token of a shared link opens.
public enum SharedPage: Sendable {
  /// The part of the run that it shows, until `isOver`, which is asked each second.
  case site(PageSite, isOver: @Sendable () -> Bool)
  /// Its time is over, or it was withdrawn.
  case ended
  case unknown
}

extension PageSite {
  /// Where the metrics are.
  public static let metricsPath = "/metrics"

  /// Where the tiles of the base map are.
  static let tilePath = "/tiles/"
}
