import NIOCore

/// Accepts connections up to a limit, and asks the open ones to end when the server stops.
///
/// Belongs to the pipeline of the listening channel, and shares the event loop of all its connections.
final class OpenConnections: ChannelDuplexHandler {
  typealias InboundIn = any Channel
  typealias InboundOut = any Channel
  typealias OutboundIn = Never
  typealias OutboundOut = Never

  private let limit: Int
  private let clientLimit: Int
  private var channels: [ObjectIdentifier: any Channel] = [:]
  /// Open connections by the address of their client.
  private var counts: [String: Int] = [:]
  /// Whether the next connection waits in the backlog until an open one ends.
  private var isFull = false

  init(limit: Int, clientLimit: Int = .max) { (self.limit, self.clientLimit) = (limit, clientLimit) }

  func read(context: ChannelHandlerContext) {
    isFull = channels.count >= limit
    if !isFull { context.read() }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let channel = unwrapInboundIn(data)
    let client = ClientAddress.client(of: channel.remoteAddress?.ipAddress ?? "")
    guard counts[client, default: 0] < clientLimit else { return channel.close(promise: nil) }
    let key = ObjectIdentifier(channel)
    channels[key] = channel
    counts[client, default: 0] += 1
    channel.closeFuture.assumeIsolated().whenComplete { [self] _ in
      channels[key] = nil
      counts[client] = counts[client].flatMap { $0 > 1 ? $0 - 1 : nil }
      if isFull { read(context: context) }
    }
    context.fireChannelRead(data)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // NIO closes the listening channel now, an idle connection at once, and any other after its answer.
    context.fireUserInboundEventTriggered(event)
    guard event is ChannelShouldQuiesceEvent else { return }
    isFull = false
    let ending = channels
    channels = [:]
    for channel in ending.values {
      channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
  }
}
