import Geo
import GeoFeeds

/// The run of what happens now: takes what sources put into the inbox, and fires what is due on the wall's clock.
///
/// Each turn hands what has come to the crew, lets clocks run to now, keeps both where anything is kept, and then tells
/// the sources. It sleeps while there is nothing to do.
///
/// Owner: the run, on its own thread.
final class LiveLoop {
  private let sources: [any LiveSource]
  private let inbox: LiveInbox
  private let crew: any Crew
  private let keeper: StateKeeper?
  private let output: Output
  /// Puts what a recording has been given into its file, and says whether all is there: batches count as kept then.
  var flushRecording: () -> Bool = { true }

  /// Makes fixes worse on purpose.
  var distorter: LiveDistorter?

  /// Sources that have come to an end, and how many of those with a fault.
  private var ended = (all: 0, withFault: 0)
  /// Batches that are handled, until they are kept.
  private var unsettled: [@Sendable (LiveOutcome) -> Void] = []
  /// Whether something was handled since all was last kept.
  private var isDirty = false
  private var fault: GeoError?
  /// Where all clocks end.
  private(set) var end = -TimeInterval.infinity

  /// Seconds of sleep at most: a signal is seen after that, and a clock that was set.
  private static let nap = 0.1

  init(
    _ sources: [any LiveSource], _ inbox: LiveInbox, _ crew: any Crew, _ keeper: StateKeeper?,
    _ output: Output
  ) {
    (self.sources, self.inbox, self.crew, self.keeper, self.output) = (sources, inbox, crew, keeper, output)
  }

  /// Runs until a signal, a failure under `--strict`, or the end of all sources; returns what stopped it.
  ///
  /// - Errors: ``GeoError`` of a source that cannot begin.
  func run() throws(GeoError) -> GeoError? {
    try start()
    while Signals.stop == 0, !crew.hasFailed, !output.isBroken, fault == nil, ended.all < sources.count {
      turn(waiting: LiveLoop.nap)
    }
    stop()
    if fault == nil, !sources.isEmpty, ended.withFault == sources.count {
      let what = sources.count == 1 ? "the source has" : "all sources have"
      fault = GeoError(.unavailable, "\(what) come to an end with a fault")
    }
    return fault
  }

  private func start() throws(GeoError) {
    for (index, source) in sources.enumerated() {
      do throws(GeoError) { try source.start(inbox) } catch {
        for earlier in sources[..<index] { earlier.stop() }
        refuse(inbox.close())
        throw error
      }
    }
  }

  /// Takes what there is, or waits for something, and does all that is due.
  private func turn(waiting seconds: Double) {
    let wait = min(seconds, max(0, crew.nextTick - inbox.now), keepingDelay)
    let taken = inbox.take(until: monotonicSeconds() + wait)
    tell(taken.notices)
    if !taken.batches.isEmpty { handle(taken) }
    if crew.tick(to: inbox.now) { isDirty = true }
    keep(waits: taken.batches.isEmpty)
  }

  private func handle(_ taken: LiveInbox.Take) {
    isDirty = true
    if taken.batches.count == 1 {
      take(taken.batches[0].events)
    } else {
      var events: [DeviceEvent] = []
      events.reserveCapacity(taken.eventCount)
      for batch in taken.batches { events += batch.events }
      take(events)
    }
    for batch in taken.batches { if let settle = batch.settle { unsettled.append(settle) } }
  }

  private func take(_ events: [DeviceEvent]) { crew.handleLive(distorter?.distort(events) ?? events) }

  private func tell(_ notices: [LiveInbox.Notice]) {
    for notice in notices {
      switch notice {
      case .note(let text): output.note(text)
      case .warning(let text): output.warn(text)
      case .end(let source, let fault):
        ended.all += 1
        guard let fault else { continue }
        ended.withFault += 1
        output.warn("\(source): \(fault)")
      }
    }
  }

  // MARK: Keeping

  /// Seconds until what was handled should be kept, infinity where nothing waits for that.
  private var keepingDelay: Double {
    guard let keeper, isDirty else { return .infinity }
    return keeper.pauseDelay
  }

  /// Keeps what has been handled: at once when somebody waits for an answer, else now and then.
  private func keep(waits: Bool) {
    guard isDirty, fault == nil else { return }
    let isDue = keeper.map { $0.isDue || (waits && $0.pauseDelay <= 0) } ?? waits
    if isDue || !unsettled.isEmpty { keepAll() }
  }

  private func keepAll() {
    var isRecorded = true
    do throws(GeoError) {
      if !unsettled.isEmpty || keeper != nil { crew.settle() }
      isRecorded = flushRecording()
      keeper?.touch()
      try keeper?.pause(crew)
      isDirty = false
    } catch { fault = error }
    let outcome: LiveOutcome = fault == nil && !crew.hasFailed && isRecorded ? .accepted : .refused
    for settle in unsettled { settle(outcome) }
    unsettled = []
  }

  // MARK: The end

  /// Stops the sources, handles what they still bring, and lets all clocks come to now.
  private func stop() {
    let sources = sources
    let bell = inbox
    // On a thread of its own: a source may wait until what it has put here is settled.
    let stopper = WorkerThread<Void> {
      for source in sources { source.stop() }
      bell.ring()
    }
    while !stopper.hasEnded(within: 0) {
      if goesOn { turn(waiting: 0.01) } else { refuse(inbox.take(until: monotonicSeconds() + 0.02)) }
    }
    _ = stopper.join()
    let rest = inbox.close()
    if goesOn {
      tell(rest.notices)
      if !rest.batches.isEmpty { handle(rest) }
      end = inbox.now
      if crew.tick(to: end) { isDirty = true }
      if !unsettled.isEmpty { keepAll() }
    } else {
      refuse(rest)
      end = inbox.now
    }
  }

  private var goesOn: Bool { fault == nil && !crew.hasFailed }

  private func refuse(_ taken: LiveInbox.Take) {
    tell(taken.notices)
    for batch in taken.batches { batch.settle?(.refused) }
  }
}
