import Geo
import NIOCore
import NIOHTTP1

/// One connection: its phase and its deadlines. Requests and answers alternate.
///
/// Belongs to its event loop, as its server does.
final class HTTPConnection: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  enum Phase {
    /// Between two requests, or in the header of one.
    case idle
    /// A header has arrived; the body follows.
    case reading
    /// The request is complete; its answer is not sent.
    case answering
    /// The answer was sent before the request was complete; the rest is discarded.
    case draining
    case over
  }

  let ingestServer: IngestServer
  var phase = Phase.idle
  private(set) var context: ChannelHandlerContext?
  /// The peer's address, and whether it is this machine's.
  private(set) var peer = ""
  private(set) var isLocal = false
  var incoming = IncomingRequest()
  var keepsAlive = true
  var requestCount = 0
  /// Bytes that arrived after an early answer.
  var drained = 0
  /// When the connection is cut off.
  var deadline = Double.infinity
  private var timer: Scheduled<Void>?

  init(_ ingestServer: IngestServer) { self.ingestServer = ingestServer }

  // MARK: Life

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    let address = context.channel.remoteAddress
    peer = ClientAddress.client(of: address?.ipAddress ?? "")
    isLocal = LoopbackName.isOne(peer)
    ingestServer.counts.connections += 1
    ingestServer.counts.openConnections += 1
    ingestServer.connectionsByClient[peer, default: 0] += 1
    deadline = monotonicSeconds() + Double(ingestServer.limits.headerPatience)
    scheduleTimer()
    if !isLocal, ingestServer.connectionsByClient[peer, default: 0] > ingestServer.limits.connectionsOfOne {
      context.close(promise: nil)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    ingestServer.counts.openConnections -= 1
    if let count = ingestServer.connectionsByClient[peer] {
      ingestServer.connectionsByClient[peer] = count > 1 ? count - 1 : nil
    }
    ingestServer.heldBytes -= incoming.received
    incoming = IncomingRequest()
    phase = .over
    timer?.cancel()
    self.context = nil
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // The peer has finished sending: a pending answer is still sent, then the connection ends.
    if case ChannelEvent.inputClosed? = event as? ChannelEvent {
      keepsAlive = false
      if phase != .answering { context.close(promise: nil) }
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    // A client that does not read its answers is not read from.
    context.channel.setOption(.autoRead, value: context.channel.isWritable).whenFailure { _ in }
    context.fireChannelWritabilityChanged()
  }

  // MARK: Time

  func scheduleTimer() {
    guard let context else { return }
    let wait = min(max(deadline - monotonicSeconds(), 0.05), 2)
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(Int64(wait * 1000))) {
      [weak self] in
      self?.checkTime()
    }
  }

  private func checkTime() {
    guard let context, monotonicSeconds() >= deadline else { return scheduleTimer() }
    guard phase == .reading else { return context.close(promise: nil) }
    refuse(HTTPRefusal(408, "the request did not come within \(ingestServer.limits.bodyPatience) s"))
    scheduleTimer()
  }
}
