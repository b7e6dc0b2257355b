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
  /// Ends the streams; NIO ends idle connections itself.
  private let isStopping: AtomicFlag

  /// - Errors: ``GeoError`` if it cannot listen on the address.
  public init(_ door: PageDoor, _ site: PageSite) throws(GeoError) {
    let access = PageAccess(door)
    let isStopping = AtomicFlag()
    self.isStopping = isStopping
    listener = try HTTPListener(
      host: door.host, port: door.port, connections: PageServer.connectionLimit,
      clientConnections: PageServer.clientLimit, name: "--page"
    ) { channel in
      let handlers = channel.pipeline.syncOperations
      try handlers.configureHTTPServerPipeline()
      try handlers.addHandler(PageConnection(access, site, isStopping))
    }
  }

  /// The port it listens on.
  public var port: Int { listener.port }

  public func stop() {
    isStopping.set()
    listener.stop()
  }
}
