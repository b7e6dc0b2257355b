import Geo
import NIOCore
import NIOHTTP1
import NIOPosix

/// One connection of a browser to the server of a page.
///
/// Belongs to its event loop; the pipeline hands it one request after the other.
final class PageConnection: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  let access: PageAccess
  let site: PageSite
  private let isStopping: AtomicFlag
  /// The port that the server listens on.
  private(set) var port = 0
  private(set) var client = ""
  private(set) var context: ChannelHandlerContext?
  private var head: HTTPRequestHead?
  private(set) var body: [UInt8] = []
  /// The bytes of the body so far.
  private var received = 0
  /// The messages that it gets; nil unless it has asked for them.
  var stream: PageStream?
  /// Whether the time of a shared link is over; nil for a stream of the whole page.
  var isShareOver: (@Sendable () -> Bool)?
  private var nextShareCheck = 0.0
  /// When the connection ends if nothing happens.
  private var deadline = 0.0
  private var timer: Scheduled<Void>?

  /// The most bytes of a request's body.
  static let bodyLimit = 64 << 10
  /// Seconds that a request, and a pause between two, may take.
  private static let patience = 75.0
  /// Seconds between two looks for messages.
  private static let pause: TimeAmount = .milliseconds(100)

  init(_ access: PageAccess, _ site: PageSite, _ isStopping: AtomicFlag) {
    (self.access, self.site, self.isStopping) = (access, site, isStopping)
  }

  // MARK: Life

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    port = context.channel.localAddress?.port ?? 0
    client = ClientAddress.client(of: context.channel.remoteAddress?.ipAddress ?? "")
    deadline = monotonicSeconds() + PageConnection.patience
    schedule()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    self.context = nil
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // The browser has finished sending.
    if case ChannelEvent.inputClosed? = event as? ChannelEvent { context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    pump()
    context.fireChannelWritabilityChanged()
  }

  private func schedule() {
    guard let context else { return }
    let wait = stream == nil ? TimeAmount.seconds(5) : PageConnection.pause
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: wait) { [weak self] in self?.look() }
  }

  private func look() {
    pump()
    let isOver = stream == nil ? monotonicSeconds() > deadline : isStopping.isSet || hasShareEnded
    guard isOver else { return schedule() }
    context?.close(promise: nil)
  }

  /// Looks at a file once in a second.
  private var hasShareEnded: Bool {
    guard let isShareOver, monotonicSeconds() >= nextShareCheck else { return false }
    nextShareCheck = monotonicSeconds() + 1
    return isShareOver()
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      // For the whole request: one that trickles in is given up.
      deadline = monotonicSeconds() + PageConnection.patience
      self.head = head
      (body, received) = ([], 0)
    case .body(let part):
      received += part.readableBytes
      if received <= PageConnection.bodyLimit { body += part.readableBytesView }
      // Up to here it is read to its end, because a client that still sends does not read the answer.
      if received > 256 * PageConnection.bodyLimit { context.close(promise: nil) }
    case .end:
      guard let head else { return }
      self.head = nil
      deadline = monotonicSeconds() + PageConnection.patience
      if received > PageConnection.bodyLimit {
        refuse(HTTPRefusal(413, "the body has more than \(PageConnection.bodyLimit) bytes"), head)
      } else {
        answer(head)
      }
      body = []
    }
  }

  // MARK: Answers

  /// What every answer carries.
  ///
  /// - Source: Content Security Policy Level 3; HO-98.
  private static let fields = [
    (
      "Content-Security-Policy",
      "default-src 'self'; worker-src blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
        + "form-action 'self'; frame-ancestors 'none'"
    ),
    ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
  ]

  func refuse(_ refusal: HTTPRefusal, _ head: HTTPRequestHead) {
    let text = Array((refusal.message + "\n").utf8)
    write(refusal.status, .init("text/plain; charset=utf-8", text), head, refusal.fields)
  }

  func write(
    _ status: Int, _ file: PageSite.File, _ head: HTTPRequestHead, _ fields: [(String, String)] = []
  ) {
    begin(
      status, head, fields + [("Content-Type", file.type), ("Content-Length", String(file.bytes.count))])
    let bytes = head.method == .HEAD ? [] : file.bytes
    context?.finish(ByteBuffer(bytes: bytes), keepsAlive: head.isKeepAlive)
  }

  func begin(_ status: Int, _ head: HTTPRequestHead, _ fields: [(String, String)]) {
    var headers = HTTPHeaders(PageConnection.fields)
    for (name, value) in fields { headers.add(name: name, value: value) }
    if !head.isKeepAlive { headers.add(name: "Connection", value: "close") }
    let answer = HTTPResponseHead(version: .http1_1, status: .init(statusCode: status), headers: headers)
    context?.write(wrapOutboundOut(.head(answer)), promise: nil)
  }

  func add(_ bytes: [UInt8]) {
    guard let context else { return }
    context.write(
      wrapOutboundOut(.body(.byteBuffer(context.channel.allocator.buffer(bytes: bytes)))), promise: nil)
  }

  // MARK: The stream

  /// Answers with a stream that ends with the connection.
  ///
  /// - Parameter greeting: its first line.
  func beginStream(
    _ greeting: [UInt8], of journal: PageJournal, after number: Int, _ head: HTTPRequestHead
  ) {
    // Proxies hold answers back unless they are told.
    begin(200, head, [("Content-Type", "application/x-ndjson"), ("X-Accel-Buffering", "no")])
    stream = PageStream(journal, after: number, at: monotonicSeconds())
    add(greeting)
    context?.flush()
    timer?.cancel()
    schedule()
    pump()
  }

  /// Sends what there is, as far as the browser takes it.
  private func pump() {
    guard let context, stream != nil else { return }
    var isChanged = false
    while context.channel.isWritable, let line = stream?.next(at: monotonicSeconds()) {
      add(line)
      isChanged = true
    }
    if isChanged { context.flush() }
    if stream?.isDead(at: monotonicSeconds()) == true { context.close(promise: nil) }
  }
}
