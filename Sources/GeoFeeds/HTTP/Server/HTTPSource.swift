public import Geo
public import GeoFormats
import Glibc
import NIOCore
import Synchronization

/// Phones that send over HTTP: `http://127.0.0.1:PORT`.
///
/// - Shapes: the paths of ``HTTPRoute``. Without keys it listens on this machine's own addresses only.
/// - Errors: the server answers an unusable request with the remedy, and counts it.
public final class HTTPSource: LiveSource {
  public let name: String

  private let address: SourceAddress
  private let keys: HTTPKeys
  private let limits: HTTPLimits
  private let directory: DeviceDirectory
  private let options: FeedOptions
  private let answersWhenKept: Bool
  private let version: String
  /// The listener is nil on a page's port.
  private let running = Mutex<(ingestServer: IngestServer, port: Int, listener: HTTPListener?)?>(nil)
  /// Who listens for it; nil if it does so itself.
  private let page: PageServer?

  /// - Parameters:
  ///   - answersWhenKept: whether a request is answered only when the run has kept its events.
  ///   - page: a page whose port it shares.
  /// - Errors: ``GeoError`` `usage` for an invalid address, and for one that others can reach without keys.
  public init(
    _ address: SourceAddress, keys: HTTPKeys, directory: DeviceDirectory,
    options: FeedOptions = FeedOptions(),
    answersWhenKept: Bool, version: String, page: PageServer? = nil
  ) throws(GeoError) {
    name = address.name
    self.page = page
    limits = try HTTPLimits(address)
    try HTTPSource.check(address, keys, limits)
    self.address = address
    self.keys = keys
    self.directory = directory
    self.options = options
    self.answersWhenKept = answersWhenKept
    self.version = version
  }

  private static func check(
    _ address: SourceAddress, _ keys: HTTPKeys, _ limits: HTTPLimits
  ) throws(GeoError) {
    func fault(_ message: String) -> GeoError { GeoError(.usage, message, at: address.name) }
    guard address.scheme == "http" else {
      throw fault("TLS is not supported: listen on http://127.0.0.1:8080 behind caddy or nginx")
    }
    guard address.port != nil else {
      throw fault("names no port (expected for example http://127.0.0.1:8080)")
    }
    guard address.path.isEmpty || address.path == "/" else {
      throw fault("has a path, but the paths are fixed: \(HTTPRoute.help) (expected no path)")
    }
    guard address.user == nil, address.password == nil else {
      throw fault(
        "the address must not name users (expected --http-users FILE; geoscript http-user NAME makes it)")
    }
    guard keys.areNone else { return }
    let advice =
      "say who may send, with --http-token FILE (or $\(HTTPKeys.variable)) or --http-users FILE (geoscript "
      + "http-user NAME makes its lines)"
    guard !limits.isProxied else { throw fault("proxy=true lets others in: \(advice)") }
    guard address.host.isEmpty || LoopbackName.isOne(address.host) else {
      throw fault("others can reach \(address.host): \(advice); or listen on 127.0.0.1")
    }
  }

  public func start(_ inbox: LiveInbox) throws(GeoError) {
    HTTPSource.raiseFileLimit(to: limits.connections + 256)
    let decoder = IngestDecoder(
      name: name, directory: directory, options: options, unpackedLimit: limits.unpackedBody)
    let ingestServer = IngestServer(
      HTTPListener.eventLoop, inbox: inbox, decoder: decoder, keys: keys, limits: limits,
      answersWhenKept: answersWhenKept, version: version)
    let port: Int
    if let page, let shared = page.shared {
      shared.open(ingestServer)
      port = page.port
      running.withLock { $0 = (ingestServer, port, nil) }
    } else {
      let listener = try HTTPListener(
        host: HTTPSource.host(of: address), port: address.port ?? 0, ingestServer: ingestServer, name: name)
      port = listener.port
      running.withLock { $0 = (ingestServer, port, listener) }
    }
    let place = address.port == 0 ? "\(name) (port \(port))" : name
    inbox.post(
      .note(
        "\(place): listening for phones (OwnTracks posts to /pub, Traccar Client to /; GET /health; geoscript docs sources)"
      ))
  }

  /// The port it listens on; nil before its start.
  public var port: Int? { running.withLock { $0?.port } }

  /// The host that a source listens on.
  public static func host(of address: SourceAddress) -> String {
    address.host.isEmpty ? "127.0.0.1" : address.host
  }

  public var isConnected: Bool { port != nil }

  public func stop() {
    guard let (ingestServer, _, listener) = running.withLock({ $0 }) else { return }
    listener?.stop()
    // Meanwhile the run continues, and acknowledges what it has.
    ingestServer.close(patience: 2)
  }

  public func send(_ message: OutgoingMessage) -> Bool {
    guard message.topic == nil, let ingestServer = running.withLock({ $0?.ingestServer }) else {
      return false
    }
    return ingestServer.mailboxes.enqueue(message.json, for: message.device)
  }

  public var skips: SkipCounts { onLoop { $0.decoder.allSkips } ?? SkipCounts() }

  public var refusals: SkipCounts { onLoop { $0.counts.refusals } ?? SkipCounts() }

  public var summary: [String] {
    let unanswered = running.withLock { $0?.ingestServer.unanswered }
    return (onLoop { $0.sentences } ?? []) + (unanswered.map { [$0] } ?? [])
  }

  private func onLoop<Value: Sendable>(_ body: @escaping @Sendable (IngestServer) -> Value) -> Value? {
    guard let ingestServer = running.withLock({ $0?.ingestServer }) else { return nil }
    return try? ingestServer.eventLoop.submit { body(ingestServer) }.wait()
  }

  /// Raises the process's limit of open files to what its connections need, if the system allows it.
  private static func raiseFileLimit(to count: Int) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < count else {
      return
    }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(count))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
