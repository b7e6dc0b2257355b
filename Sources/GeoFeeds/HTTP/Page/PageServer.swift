public import Geo
import NIOCore
import NIOHTTP1

/// Serves the page of a run.
public struct PageServer: Sendable {
  /// The most connections that are open at once; a browser has up to six.
  static let connectionLimit = 512

  /// The most of one address: others must get in, too. Behind a proxy all browsers have one address.
  static let clientLimit = 128

  private let listener: HTTPListener
  /// Where phones send to the same port; nil if none do.
  let shared: SharedPort?
  /// Ends the streams; NIO ends idle connections itself.
  private let isStopping: AtomicFlag

  /// - Errors: ``GeoError`` if it cannot listen on the address.
  public init(_ door: PageDoor, _ site: PageSite, shared: SharedPort? = nil) throws(GeoError) {
    let access = PageAccess(door)
    let isStopping = AtomicFlag()
    (self.isStopping, self.shared) = (isStopping, shared)
    // Phones have their own limit for one address.
    let phones = shared?.limits.connections
    listener = try HTTPListener(
      host: door.host, port: door.port, connections: PageServer.connectionLimit + (phones ?? 0),
      clientConnections: phones ?? PageServer.clientLimit, name: "--page"
    ) { channel in
      let page: @Sendable () -> PageConnection = { PageConnection(access, site, isStopping) }
      if let shared { return try shared.addHandlers(to: channel, page: page) }
      let handlers = channel.pipeline.syncOperations
      try handlers.configureHTTPServerPipeline()
      try handlers.addHandler(page())
    }
  }

  /// The port it listens on.
  public var port: Int { listener.port }

  public func stop() {
    isStopping.set()
    listener.stop()
  }
}
