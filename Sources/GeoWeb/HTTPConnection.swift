import GeoFeeds
import NIOCore
import NIOHTTP1
import NIOPosix

/// One connection: reads requests, one at a time, and writes their answers.
///
/// Belongs to its event loop, as its desk does.
final class HTTPConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  enum Phase {
    /// Between two requests, or in the header of one.
    case idle
    /// A header has come, the body comes.
    case reading
    /// All of a request has come; its answer has not gone.
    case answering
    /// The answer went before the whole request had come; the rest of that is thrown away.
    case draining
    case over
  }

  let desk: RequestDesk
  private(set) var phase = Phase.idle
  private(set) var context: ChannelHandlerContext?
  /// The address on the other side, and whether it is this machine's.
  private(set) var peer = ""
  private(set) var isLocal = false
  /// Whether the request is of a program of this machine, by one of its own names.
  private var isOwn = false
  private var head: HTTPHead?
  private var body = ByteBuffer()
  private var received = 0
  private var isChecking = false
  /// What is said when the rest of a short request has come.
  private var refusal: HTTPRefusal?
  private var isBodyWhole = false
  private var keepsAlive = true
  private var requestCount = 0
  private var drained = 0
  private var deadline = Double.infinity
  private var timer: Scheduled<Void>?

  init(_ desk: RequestDesk) { self.desk = desk }

  /// Bodies up to this are read to their end before a refusal, so that the connection can go on.
  private static let shortBody = 64 << 10
  /// What is still read of a request that has been answered: enough for most to see their answer.
  private static let drainLimit = 1 << 20
  private static let drainPatience = 2.0

  // MARK: Life

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    let address = context.channel.remoteAddress
    peer = HTTPConnection.client(of: address?.ipAddress ?? "")
    isLocal = LoopbackName.isOne(peer)
    desk.tally.connections += 1
    desk.tally.openConnections += 1
    desk.connectionsByClient[peer, default: 0] += 1
    deadline = RequestDesk.monotonic() + Double(desk.limits.headerPatience)
    scheduleTimer()
    if !isLocal, desk.connectionsByClient[peer, default: 0] > desk.limits.connectionsOfOne {
      context.close(promise: nil)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    desk.tally.openConnections -= 1
    if let count = desk.connectionsByClient[peer] {
      desk.connectionsByClient[peer] = count > 1 ? count - 1 : nil
    }
    finishRequest()
    phase = .over
    timer?.cancel()
    self.context = nil
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // The other side says no more: an answer that is due still goes, then the connection ends.
    if case ChannelEvent.inputClosed? = event as? ChannelEvent {
      keepsAlive = false
      if phase != .answering { context.close(promise: nil) }
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    // Who does not read answers is not asked for more requests.
    context.channel.setOption(.autoRead, value: context.channel.isWritable).whenFailure { _ in }
    context.fireChannelWritabilityChanged()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError, phase == .idle || phase == .reading else {
      return context.close(promise: nil)
    }
    keepsAlive = false
    isBodyWhole = true
    phase = .answering
    desk.tally.refusedRequests += 1
    let isLarge = error == .headerOverflow
    write(
      isLarge ? 431 : 400, IntakeAnswer.fault(isLarge ? "the header is too large" : "this is no HTTP/1.1"), []
    )
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): begin(head)
    case .body(let part): take(part)
    case .end: end()
    }
  }

  private func begin(_ head: HTTPRequestHead) {
    guard phase == .idle else { return }
    phase = .reading
    received = 0
    isBodyWhole = false
    isChecking = false
    requestCount += 1
    desk.tally.requests += 1
    keepsAlive = head.isKeepAlive && requestCount < desk.limits.requests
    let now = RequestDesk.monotonic()
    deadline = now + Double(desk.limits.bodyPatience)
    refusal = nil
    admit(head, now)
    guard let refusal, phase == .reading else { return }
    // A refusal in the middle of a request ends the connection, since the rest is not known for what it is.
    let length = head.headers.first(name: "Content-Length").map { Int($0) ?? .max } ?? 0
    let isShort = length <= HTTPConnection.shortBody && !head.headers.contains(name: "Transfer-Encoding")
    let awaitsContinue = head.headers.contains(name: "Expect")
    if !isShort || awaitsContinue { refuse(refusal) }
  }

  /// Decides on a header: notes a refusal, or what is to be done with the body.
  private func admit(_ head: HTTPRequestHead, _ now: Double) {
    let (path, query) = HTTPHead.target(head.uri)
    let hosts = head.headers[canonicalForm: "host"].count
    guard hosts == 1 || (hosts == 0 && head.version == .http1_0) else {
      refusal = HTTPRefusal(400, "a request has one field Host, this one has \(hosts)")
      return
    }
    let client = self.client(head.headers)
    // Not whom a proxy lets in, nor a page that calls this machine by another name.
    isOwn =
      isLocal && !head.headers.contains(name: "X-Forwarded-For") && !head.headers.contains(name: "Forwarded")
      && head.headers.first(name: "Host").map { LoopbackName.isOne($0) } ?? true
    if desk.limits.rate != nil || !LoopbackName.isOne(client), let wait = desk.rates.take(client, at: now) {
      refusal = HTTPRefusal(
        429, "too many requests", [("Retry-After", String(max(1, Int(wait.rounded(.up)))))])
      return
    }
    let read = HTTPHead.read(head, path: path, query: query, desk.limits)
    if case .success(let head) = read, head.route == .health {
      self.head = head
      return
    }
    switch desk.gate.decide(head.headers, query: query, client: client, at: now) {
    case .refuse(let refusal): self.refusal = refusal
    case .open(let user): proceed(read, user: user)
    case .check(let name, let password, let field):
      proceed(read, user: name)
      if refusal == nil { check(name, password, field, client) }
    }
  }

  private func proceed(_ read: Result<HTTPHead, HTTPRefusal>, user: String?) {
    switch read {
    case .failure(let refusal): self.refusal = refusal
    case .success(var head):
      head.request.user = user
      self.head = head
      if head.awaitsContinue {
        context?.writeAndFlush(
          wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
      }
    }
  }

  /// Has a password checked meanwhile; the body may come.
  private func check(_ name: String, _ password: String, _ field: String, _ client: String) {
    guard let users = desk.users, desk.pendingPasswords < RequestDesk.passwordLimit else {
      refusal = HTTPRefusal(503, "too many passwords are being checked", [("Retry-After", "2")])
      return
    }
    isChecking = true
    desk.pendingPasswords += 1
    let number = requestCount
    desk.passwordThread.runIfActive(eventLoop: desk.eventLoop) { users.accepts(name, password) }
      .assumeIsolated().whenComplete { [self] outcome in
        desk.pendingPasswords -= 1
        let isRight = (try? outcome.get()) ?? false
        let refusal = desk.gate.note(
          isRight, name: name, field: field, client: client, at: RequestDesk.monotonic())
        guard isChecking, requestCount == number, phase == .reading || phase == .answering else { return }
        isChecking = false
        if let refusal, isBodyWhole {
          refuse(refusal)
        } else if isBodyWhole {
          handle()
        } else {
          self.refusal = refusal
        }
      }
  }

  private func take(_ part: ByteBuffer) {
    guard phase == .reading else {
      drained += part.readableBytes
      if phase == .draining, drained > HTTPConnection.drainLimit { context?.close(promise: nil) }
      return
    }
    guard refusal == nil else { return }
    received += part.readableBytes
    desk.heldBytes += part.readableBytes
    if received > desk.limits.body {
      return refuse(
        HTTPRefusal(413, "the body is too large (at most \(desk.limits.body) bytes: send it in parts)"))
    }
    if desk.heldBytes > desk.limits.allBodies {
      return refuse(HTTPRefusal(503, "too much is being sent at once", [("Retry-After", "5")]))
    }
    var part = part
    if body.readableBytes == 0 { body = part } else { body.writeBuffer(&part) }
  }

  private func end() {
    guard phase == .reading else {
      if phase == .draining { context?.close(promise: nil) }
      return
    }
    isBodyWhole = true
    phase = .answering
    deadline = .infinity
    if let refusal { refuse(refusal) } else if !isChecking { handle() }
  }

  private func handle() {
    guard let head else { return }
    if head.route == .health { return write(200, desk.health(isFull: isOwn), []) }
    body.withUnsafeReadableBytes { desk.take(head.request, $0, from: self) }
  }

  // MARK: Answers

  func answer(_ answer: IntakeAnswer) {
    if answer.status >= 400 { desk.tally.refusedRequests += 1 }
    write(answer.status, answer.mailbox.map { desk.mailboxes.collect(for: $0) } ?? answer.body, [])
  }

  func refuse(_ refusal: HTTPRefusal) {
    desk.tally.refusedRequests += 1
    write(refusal.status, IntakeAnswer.fault(refusal.message), refusal.fields)
  }

  private func write(_ status: Int, _ text: String, _ fields: [(String, String)]) {
    guard let context, phase == .reading || phase == .answering else { return }
    let isCut = !isBodyWhole
    if isCut { keepsAlive = false }
    var headers = HTTPHeaders()
    headers.add(name: "Date", value: desk.dateText)
    if !text.isEmpty { headers.add(name: "Content-Type", value: "application/json") }
    headers.add(name: "Content-Length", value: String(text.utf8.count))
    for (name, value) in fields { headers.add(name: name, value: value) }
    if !keepsAlive { headers.add(name: "Connection", value: "close") }
    let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: status), headers: headers)
    let hasNoBody = self.head?.isHead == true || text.isEmpty
    finishRequest()
    phase = isCut ? .draining : keepsAlive ? .idle : .over
    let now = RequestDesk.monotonic()
    deadline = now + (keepsAlive ? Double(desk.limits.idlePatience) : HTTPConnection.drainPatience)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if !hasNoBody {
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
    }
    guard !keepsAlive else { return context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil) }
    // A connection that is closed with bytes unread is reset, and the answer lost: say the end, then read on a while.
    drained = 0
    context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
      context.close(mode: isCut ? .output : .all, promise: nil)
    }
  }

  private func finishRequest() {
    desk.heldBytes -= received
    received = 0
    body = ByteBuffer()
    head = nil
    refusal = nil
    isChecking = false
  }

  // MARK: Time

  private func scheduleTimer() {
    guard let context else { return }
    let wait = min(max(deadline - RequestDesk.monotonic(), 0.05), 2)
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(Int64(wait * 1000))) {
      [weak self] in
      self?.checkTime()
    }
  }

  private func checkTime() {
    guard let context, RequestDesk.monotonic() >= deadline else { return scheduleTimer() }
    guard phase == .reading else { return context.close(promise: nil) }
    refuse(HTTPRefusal(408, "the request did not come in time"))
    scheduleTimer()
  }

  // MARK: Clients

  /// Who asks: the other side, or whom a proxy of this machine names.
  private func client(_ headers: HTTPHeaders) -> String {
    guard desk.limits.isProxied, isLocal, let field = headers[canonicalForm: "x-forwarded-for"].last else {
      return peer
    }
    return HTTPConnection.client(of: String(field))
  }

  /// An address as clients are counted by: of IPv6 the network, since each has its addresses by the billion.
  static func client(of address: String) -> String {
    guard address.contains(":"), address != "::1" else { return address }
    if let last = address.split(separator: ":").last, last.contains(".") { return String(last) }
    return address.split(separator: ":", omittingEmptySubsequences: false).prefix(4).joined(separator: ":")
  }
}
