import Geo
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix

/// A server on one address, from its start to its stop.
///
/// All connections share one event loop: decoding needs no lock, and one thread handles several times the
/// requests that a script can handle.
struct HTTPListener: Sendable {
  /// Its actual port; it differs from the requested one if that was 0.
  let port: Int
  private let channel: any Channel

  /// The thread of all servers, created with the first.
  static let eventLoop: any EventLoop = {
    NIOSingletons.groupLoopCountSuggestion = 1
    NIOSingletons.blockingPoolThreadCountSuggestion = 1
    return MultiThreadedEventLoopGroup.singleton.next()
  }()

  /// - Errors: ``GeoError`` if it cannot listen on the address.
  init(host: String, port: Int, ingestServer: IngestServer, name: String) throws(GeoError) {
    try self.init(host: host, port: port, connections: ingestServer.limits.connections, name: name) {
      try HTTPListener.configure($0, ingestServer.limits)
      try $0.pipeline.syncOperations.addHandler(HTTPConnection(ingestServer))
    }
  }

  /// - Parameters:
  ///   - connections: the most that are open at once.
  ///   - clientConnections: the most of one address; further ones are closed.
  ///   - handlers: gives a connection its handlers, on the event loop.
  /// - Errors: ``GeoError`` if it cannot listen on the address.
  init(
    host: String, port: Int, connections: Int, clientConnections: Int = .max, name: String,
    handlers: @escaping @Sendable (any Channel) throws -> Void
  ) throws(GeoError) {
    let bootstrap = ServerBootstrap(group: HTTPListener.eventLoop)
      .serverChannelOption(.backlog, value: 511)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            OpenConnections(limit: connections, clientLimit: clientConnections))
        }
      }
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try handlers(channel) }
      }
    do {
      channel = try bootstrap.bind(host: host, port: port).wait()
    } catch {
      throw HTTPListener.fault(error, host: host, port: port, at: name)
    }
    self.port = channel.localAddress?.port ?? port
  }

  /// Lets a connection read requests within limits.
  static func configure(_ channel: any Channel, _ limits: HTTPLimits) throws {
    var decoderLimits = NIOHTTPDecoderLimitConfiguration()
    decoderLimits.maxHeaderFieldSize = limits.header
    decoderLimits.maxHeaderListSize = limits.header
    decoderLimits.maxHeaderFieldCount = limits.headerFields
    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
      withErrorHandling: false, withOutboundHeaderValidation: false, withEncoderConfiguration: .init(),
      withDecoderLimitConfiguration: decoderLimits)
  }

  /// Accepts no more connections. Idle ones end at once, the others after their answer.
  func stop() { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }

  private static func fault(_ error: any Error, host: String, port: Int, at name: String) -> GeoError {
    switch (error as? IOError)?.errnoCode {
    case EADDRINUSE:
      GeoError(.unavailable, "port \(port) is taken by another program (ss -ltnp shows which)", at: name)
    case EACCES:
      GeoError(.notPermitted, "only root may listen on port \(port) (expected 1024 or more)", at: name)
    case EADDRNOTAVAIL:
      GeoError(.unavailable, "\(host) is not an address of this host (see ip address)", at: name)
    default: GeoError(.unavailable, "cannot listen", at: name, cause: error)
    }
  }
}

extension ChannelHandlerContext {
  /// Sends the body of an answer, and ends the answer once it is sent: until then the pipeline takes no further request,
  /// so that a client that asks and does not read costs one answer.
  func finish(_ body: ByteBuffer, keepsAlive: Bool) {
    let part = HTTPServerResponsePart.body(.byteBuffer(body))
    writeAndFlush(NIOAny(part)).assumeIsolated().whenComplete { [self] outcome in
      guard case .success = outcome else { return close(promise: nil) }
      writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil)), promise: nil)
      if !keepsAlive { close(promise: nil) }
    }
  }
}
