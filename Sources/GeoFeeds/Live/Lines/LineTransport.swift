public import Geo
import Glibc
import Synchronization

/// Lines that come over TCP, UDP or a serial line: `tcp://`, `udp://`, `nmea://`.
///
/// What the lines are is told by themselves: NMEA 0183, JSON of gpsd, OwnTracks or our event log. A place that cannot
/// be reached is tried again after 1, 2, 4 … 60 s, and so is one that ends.
///
/// Sendable by its invariant: what the thread and its callers share is `isStopped`, which is atomic, and what is
/// touched only with `lock` held: `senders`, `inbox`, `counts`.
public final class LineTransport: LiveSource, @unchecked Sendable {
  public let name: String

  let place: LinePlace
  /// Seconds without a byte after which a connection counts as lost.
  let timeout: Double

  let wake = Wake()
  private let ended = Wake()
  let isStopped = Atomic(false)
  let lock = Mutex(())
  let senders: LineSenders
  var inbox: LiveInbox?
  var counts = LineCounts()

  /// - Errors: ``GeoError`` `usage` for an address that makes no sense.
  public init(
    _ address: SourceAddress, directory: DeviceDirectory, options: FeedOptions = FeedOptions()
  ) throws(GeoError) {
    name = address.name
    place = try LinePlace(address)
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
      throw GeoError(.usage, "timeout \"\(text)\" is no number of seconds above 0", at: address.name)
    }
    return seconds
  }

  public func start(_ inbox: LiveInbox) throws(GeoError) {
    self.inbox = inbox
    var first: LineConnection?
    do throws(LineFault) {
      // What only this machine has a part in is opened at once; who does not answer may not hold up the start.
      if case .tcp = place {} else { first = try place.open(wake) }
    } catch {
      if error.isFinal { throw GeoError(.noInput, error.message, at: name) }
    }
    // The thread takes the connection over; nobody else has it.
    nonisolated(unsafe) let opened = first
    Thread.start { [self] in
      run(opened)
      ended.ring()
    }
  }

  public func stop() {
    isStopped.store(true, ordering: .sequentiallyConsistent)
    wake.ring()
    // A thread that waits for a name server is not waited for: it puts nothing into the inbox any more.
    _ = ended.wait(until: Wake.monotonic + 2)
    lock.withLock { _ in inbox = nil }
  }

  public var skips: SkipCounts { lock.withLock { _ in senders.skips } }

  public var summary: [String] { lock.withLock { _ in [counts.summary] } }
}

/// A thread that nobody waits for.
enum Thread {
  static func start(_ body: @escaping @Sendable () -> Void) {
    final class Body: Sendable {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    var thread = pthread_t()
    // Balanced by the takeRetainedValue below: the thread owns the object.
    let context = Unmanaged.passRetained(Body(body)).toOpaque()
    let fault = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context)
    precondition(fault == 0, "the system has no thread left")
    pthread_detach(thread)
  }
}
