import Geo
import GeoFeeds
import NIOCore
import NIOHTTP1
import NIOPosix

/// How requests come.
extension HTTPConnection {
  /// Bodies up to this are read to their end before a refusal, so that the connection can go on.
  private static let shortBody = 64 << 10
  /// What is still read of a request that has been answered: enough for most to see their answer.
  private static let drainLimit = 1 << 20

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
    requestCount += 1
    desk.tally.requests += 1
    // What follows a request for another protocol is not read as HTTP, so the answer ends the connection.
    let staysHTTP = head.method != .CONNECT && !head.headers.contains(name: "Upgrade")
    keepsAlive = head.isKeepAlive && staysHTTP && requestCount < desk.limits.requests
    incoming.isHead = head.method == .HEAD
    let now = monotonicSeconds()
    deadline = now + Double(desk.limits.bodyPatience)
    admit(head, now)
    guard let refusal = incoming.refusal, phase == .reading else { return }
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
      incoming.refusal = HTTPRefusal(400, "a request has one field Host, this one has \(hosts)")
      return
    }
    let client = ClientAddress.client(
      head.headers, peer: peer, isProxied: desk.limits.isProxied && isLocal)
    if desk.limits.rate != nil || !LoopbackName.isOne(client), let wait = desk.rates.take(client, at: now) {
      incoming.refusal = desk.limits.tooMany(wait)
      return
    }
    let read = HTTPHead.read(head, path: path, query: query, desk.limits)
    if case .success(var health) = read, health.route == .health {
      // Not whom a proxy lets in, nor a page that calls this machine by another name.
      health.isOwn =
        isLocal && ClientAddress.proxyField(head.headers) == nil
        && head.headers.first(name: "Host").map { LoopbackName.isOne($0) } ?? true
      incoming.head = health
      return
    }
    switch desk.gate.decide(head.headers, query: query, client: client, at: now) {
    case .refuse(let refusal): incoming.refusal = refusal
    case .open(let user): proceed(read, user: user)
    case .check(let attempt):
      proceed(read, user: attempt.name)
      if incoming.refusal == nil { check(attempt) }
    }
  }

  private func proceed(_ read: Result<HTTPHead, HTTPRefusal>, user: String?) {
    switch read {
    case .failure(let refusal): incoming.refusal = refusal
    case .success(var head):
      head.request.user = user
      incoming.head = head
      if head.awaitsContinue {
        context?.writeAndFlush(
          wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
      }
    }
  }

  /// Has a password checked meanwhile; the body may come.
  private func check(_ attempt: HTTPGate.Attempt) {
    guard let users = desk.users, desk.pendingPasswords < RequestDesk.passwordLimit else {
      incoming.refusal = .later(503, "too many passwords are being checked", in: 2)
      return
    }
    incoming.isChecking = true
    desk.pendingPasswords += 1
    let number = requestCount
    desk.passwordThread.runIfActive(eventLoop: desk.eventLoop) {
      users.accepts(attempt.name, attempt.password)
    }
    .assumeIsolated().whenComplete { [self] outcome in
      desk.pendingPasswords -= 1
      let isRight = (try? outcome.get()) ?? false
      let refusal = desk.gate.note(isRight, attempt, at: monotonicSeconds())
      guard incoming.isChecking, requestCount == number, phase == .reading || phase == .answering else {
        return
      }
      incoming.isChecking = false
      incoming.refusal = refusal
      if incoming.isBodyWhole { settle() }
    }
  }

  private func take(_ part: ByteBuffer) {
    guard phase == .reading else {
      drained += part.readableBytes
      if phase == .draining, drained > HTTPConnection.drainLimit { context?.close(promise: nil) }
      return
    }
    guard incoming.refusal == nil else { return }
    incoming.received += part.readableBytes
    desk.heldBytes += part.readableBytes
    if incoming.received > desk.limits.body { return refuse(desk.limits.tooLarge(nil)) }
    if desk.heldBytes > desk.limits.allBodies {
      return refuse(.later(503, "too much is being sent at once", in: 5))
    }
    var part = part
    if incoming.body.readableBytes == 0 {
      incoming.body = part
    } else {
      incoming.body.writeBuffer(&part)
    }
  }

  private func end() {
    guard phase == .reading else {
      if phase == .draining { context?.close(promise: nil) }
      return
    }
    incoming.isBodyWhole = true
    phase = .answering
    deadline = .infinity
    if !incoming.isChecking { settle() }
  }

  /// All of a request is here, and who sends it is known.
  private func settle() {
    if let refusal = incoming.refusal { return refuse(refusal) }
    guard let head = incoming.head else { return }
    if head.route == .health { return write(200, desk.health(isFull: head.isOwn), []) }
    incoming.body.withUnsafeReadableBytes { desk.take(head.request, $0, from: self) }
  }
}
