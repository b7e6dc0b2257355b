import Geo
import Glibc
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix

/// Gives each connection that comes its handlers.
struct ConnectionSetup: ServerChildChannel {
  struct Value: ServerChildChannelValue {
    let channel: any Channel
  }

  let desk: RequestDesk

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      var limits = NIOHTTPDecoderLimitConfiguration()
      limits.maxHeaderFieldSize = desk.limits.header
      limits.maxHeaderListSize = desk.limits.header
      limits.maxHeaderFieldCount = desk.limits.headerFields
      let handlers = channel.pipeline.syncOperations
      try handlers.configureHTTPServerPipeline(
        withErrorHandling: false, withOutboundHeaderValidation: false, withEncoderConfiguration: .init(),
        withDecoderLimitConfiguration: limits)
      try handlers.addHandler(HTTPConnection(desk))
      return Value(channel: channel)
    }
  }

  func handle(value: Value, logger: Logger) async {
    try? await value.channel.closeFuture.get()
  }
}

/// A server on one address, from its start to its stop.
///
/// All connections share one event loop: what decodes requests needs no lock, and one thread takes several times the
/// requests that a script can.
struct HTTPListener: Sendable {
  /// The port it has: another than asked for where that was 0.
  let port: Int
  private let server: Server<ConnectionSetup>

  /// The thread of all servers, made with the first.
  static let eventLoop: any EventLoop = {
    NIOSingletons.groupLoopCountSuggestion = 1
    NIOSingletons.blockingPoolThreadCountSuggestion = 1
    return MultiThreadedEventLoopGroup.singleton.next()
  }()

  /// - Errors: ``GeoError`` where the address cannot be listened on.
  init(host: String, port: Int, desk: RequestDesk, name: String) throws(GeoError) {
    let started = HTTPListener.eventLoop.makePromise(of: Int.self)
    let server = Server(
      childChannelSetup: ConnectionSetup(desk: desk),
      configuration: ServerConfiguration(
        address: .hostname(host, port: port), backlog: 511,
        availableConnectionsDelegate: MaximumAvailableConnections(
          desk.limits.connections, logger: HTTPListener.silence)),
      onServerRunning: { started.succeed($0.localAddress?.port ?? port) },
      eventLoopGroup: HTTPListener.eventLoop,
      logger: HTTPListener.silence)
    // It fails only before it runs.
    Task(executorPreference: HTTPListener.executor) {
      do { try await server.run() } catch { started.fail(error) }
    }
    do {
      self.port = try started.futureResult.wait()
      self.server = server
    } catch {
      throw HTTPListener.fault(error, host: host, port: port, at: name)
    }
  }

  /// Takes no more connections; those that wait for nothing end, the others with their answer.
  func stop() {
    Task(executorPreference: HTTPListener.executor) { [server] in try? await server.shutdownGracefully() }
  }

  /// The server's own tasks run there too: the threads of other tasks may all be waiting for it to begin.
  private static let executor = LoopExecutor(eventLoop: eventLoop)

  private static let silence = Logger(label: "http") { _ in SwiftLogNoOpLogHandler() }

  private static func fault(_ error: any Error, host: String, port: Int, at name: String) -> GeoError {
    switch (error as? IOError)?.errnoCode {
    case EADDRINUSE:
      GeoError(.unavailable, "port \(port) is taken by another program (ss -ltnp shows which)", at: name)
    case EACCES:
      GeoError(.notPermitted, "only root may listen on port \(port) (expected 1024 or more)", at: name)
    case EADDRNOTAVAIL:
      GeoError(.unavailable, "\(host) is no address of this machine (ip address shows them)", at: name)
    default: GeoError(.unavailable, "cannot listen", at: name, cause: error)
    }
  }
}

/// Runs tasks on an event loop.
private final class LoopExecutor: TaskExecutor {
  private let eventLoop: any EventLoop

  init(eventLoop: any EventLoop) { self.eventLoop = eventLoop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
