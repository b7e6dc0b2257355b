import Geo
import GeoFeeds

/// Where a worker on a thread of its own takes what the crew sends it, and puts its answers.
struct CrewDesk: Sendable {
  enum Message: Sendable {
    /// With their numbers in the order of the input, where state is kept.
    case events([DeviceEvent], numbers: [Int])
    case play(TimeInterval)
    case recordEnd(TimeInterval)
    case live([DeviceEvent])
    case tick(TimeInterval)
    case settle(TimeInterval?)
    case wake([DeviceID], startsNow: Bool)
    case checkpoint
    case flush
    case finish(TimeInterval?, RecordedStop)
    case findMaps
    case draw([PictureJob])
    case ways
  }

  enum Answer: Sendable {
    case settled
    case state(WorkerState)
    case time(TimeInterval)
    case maps([PictureJob])
    case pictures(PictureTally)
    case ways([DeviceWay])
  }

  let queue: BoundedQueue<Message>
  let answers = BoundedQueue<Answer>(capacity: 1)
  let clock = DeskClock()
  /// Raised for all desks by the first failure under `--strict`.
  let failed: Flag

  init(isLive: Bool, failed: Flag) {
    // What is taken together may be all that the inbox holds.
    queue = BoundedQueue(capacity: isLive ? 2 : 8)
    self.failed = failed
  }

  /// The worker's thread: handles what comes until the queue is closed.
  func work(_ plan: WorkerPlan, _ output: Output) -> RunTally {
    // It compiled on the main thread a moment ago.
    guard let worker = try? Worker(plan, output: output) else { return RunTally() }
    let watchdog = Watchdog(worker.watch, plan)
    defer { watchdog.stop() }
    while let message = queue.next() {
      handle(message, worker)
      worker.recording?.handOver()
      if let live = plan.live, clock.publish(worker.deadlines.next) { live.ring() }
    }
    worker.close()
    return worker.tally
  }

  private func handle(_ message: Message, _ worker: Worker) {
    switch message {
    case .events(let events, let numbers): handle(events, numbers, worker)
    case .play(let time):
      if Signals.stop == 0, !failed.isSet {
        worker.play(to: time)
        if worker.hasFailed { failed.set() }
      }
    case .recordEnd(let time): if !failed.isSet { worker.recordEnd(at: time) }
    case .live(let events):
      if !failed.isSet { worker.handleLive(events) }
      if worker.hasFailed { failed.set() }
    case .tick(let now):
      if !failed.isSet { _ = worker.tick(to: now) }
      if worker.hasFailed { failed.set() }
      clock.endTick()
    case .settle(let time):
      if let time, !failed.isSet { worker.openWindows(to: time) }
      if worker.hasFailed { failed.set() }
      worker.recording?.handOver()
      answers.add(.settled)
    case .wake(let devices, let startsNow): worker.wake(devices, startsNow: startsNow)
    case .checkpoint: answers.add(.state(worker.checkpoint()))
    case .flush: answers.add(.time(failed.isSet ? -.infinity : worker.flush()))
    // A failure under --strict may have come after the main thread last looked.
    case .finish(let time, let stop): worker.finish(at: failed.isSet ? nil : time, stop)
    case .findMaps: answers.add(.maps(worker.mapsToDraw()))
    case .draw(let jobs):
      worker.draw(jobs)
      answers.add(.pictures(worker.pictureTally))
    case .ways: answers.add(.ways(worker.ways()))
    }
  }

  private func handle(_ events: [DeviceEvent], _ numbers: [Int], _ worker: Worker) {
    let keepsState = worker.plan.saved != nil
    // What is kept must be whole: with `--state` all that was handed over is handled.
    for (index, event) in events.enumerated() where (Signals.stop == 0 || keepsState) && !failed.isSet {
      if !numbers.isEmpty { worker.eventNumber = numbers[index] }
      worker.handle(event)
      if worker.hasFailed { failed.set() }
    }
  }
}
