import Geo
import GeoFeeds
import GeoFormats

/// The live run: takes what sources put into the inbox, and fires what is due on the wall clock.
///
/// Each turn hands new events to the workers, advances clocks to now, saves both if the run saves anything,
/// and then answers the sources. It sleeps while there is nothing to do.
///
/// Owner: the run, on its own thread.
package final class LiveLoop {
  private let sources: [any LiveSource]
  private let inbox: LiveInbox
  private let pool: WorkerPool
  private let checkpointer: Checkpointer?
  private let output: Output
  /// Writes the recording to its file and returns whether all of it is there; then batches count as kept.
  var flushRecording: () -> Bool = { true }
  /// Seconds that events wait in windows before they are kept; 0 if they are kept on arrival.
  var windowWidth = 0.0

  /// The names of devices, for warnings about those beyond the limit.
  var directory: DeviceDirectory?
  /// Events of devices beyond the limit.
  private(set) var strangers = SkipCounts()

  /// The most devices of a live run: senders may invent any number of names, and each takes memory until the
  /// end.
  package static let deviceLimit = 100_000

  /// Whether alerts that waited are to be sent, and sends them if no checkpoint does.
  var areAlertsDue: () -> Bool = { false }
  var passAlerts: () -> Void = {}
  /// Answers consoles; returns whether that may have changed something.
  var serveConsoles: () -> Bool = { false }

  /// Adds errors to fixes on purpose.
  var distorter: LiveDistorter?
  /// Takes over new versions of files; nil in a run that does not.
  var reloader: Reloader?
  /// Nil unless the run is a service of systemd.
  var service: ServiceNotifier?
  /// Says live what goes on; nil before the run.
  private var reporter: LiveReporter?

  /// Sources that have begun.
  private var started: [any LiveSource] = []
  /// How many sources have come to an end, and the names of those that did with a fault.
  private var ended = (all: 0, withFault: [String]())
  /// Batches that are handled but not kept yet.
  private var unsettled = UnacknowledgedBatches()
  /// Whether something was handled since everything was last kept.
  private var isDirty = false
  private var fault: GeoError?
  /// The time at which all clocks end.
  private(set) var end = -TimeInterval.infinity

  /// The longest sleep in seconds, after which the loop notices a signal and a changed clock.
  private static let nap = 0.1

  init(
    _ sources: [any LiveSource], _ inbox: LiveInbox, _ pool: WorkerPool, _ checkpointer: Checkpointer?,
    _ output: Output
  ) {
    (self.sources, self.inbox, self.pool, self.checkpointer, self.output) = (
      sources, inbox, pool, checkpointer, output
    )
  }

  /// Runs until a signal, a failure under `--strict`, or the end of all sources; returns what stopped it.
  ///
  /// - Errors: ``GeoError`` of a source that cannot start.
  func run() throws(GeoError) -> GeoError? {
    let reporter = LiveReporter(sources, directory, output, service)
    self.reporter = reporter
    try start()
    reporter.start()
    service?.ready()
    defer { reporter.stop() }
    while Signals.stop == 0, !pool.hasFailed, !output.endsRun, fault == nil, ended.all < sources.count {
      turn(waiting: LiveLoop.nap)
    }
    stop()
    if fault == nil, !sources.isEmpty, ended.withFault.count == sources.count {
      let what = sources.count == 1 ? "the source has" : "all sources have"
      fault = GeoError(
        .unavailable, "\(what) ended with a fault", at: ended.withFault.joined(separator: ", "))
    }
    return fault
  }

  private func start() throws(GeoError) {
    for source in sources where Signals.stop == 0 {
      // On its own thread, because it may wait for a name server, and a signal should not.
      let inbox = inbox
      let starter = WorkerThread<GeoError?> {
        do throws(GeoError) { try source.start(inbox) } catch { return error }
        return nil
      }
      while !starter.hasEnded(within: LiveLoop.nap) {
        // The process ends soon, and the thread with it.
        if Signals.stop != 0 { return }
      }
      if let outcome = starter.join(), let fault = outcome {
        for earlier in started { earlier.stop() }
        refuse(inbox.close())
        throw fault
      }
      started.append(source)
    }
  }

  /// Takes the events there are, or waits for some, and does everything that is due.
  private func turn(waiting seconds: Double) {
    service?.beat()
    reload()
    let wait = min(seconds, max(0, pool.nextTick - inbox.now), keepingDelay, unsettled.delay(at: inbox.now))
    let taken = inbox.next(until: monotonicSeconds() + wait)
    report(taken.notices)
    if !taken.batches.isEmpty { handle(taken) }
    if pool.tick(to: inbox.now) || areAlertsDue() { isDirty = true }
    if serveConsoles() { isDirty = true }
    passAlerts()
    commit(waits: taken.batches.isEmpty)
  }

  private func reload() {
    guard let reloader, fault == nil else { return }
    let count = reloader.count
    fault = reloader.reloadIfDue()
    if reloader.count != count { isDirty = true }
  }

  private func handle(_ taken: LiveInbox.Take) {
    isDirty = true
    reporter?.count(taken.eventCount)
    if taken.batches.count == 1 {
      ingest(taken.batches[0].events)
    } else {
      var events: [DeviceEvent] = []
      events.reserveCapacity(taken.eventCount)
      for batch in taken.batches { events += batch.events }
      ingest(events)
    }
    for batch in taken.batches { unsettled.add(batch, width: windowWidth, at: monotonicSeconds()) }
  }

  private func ingest(_ events: [DeviceEvent]) {
    let events = known(events)
    pool.handleLive(distorter?.distort(events) ?? events)
  }

  /// Skips events of devices beyond the limit.
  private func known(_ events: [DeviceEvent]) -> [DeviceEvent] {
    guard let directory, directory.count > LiveLoop.deviceLimit else { return events }
    return events.filter { event in
      guard directory.isStranger(event.device) else { return true }
      if strangers.total == 0 {
        output.warn(
          "there are \(grouped(LiveLoop.deviceLimit)) devices: geoscript ignores all others "
            + "(does a sender make up names?)")
      }
      strangers.count("too many devices", "more than \(grouped(LiveLoop.deviceLimit))")
      return false
    }
  }

  private func report(_ notices: [LiveInbox.Notice]) {
    for notice in notices {
      switch notice {
      case .note(let text): output.note(text)
      case .warning(let text): output.repeatWarning(text)
      case .end(let source, let fault):
        ended.all += 1
        guard let fault else { continue }
        ended.withFault.append(source)
        output.repeatWarning("\(source): \(fault)")
      }
    }
  }

  // MARK: Keeping

  /// Seconds until handled events should be kept, infinity if nothing waits for that.
  private var keepingDelay: Double {
    guard let checkpointer, isDirty else { return .infinity }
    return checkpointer.pauseDelay
  }

  /// Keeps what has been handled: at once if a sender waits for an answer, otherwise now and then.
  private func commit(waits: Bool) {
    let reach = unsettled.reach(at: inbox.now, monotonic: monotonicSeconds())
    guard fault == nil, isDirty || reach != nil else { return }
    let isTime = checkpointer.map { $0.isDue || (waits && $0.pauseDelay <= 0) } ?? waits
    if isTime || reach != nil { commitAll(windowsTo: reach ?? inbox.now) }
  }

  /// - Parameter time: events that came a window's width before this time have left the windows.
  private func commitAll(windowsTo time: TimeInterval) {
    var isKept = true
    do throws(GeoError) {
      if !unsettled.isEmpty || checkpointer != nil { pool.drainWindows(to: windowWidth > 0 ? time : nil) }
      isKept = flushRecording()
      if inbox.nextLoss() { isKept = false }
      checkpointer?.touch()
      try checkpointer?.pause(pool)
      isDirty = false
    } catch { fault = error }
    // Some of the waiting events may be among the lines that were lost.
    guard shouldContinue, isKept else { return unsettled.acknowledgeAll(.refused) }
    unsettled.acknowledge(upTo: time)
  }

  // MARK: The end

  /// Stops the sources, handles what they still deliver, and advances all clocks to now.
  private func stop() {
    service?.stopping()
    let sources = started
    let wakeSignal = inbox
    // On its own thread, because a source may wait until its events are acknowledged.
    let stopper = WorkerThread<Void> {
      for source in sources { source.stop() }
      wakeSignal.signal()
    }
    while !stopper.hasEnded(within: 0) {
      if shouldContinue {
        turn(waiting: 0.01)
        letGo()
      } else {
        // A source may also wait for these answers.
        unsettled.acknowledgeAll(.refused)
        refuse(inbox.next(until: monotonicSeconds() + 0.02))
      }
    }
    _ = stopper.join()
    let rest = inbox.close()
    if shouldContinue {
      report(rest.notices)
      if !rest.batches.isEmpty { handle(rest) }
      end = inbox.now
      if pool.tick(to: end) { isDirty = true }
      letGo()
    } else {
      refuse(rest)
      end = inbox.now
    }
    unsettled.acknowledgeAll(.refused)
  }

  /// Ends the run: answers every waiting sender, and opens all windows.
  private func letGo() {
    if !unsettled.isEmpty { commitAll(windowsTo: .infinity) }
  }

  private var shouldContinue: Bool { fault == nil && !pool.hasFailed }

  private func refuse(_ taken: LiveInbox.Take) {
    report(taken.notices)
    for batch in taken.batches { batch.acknowledge?(.refused) }
  }
}
