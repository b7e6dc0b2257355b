public import Geo
import NIOCore
import NIOHTTP1
import Synchronization

/// The part of a page's port that phones send to: `--from http://HOST:PORT` beside `--page HOST:PORT`.
///
/// Page and phones share no secret: each request is answered by one of the two, by its own rules.
public final class SharedPort: Sendable {
  let limits: HTTPLimits
  /// Nil before the start of the source.
  private let ingestServer = Mutex<IngestServer?>(nil)

  /// - Parameter address: that of the source.
  /// - Errors: ``GeoError`` `usage` for a limit that cannot be used.
  public init(_ address: SourceAddress) throws(GeoError) { limits = try HTTPLimits(address) }

  /// Who answers phones from now on.
  func open(_ server: IngestServer) { ingestServer.withLock { $0 = server } }

  /// Gives a connection the handlers that it begins with.
  ///
  /// - Parameter page: makes the handler of a browser's requests.
  func addHandlers(to channel: any Channel, page: @escaping @Sendable () -> PageConnection) throws {
    try HTTPListener.configure(channel, limits)
    let handlers = channel.pipeline.syncOperations
    let router = SharedConnection(page: page) { self.ingestServer.withLock { $0 } }
    try handlers.addHandler(router)
    try handlers.addHandler(router.first())
  }
}

/// Hands each request of a connection to the page or to the phones' server.
///
/// A proxy may send both kinds over one connection. The pipeline delivers a request after the answer to the one before
/// it, so that the handler can be exchanged between them. Belongs to its event loop.
private final class SharedConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private let page: () -> PageConnection
  private let phones: () -> IngestServer?
  private var current: (any RemovableChannelHandler)?

  init(page: @escaping () -> PageConnection, phones: @escaping () -> IngestServer?) {
    (self.page, self.phones) = (page, phones)
  }

  /// The handler before the first request: it also answers bytes that are no HTTP.
  func first() -> any RemovableChannelHandler {
    let handler: any RemovableChannelHandler = phones().map { HTTPConnection($0) } ?? page()
    current = handler
    return handler
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data), !turn(to: HTTPRoute.isOfPhone(head), context) {
      return context.close(promise: nil)
    }
    context.fireChannelRead(data)
  }

  /// Exchanges the handler if the request is of the other kind; false if nobody can answer it.
  private func turn(to isOfPhone: Bool, _ context: ChannelHandlerContext) -> Bool {
    guard let current, isOfPhone != (current is HTTPConnection) else { return true }
    let next: any RemovableChannelHandler
    if isOfPhone {
      guard let server = phones() else { return false }
      next = HTTPConnection(server)
    } else {
      next = page()
    }
    let handlers = context.pipeline.syncOperations
    // On the event loop it is gone when this returns.
    handlers.removeHandler(current).assumeIsolated().whenFailure { _ in context.close(promise: nil) }
    do { try handlers.addHandler(next) } catch { return false }
    self.current = next
    return true
  }
}

extension HTTPRoute {
  /// Whether a request is one of a phone, on a port that a page shares.
  ///
  /// A browser says with each `POST` where its page comes from; phones do not. What the page itself sends has its key.
  static func isOfPhone(_ head: HTTPRequestHead) -> Bool {
    if head.headers.contains(name: PageAccess.keyField) { return false }
    let isReading = head.method == .GET || head.method == .HEAD
    let (path, query) = head.target
    switch HTTPRoute(path: path) {
    case .any? where isReading:
      // Positions come in the query; the page's own has its token only.
      return query.split(separator: "&").contains { !$0.hasPrefix("token=") && $0.contains("=") }
    case .some: return true
    case nil: return !isReading && !head.headers.contains(name: "Origin")
    }
  }
}
