public import Geo
import NIOCore
import NIOHTTP1
import NIOPosix

/// Answers GET with texts about this process, such as its metrics.
public struct StatusServer: Sendable {
  /// What a path answers.
  public struct Page: Sendable {
    public var status: Int
    public var contentType: String
    public var text: String

    public init(_ status: Int, _ text: String, contentType: String = "text/plain; charset=utf-8") {
      (self.status, self.contentType, self.text) = (status, contentType, text)
    }
  }

  /// The most connections that are open at once.
  static let connectionLimit = 64
  /// Seconds after which a connection without a request ends.
  static let idlePatience: Int64 = 75

  private let listener: HTTPListener

  /// - Parameters:
  ///   - host: at an address of this machine alone, requests for other names are refused: a name of another server may
  ///     lead here (DNS rebinding).
  ///   - name: the server in messages.
  ///   - page: makes the page of a path, nil for an unknown one; on a thread that may wait.
  /// - Errors: ``GeoError`` if it cannot listen on the address.
  public init(
    host: String, port: Int, name: String, page: @escaping @Sendable (_ path: String) -> Page?
  ) throws(GeoError) {
    let isLocal = LoopbackName.isOne(host)
    listener = try HTTPListener(
      host: host, port: port, connections: StatusServer.connectionLimit, name: name
    ) { channel in
      let handlers = channel.pipeline.syncOperations
      try handlers.configureHTTPServerPipeline()
      try handlers.addHandler(IdleStateHandler(allTimeout: .seconds(StatusServer.idlePatience)))
      try handlers.addHandler(StatusConnection(page, isLocal: isLocal))
    }
  }

  /// The port it listens on.
  public var port: Int { listener.port }

  public func stop() { listener.stop() }
}

/// One connection of a ``StatusServer``.
///
/// Belongs to its event loop; the pipeline hands it one request after the other.
private final class StatusConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let page: @Sendable (String) -> StatusServer.Page?
  private let isLocal: Bool
  private var head: HTTPRequestHead?

  init(_ page: @escaping @Sendable (String) -> StatusServer.Page?, isLocal: Bool) {
    (self.page, self.isLocal) = (page, isLocal)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): self.head = head
    case .body: break
    case .end:
      guard let head else { return }
      answer(head, context)
    }
  }

  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    guard head.method == .GET || head.method == .HEAD else {
      return write(.init(405, "the methods here are GET and HEAD\n"), head, context)
    }
    // Browsers always send Host; HTTP/1.0 has none.
    if isLocal, let host = head.headers["Host"].first(where: { !LoopbackName.isOne($0) }) {
      let name = PlainText.line(String(host.prefix(100)))
      let text = "Host \"\(name)\" is not a name of this machine's own address, such as 127.0.0.1\n"
      return write(.init(403, text), head, context)
    }
    let (page, path) = (page, String(head.target.path))
    // Metrics ask sources, and one of them may live on this event loop.
    NIOThreadPool.singleton.runIfActive(eventLoop: context.eventLoop) { page(path) }
      .assumeIsolated().whenComplete { [self] outcome in
        let found = (try? outcome.get()) ?? nil
        write(found ?? .init(404, "there is nothing at this path\n"), head, context)
      }
  }

  private func write(_ page: StatusServer.Page, _ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    var headers = HTTPHeaders()
    headers.add(name: "Content-Type", value: page.contentType)
    headers.add(name: "Content-Length", value: String(page.text.utf8.count))
    headers.add(name: "Cache-Control", value: "no-store")
    if page.status == 405 { headers.add(name: "Allow", value: "GET, HEAD") }
    if !head.isKeepAlive { headers.add(name: "Connection", value: "close") }
    let status = HTTPResponseStatus(statusCode: page.status)
    context.write(
      wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))),
      promise: nil)
    context.finish(ByteBuffer(string: head.method == .HEAD ? "" : page.text), keepsAlive: head.isKeepAlive)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    let hasEnded: Bool = if case ChannelEvent.inputClosed? = event as? ChannelEvent { true } else { false }
    if event is IdleStateHandler.IdleStateEvent || hasEnded { context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
