public import Geo
public import GeoFormats
import Synchronization

/// Lines that come over TCP, UDP or a serial line: `tcp://`, `udp://`, `nmea://`.
///
/// The lines reveal their format: NMEA 0183, JSON of gpsd, OwnTracks or our event log. An endpoint that
/// cannot be reached, or that ends, is tried again after 1, 2, 4 … 60 s.
///
/// Sendable by its invariant: what the thread and its callers share is touched only with `lock` held: `senders`,
/// `counts`.
public final class LineTransport: LiveSource, @unchecked Sendable {
  public let name: String

  let place: LineEndpoint
  /// Seconds without a byte after which a connection counts as lost.
  let timeout: Double

  let thread = SourceThread()
  let lock = Mutex(())
  let senders: LineSenders
  var counts = LineCounts()

  /// - Errors: ``GeoError`` `usage` for an invalid address.
  public init(
    _ address: SourceAddress, directory: DeviceDirectory, options: FeedOptions = FeedOptions()
  ) throws(GeoError) {
    name = address.name
    place = try LineEndpoint(address)
    timeout = try LineTransport.timeout(address)
    let given = address["device"].flatMap { $0.isEmpty ? nil : $0 }
    senders = LineSenders(
      LineContext(
        name: address.name, device: given ?? place.deviceName ?? "", directory: directory,
        options: options),
      isNamed: given != nil)
  }

  private static func timeout(_ address: SourceAddress) throws(GeoError) -> Double {
    guard let text = address["timeout"] else { return .infinity }
    guard let seconds = Double(text), seconds > 0 else {
      throw GeoError(.usage, "timeout \"\(text)\" is not a number of seconds above 0", at: address.name)
    }
    return seconds
  }

  public func start(_ inbox: LiveInbox) throws(GeoError) {
    var first: LineConnection?
    do throws(ConnectionFault) {
      // Local endpoints are opened at once; a remote one that does not answer must not delay the start.
      if case .tcp = place {} else { first = try place.open(thread.wake) }
    } catch {
      if error.isFinal { throw GeoError(.noInput, error.message, at: name) }
    }
    // The thread takes over the connection; nobody else has it.
    nonisolated(unsafe) let opened = first
    thread.start(inbox) { [self] in run(opened) }
  }

  public func stop() { thread.stop() }

  public var isConnected: Bool { thread.isConnected }

  public var skips: SkipCounts { lock.withLock { _ in senders.skips } }

  public var summary: [String] { lock.withLock { _ in [counts.summary] } }
}
