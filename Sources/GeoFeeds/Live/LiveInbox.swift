public import Geo

/// The outcome of a batch, for a source that answers its sender.
public enum LiveOutcome: Sendable {
  /// Handled, and stored if the run stores anything.
  case accepted
  /// The run ends, or could not store it: the sender must send it again.
  case refused
}

/// Events that arrived together.
///
/// - Shapes: `time` of each event is its arrival, as ``LiveInbox/now`` gave it; `timestamp` is when it was measured.
public struct LiveBatch: Sendable {
  public var events: [DeviceEvent]
  /// Called once, on any thread, when all of it is handled and stored.
  public var acknowledge: (@Sendable (LiveOutcome) -> Void)?

  public init(_ events: [DeviceEvent], acknowledge: (@Sendable (LiveOutcome) -> Void)? = nil) {
    self.events = events
    self.acknowledge = acknowledge
  }
}

/// The queue between the live sources of a run and the run.
///
/// Holds a bounded number of events: sources that can wait do so, and sockets pass that back to their
/// senders.
public final class LiveInbox: Sendable {
  /// A message for the user.
  public enum Notice: Sendable, Hashable {
    /// Good news: connected, back again.
    case note(String)
    /// A loss or a refusal, and what the source does about it.
    case warning(String)
    /// A source has ended for good; `fault` is nil if that was intended.
    case end(source: String, fault: String?)
  }

  /// The result of one call of ``next(until:)``.
  public struct Take: Sendable {
    public var batches: [LiveBatch] = []
    public var notices: [Notice] = []
    /// How many events arrived.
    public var eventCount = 0
  }

  private struct State: Sendable {
    var held = Take()
    var isClosed = false
    var isSignaled = false
    var refused: Set<DeviceID> = []
    var hasLost = false

    var isNews: Bool { !held.batches.isEmpty || !held.notices.isEmpty || isSignaled || isClosed }
  }

  private let state = Monitor(State())
  private let capacity: Int
  private let clock: @Sendable () -> TimeInterval

  /// - Parameters:
  ///   - capacity: the most waiting events.
  ///   - clock: seconds since 1970 on the host's clock.
  public init(capacity: Int = 65_536, clock: @escaping @Sendable () -> TimeInterval) {
    self.capacity = capacity
    self.clock = clock
  }

  /// The host's time, for the `time` of events that arrive.
  public var now: TimeInterval { clock() }

  /// How many events wait.
  public var waitingCount: Int { state.read { $0.held.eventCount } }

  /// Adds a batch, waiting up to `seconds` for room.
  ///
  /// - Returns: false if there is still no room, or the inbox is closed; the batch then stays with the
  ///   caller.
  public func add(_ batch: LiveBatch, waiting seconds: Double = .infinity) -> Bool {
    let end = seconds < .infinity ? monotonicSeconds() + seconds : .infinity
    return state.update(when: { $0.isClosed || $0.held.eventCount < capacity }, until: end) { state in
      guard !state.isClosed, state.held.eventCount < capacity else { return false }
      state.held.batches.append(batch)
      state.held.eventCount += batch.events.count
      return true
    }
  }

  /// Posts a notice for the user; never waits.
  public func post(_ notice: Notice) {
    state.update { if !$0.isClosed { $0.held.notices.append(notice) } }
  }

  /// Wakes the thread that waits in ``next(until:)``.
  public func signal() { state.update { $0.isSignaled = true } }

  /// Records that the run keeps nothing more of a device, because some of it was lost. Sources whose senders
  /// can keep it check ``refuses(_:)``.
  public func refuse(_ device: DeviceID) {
    state.update {
      $0.refused.insert(device)
      $0.hasLost = true
    }
  }

  /// Whether the run keeps nothing of a device.
  public func refuses(_ device: DeviceID) -> Bool { state.read { $0.refused.contains(device) } }

  /// Whether anything was lost since the last call.
  public func nextLoss() -> Bool {
    state.update { state in
      defer { state.hasLost = false }
      return state.hasLost
    }
  }

  /// Takes everything that has arrived, waiting for it until ``monotonicSeconds()`` reaches `time`.
  public func next(until time: Double) -> Take {
    state.update(when: { $0.isNews }, until: time) { state in
      state.isSignaled = false
      defer { state.held = Take() }
      return state.held
    }
  }

  /// Accepts nothing more and releases waiting threads; returns what was left.
  public func close() -> Take {
    state.update { state in
      state.isClosed = true
      defer { state.held = Take() }
      return state.held
    }
  }
}
