public import Geo
public import GeoFormats
import Synchronization

/// The receivers behind a gpsd: `gpsd://host:2947/dev/ttyUSB0?device=boat`.
///
/// gpsd sends reports once it is asked to watch its receivers. An unreachable gpsd is tried again after
/// 1, 2, 4 … 10 s; a silent one is queried.
///
/// Sendable by its invariant: the thread and its callers access their shared state only with `lock` held:
/// `decoder`, `cutter`, `counts`.
public final class GPSDSource: LiveSource, @unchecked Sendable {
  public let name: String

  /// - Source: IANA's register of service names, `gpsd`.
  public static let defaultPort = 2947

  let host: String
  let port: Int
  /// The request for reports; a silent gpsd answers it with its list of receivers.
  let request: String
  /// Seconds of silence before gpsd is queried, and again before the connection counts as lost.
  let patience: Double

  let thread = SourceThread()
  let lock = Mutex(())
  let decoder: GPSDDecoder
  let cutter = LineSplitter()
  var counts = LineCounts()

  /// - Parameter patience: seconds of silence before gpsd is queried.
  /// - Errors: ``GeoError`` `usage` for an invalid address.
  public init(
    _ address: SourceAddress, directory: DeviceDirectory, options: FeedOptions = FeedOptions(),
    patience: Double = 10
  ) throws(GeoError) {
    try address.require(parameters: ["device"])
    name = address.name
    host = address.host.isEmpty ? "localhost" : address.host
    port = address.port ?? GPSDSource.defaultPort
    self.patience = patience
    let path = address.path.count > 1 ? address.path : nil
    request = try GPSDSource.request(path, at: address.name)
    decoder = GPSDDecoder(
      LineContext(
        name: address.name, device: GPSDSource.deviceName(address, path), directory: directory,
        options: options),
      path: path)
  }

  /// - Source: gpsd_json(5), "?WATCH"; requests have 80 characters at most, a limit that newer releases lack.
  private static func request(_ path: String?, at name: String) throws(GeoError) -> String {
    guard let path else { return "?WATCH={\"enable\":true,\"json\":true};\n" }
    // No system has a device path that needs an escape.
    let isPlain = path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != 0x22 && $0 != 0x5c }
    guard isPlain, path.utf8.count <= 128 else {
      throw GeoError(
        .usage, "'\(path)' is not a receiver's path (expected one such as /dev/ttyUSB0)", at: name)
    }
    return "?WATCH={\"enable\":true,\"json\":true,\"device\":\"\(path)\"};\n"
  }

  /// The device of the first receiver, or of the selected one.
  private static func deviceName(_ address: SourceAddress, _ path: String?) -> String {
    if let given = address["device"], !given.isEmpty { return given }
    let isHere = ["", "localhost", "127.0.0.1", "::1"].contains(address.host)
    let base = isHere ? "gpsd" : address.host
    guard let last = path?.split(separator: "/").last else { return base }
    return "\(base)/\(last)"
  }

  public func start(_ inbox: LiveInbox) throws(GeoError) { thread.start(inbox) { [self] in run() } }

  public func stop() { thread.stop() }

  public var isConnected: Bool { thread.isConnected }

  public var skips: SkipCounts { lock.withLock { _ in decoder.skips } }

  public var summary: [String] { lock.withLock { _ in [counts.summary] } }
}
