public import Geo

/// What came of a batch, for a source that answers whoever sent it.
public enum LiveOutcome: Sendable {
  /// Handled, and kept where the run keeps anything.
  case accepted
  /// The run ends, or could not keep it: it must be sent again.
  case refused
}

/// Events that came together.
///
/// - Shapes: `time` of each event is its arrival, as ``LiveInbox/now`` gave it; `timestamp` is when it was measured.
public struct LiveBatch: Sendable {
  public var events: [DeviceEvent]
  /// Called once, on any thread, when all of it has been handled and kept.
  public var acknowledge: (@Sendable (LiveOutcome) -> Void)?

  public init(_ events: [DeviceEvent], acknowledge: (@Sendable (LiveOutcome) -> Void)? = nil) {
    self.events = events
    self.acknowledge = acknowledge
  }
}

/// Where all live sources of a run put their events, and where the run takes them from.
///
/// Holds a bounded number of events: who can wait is made to, which a socket passes on to its sender.
public final class LiveInbox: Sendable {
  /// Something to tell whoever runs the script.
  public enum Notice: Sendable, Hashable {
    /// As it should be: connected, back again.
    case note(String)
    /// Something is lost or refused, and what is done about it.
    case warning(String)
    /// A source has come to an end that it will not come back from; nil for one that was meant.
    case end(source: String, fault: String?)
  }

  /// What one call of ``next(until:)`` found.
  public struct Take: Sendable {
    public var batches: [LiveBatch] = []
    public var notices: [Notice] = []
    /// How many events came.
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
  ///   - capacity: the most events that wait.
  ///   - clock: seconds since 1970 on the host's clock.
  public init(capacity: Int = 65_536, clock: @escaping @Sendable () -> TimeInterval) {
    self.capacity = capacity
    self.clock = clock
  }

  /// The host's time, for the `time` of events that arrive.
  public var now: TimeInterval { clock() }

  /// Adds a batch, waiting up to `seconds` while there is no room.
  ///
  /// - Returns: false when there still is no room, or the run takes nothing more; the batch is the caller's then.
  public func add(_ batch: LiveBatch, waiting seconds: Double = .infinity) -> Bool {
    let end = seconds < .infinity ? monotonicSeconds() + seconds : .infinity
    return state.update(when: { $0.isClosed || $0.held.eventCount < capacity }, until: end) { state in
      guard !state.isClosed, state.held.eventCount < capacity else { return false }
      state.held.batches.append(batch)
      state.held.eventCount += batch.events.count
      return true
    }
  }

  /// Tells whoever runs the script something; never waits.
  public func post(_ notice: Notice) {
    state.update { if !$0.isClosed { $0.held.notices.append(notice) } }
  }

  /// Wakes the thread that waits in ``next(until:)``.
  public func signal() { state.update { $0.isSignaled = true } }

  /// Notes that nothing of a device is kept any more: some of it has been lost, and who asks its senders to keep it
  /// looks at ``refuses(_:)``.
  public func refuse(_ device: DeviceID) {
    state.update {
      $0.refused.insert(device)
      $0.hasLost = true
    }
  }

  /// Whether nothing of a device is kept.
  public func refuses(_ device: DeviceID) -> Bool { state.read { $0.refused.contains(device) } }

  /// Whether anything was lost since the last call.
  public func nextLoss() -> Bool {
    state.update { state in
      defer { state.hasLost = false }
      return state.hasLost
    }
  }

  /// Takes everything that has come, waiting for something until a time of ``monotonicSeconds()``.
  public func next(until time: Double) -> Take {
    state.update(when: { $0.isNews }, until: time) { state in
      state.isSignaled = false
      defer { state.held = Take() }
      return state.held
    }
  }

  /// Lets nothing more in, and whoever waits go; returns what was still here.
  public func close() -> Take {
    state.update { state in
      state.isClosed = true
      defer { state.held = Take() }
      return state.held
    }
  }
}
