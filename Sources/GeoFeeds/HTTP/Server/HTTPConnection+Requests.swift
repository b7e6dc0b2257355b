import Geo
import NIOCore
import NIOHTTP1
import NIOPosix

/// Receiving requests.
extension HTTPConnection {
  /// Bodies up to this size are read to their end before a refusal, so that the connection stays usable.
  private static let shortBody = 64 << 10
  /// The most bytes to read after an answer: enough for most clients to see it.
  private static let drainLimit = 1 << 20

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (phase, unwrapInboundIn(data)) {
    case (.idle, .head(let head)): begin(head)
    case (.reading, .body(let part)): receive(part)
    case (.reading, .end):
      incoming.isBodyWhole = true
      phase = .answering
      deadline = .infinity
      handleRequest()
    case (.draining, .body(let part)):
      drained += part.readableBytes
      if drained > HTTPConnection.drainLimit { context.close(promise: nil) }
    case (.draining, .end): context.close(promise: nil)
    default: break
    }
  }

  private func begin(_ head: HTTPRequestHead) {
    phase = .reading
    requestCount += 1
    ingestServer.counts.requests += 1
    // What follows a request for another protocol is not read as HTTP, so the answer ends the connection.
    let staysHTTP = head.method != .CONNECT && !head.headers.contains(name: "Upgrade")
    keepsAlive = head.isKeepAlive && staysHTTP && requestCount < ingestServer.limits.requests
    incoming.isHead = head.method == .HEAD
    let now = monotonicSeconds()
    deadline = now + Double(ingestServer.limits.bodyPatience)
    do {
      try admit(head, now)
    } catch {
      incoming.refusal = error
      // A refusal in the middle of a request ends the connection, because the rest cannot be interpreted.
      let length = head.headers.first(name: "Content-Length").map { Int($0) ?? .max } ?? 0
      let isShort = length <= HTTPConnection.shortBody && !head.headers.contains(name: "Transfer-Encoding")
      let awaitsContinue = head.headers.contains(name: "Expect")
      if !isShort || awaitsContinue { refuse(error) }
    }
  }

  /// Reads a header: identifies the sender and decides what to do with the body.
  private func admit(_ head: HTTPRequestHead, _ now: Double) throws(HTTPRefusal) {
    let headers = head.headers
    let hosts = headers[canonicalForm: "host"].count
    guard hosts == 1 || (hosts == 0 && head.version == .http1_0) else {
      throw HTTPRefusal(400, "a request must have one Host field, this one has \(hosts)")
    }
    // The client is the peer, or the one that a proxy on this machine forwards for.
    let proxied = ingestServer.limits.isProxied && isLocal ? ClientAddress.client(headers) : nil
    let isNear = proxied.map { LoopbackName.isOne($0) } ?? isLocal
    let client = proxied ?? peer
    if ingestServer.limits.rate != nil || !isNear, let wait = ingestServer.rates.takeToken(client, at: now) {
      throw ingestServer.limits.tooMany(wait)
    }
    let (path, query) = head.target
    let read = Result { () throws(HTTPRefusal) in
      try IngestRequest(head, path: path, query: query, limits: ingestServer.limits)
    }
    if case .success(let request) = read, request.route == .health {
      // Excludes a proxy's clients, and pages that reach this machine by another name.
      incoming.isOwn =
        isLocal && ClientAddress.proxyField(headers) == nil
        && headers.first(name: "Host").map { LoopbackName.isOne($0) } ?? true
      incoming.request = request
      return
    }
    let decision = try ingestServer.accessControl.decide(headers, query: query, client: client, at: now)
    incoming.request = try read.get()
    if headers.first(name: "Expect")?.lowercased() == "100-continue" {
      context?.writeAndFlush(
        wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
    }
    switch decision {
    case .open(let user): incoming.request?.user = user
    case .check(let attempt):
      incoming.request?.user = attempt.name
      try check(attempt)
    }
  }

  /// Starts a password check; the body may arrive meanwhile.
  private func check(_ attempt: HTTPAccessControl.Attempt) throws(HTTPRefusal) {
    guard let users = ingestServer.users, ingestServer.pendingPasswords < IngestServer.passwordLimit else {
      throw .later(503, "too many passwords are being checked", in: 2)
    }
    incoming.isChecking = true
    ingestServer.pendingPasswords += 1
    let number = requestCount
    ingestServer.passwordThread.runIfActive(eventLoop: ingestServer.eventLoop) {
      users.accepts(attempt.name, attempt.password)
    }
    .assumeIsolated().whenComplete { [self] outcome in
      ingestServer.pendingPasswords -= 1
      let isRight = (try? outcome.get()) ?? false
      let refusal = ingestServer.accessControl.note(isRight, attempt, at: monotonicSeconds())
      guard incoming.isChecking, requestCount == number, phase == .reading || phase == .answering else {
        return
      }
      incoming.isChecking = false
      incoming.refusal = refusal
      handleRequest()
    }
  }

  private func receive(_ part: ByteBuffer) {
    guard incoming.refusal == nil else { return }
    incoming.received += part.readableBytes
    ingestServer.heldBytes += part.readableBytes
    if incoming.received > ingestServer.limits.body { return refuse(ingestServer.limits.tooLarge(nil)) }
    if ingestServer.heldBytes > ingestServer.limits.allBodies {
      return refuse(.later(503, "too much is being sent at once", in: 5))
    }
    var part = part
    if incoming.body.readableBytes == 0 {
      incoming.body = part
    } else {
      incoming.body.writeBuffer(&part)
    }
  }

  /// Handles the request once it is complete and its sender is known.
  private func handleRequest() {
    guard incoming.isBodyWhole, !incoming.isChecking else { return }
    if let refusal = incoming.refusal { return refuse(refusal) }
    guard let request = incoming.request else { return }
    if request.route == .health {
      return write(IngestResponse(200, ingestServer.health(isFull: incoming.isOwn)))
    }
    incoming.body.withUnsafeReadableBytes { ingestServer.ingest(request, $0, from: self) }
  }
}
