public import Geo
public import GeoFormats
import Synchronization

/// A simulation that moves by the wall clock, from its start on.
///
/// Sendable by its invariant: `source` belongs to the thread, from the start on.
public final class LiveSimulation: LiveSource, @unchecked Sendable {
  public let name: String
  private let source: any EventSource
  private let thread = SourceThread()
  private let count = Atomic(0)

  /// Seconds that events wait for others: thousands of devices send in one batch.
  private static let pause = 0.02

  /// - Parameter start: when it begins, in seconds since 1970.
  /// - Errors: ``GeoError`` for an invalid address, and for a line that cannot be read.
  public init(
    _ address: String, from start: TimeInterval, directory: DeviceDirectory,
    options: FeedOptions = FeedOptions()
  ) throws(GeoError) {
    var options = options
    options.isPaced = true
    options.simulationStart = start
    name = address
    source = try FileFeed.open(address, directory: directory, options: options)
  }

  public func start(_ inbox: LiveInbox) throws(GeoError) { thread.start(inbox) { [self] in play() } }

  private func play() {
    var events: [DeviceEvent] = []
    var fault: GeoError?
    do throws(GeoError) {
      while !thread.isStopped {
        events.removeAll(keepingCapacity: true)
        let isOver = try !source.read(into: &events)
        deliver(events[...])
        if isOver { break }
      }
    } catch { fault = error }
    if !thread.isStopped { thread.post(.end(source: name, fault: fault.map { "\($0)" })) }
  }

  /// Delivers events when their time has come.
  private func deliver(_ events: ArraySlice<DeviceEvent>) {
    var rest = events
    while let first = rest.first, !thread.isStopped {
      guard let now = thread.now else { return }
      guard first.timestamp <= now else {
        let wait = max(first.timestamp - now, LiveSimulation.pause)
        _ = thread.wake.wait(until: monotonicSeconds() + wait)
        continue
      }
      let due = rest.prefix { $0.timestamp <= now }
      rest = rest[due.endIndex...]
      if thread.deliver(Array(due)) { count.add(due.count, ordering: .relaxed) }
    }
  }

  public func stop() { thread.stop() }

  public var isConnected: Bool { !thread.isStopped }

  public var skips: SkipCounts { SkipCounts() }

  public var summary: [String] { ["\(count.load(ordering: .relaxed)) events"] }
}
