import Geo
import GeoFeeds
import LuaBridge
import Synchronization

/// The workers of a run: one on the calling thread, or several on threads of their own.
protocol Crew: AnyObject {
  /// Whether a callback has failed under `--strict`.
  var hasFailed: Bool { get }
  func handle(_ events: [DeviceEvent])
  /// At a pace: the track has come to `time`, and all events before it were handed over.
  func play(to time: TimeInterval)
  /// Live: handles what was taken together.
  func handleLive(_ events: [DeviceEvent])
  /// Live: when ``tick(to:)`` will have something to do, infinity for never.
  var nextTick: TimeInterval { get }
  /// Live: lets clocks run to `now` on the wall; whether anything was due.
  func tick(to now: TimeInterval) -> Bool
  /// Live: the recording is to end at `time`.
  func recordEnd(at time: TimeInterval)
  /// Waits until everything handed over has been handled, and is with the recorder.
  ///
  /// - Parameter time: live: what came a window's width before that has left the windows, too; infinity for all.
  func settle(windowsTo time: TimeInterval?)
  /// Loads devices of an earlier run that something concerns beside their own events.
  func wake(_ devices: [DeviceID], startsNow: Bool)
  /// Waits like ``settle(windowsTo:)`` and returns what has changed since the last call; only with `--state`.
  func checkpoint() -> WorkerState
  /// Ends the input: clocks run to the greatest time of all, at least to `time`, then `onFinish`. A stop by signal
  /// leaves the clocks.
  ///
  /// - Parameter stop: how a replayed run left its clocks.
  func finish(isStopped: Bool, atLeast time: TimeInterval, _ stop: RecordedStop)
  /// The maps that there are when all has ended.
  func mapsToDraw() -> [PictureJob]
  /// Draws maps at the end; returns what was drawn since the beginning of the run.
  func draw(_ jobs: [PictureJob]) -> PictureTally
  /// What the automatic picture is made of.
  func ways() -> [DeviceWay]
  /// Ends the copies of the script.
  func close() -> RunTally
}

/// All devices on the calling thread.
final class SingleCrew: Crew {
  let worker: Worker
  private let watchdog: Watchdog
  private let keepsState: Bool

  init(_ plan: WorkerPlan, output: Output) throws {
    worker = try Worker(plan, output: output)
    keepsState = plan.saved != nil
    watchdog = Watchdog(worker.watch, plan)
  }

  // The watchdog looks at the worker's machine.
  deinit { watchdog.stop() }

  var hasFailed: Bool { worker.hasFailed }

  func handle(_ events: [DeviceEvent]) {
    defer { worker.recording?.handOver() }
    for event in events {
      worker.eventNumber += 1
      worker.handle(event)
      // What is kept must be whole: with `--state` the batch is handled to its end.
      if worker.hasFailed || (Signals.stop != 0 && !keepsState) { return }
    }
  }

  func play(to time: TimeInterval) {
    worker.play(to: time)
    worker.recording?.handOver()
  }

  func recordEnd(at time: TimeInterval) {
    if !hasFailed { worker.recordEnd(at: time) }
    worker.recording?.handOver()
  }

  func handleLive(_ events: [DeviceEvent]) {
    worker.handleLive(events)
    worker.recording?.handOver()
  }

  var nextTick: TimeInterval { worker.deadlines.next }

  func tick(to now: TimeInterval) -> Bool {
    defer { worker.recording?.handOver() }
    return worker.tick(to: now)
  }

  func settle(windowsTo time: TimeInterval?) {
    if let time { worker.openWindows(to: time) }
    worker.recording?.handOver()
  }

  func wake(_ devices: [DeviceID], startsNow: Bool) { worker.wake(devices, startsNow: startsNow) }

  func checkpoint() -> WorkerState { worker.checkpoint() }

  func finish(isStopped: Bool, atLeast time: TimeInterval, _ stop: RecordedStop) {
    let last = isStopped ? nil : max(worker.flush(), time)
    worker.finish(at: last, stop)
    worker.recording?.handOver()
  }

  func mapsToDraw() -> [PictureJob] { worker.mapsToDraw() }

  func draw(_ jobs: [PictureJob]) -> PictureTally {
    worker.draw(jobs)
    return worker.pictureTally
  }

  func ways() -> [DeviceWay] { worker.ways() }

  func close() -> RunTally {
    worker.close()
    return worker.tally
  }
}

/// Devices spread over threads by a hash of their names, so that a device is always with the same worker.
final class ThreadedCrew: Crew {
  private enum Message: Sendable {
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

  private enum Answer: Sendable {
    case settled
    case state(WorkerState)
    case time(TimeInterval)
    case maps([PictureJob])
    case pictures(PictureTally)
    case ways([DeviceWay])
  }

  private struct Desk {
    let queue: BoundedQueue<Message>
    let answers: BoundedQueue<Answer>
    let clock: DeskClock
    let thread: WorkerThread<RunTally>
  }

  private let desks: [Desk]
  private let failed: Flag
  private let directory: DeviceDirectory
  /// The desk of each device seen so far.
  private var seats: [Int] = []
  private let keepsState: Bool
  /// The number of events handed over.
  private var eventCount = 0

  init(_ plan: WorkerPlan, output: Output, jobs: Int) throws {
    // What does not compile is said once, here.
    _ = try Worker(plan, output: output)
    let failed = Flag()
    self.failed = failed
    directory = plan.directory
    keepsState = plan.saved != nil
    desks = (0..<jobs).map { _ in
      // What is taken together may be all that the inbox holds.
      let queue = BoundedQueue<Message>(capacity: plan.live == nil ? 8 : 2)
      let answers = BoundedQueue<Answer>(capacity: 1)
      let clock = DeskClock()
      let thread = WorkerThread<RunTally> {
        ThreadedCrew.work(plan, output, queue, answers, clock, failed)
      }
      return Desk(queue: queue, answers: answers, clock: clock, thread: thread)
    }
  }

  private static func work(
    _ plan: WorkerPlan, _ output: Output, _ queue: BoundedQueue<Message>,
    _ answers: BoundedQueue<Answer>, _ clock: DeskClock, _ failed: Flag
  ) -> RunTally {
    // It compiled on the main thread a moment ago.
    guard let worker = try? Worker(plan, output: output) else { return RunTally() }
    let watchdog = Watchdog(worker.watch, plan)
    defer { watchdog.stop() }
    while let message = queue.next() {
      switch message {
      case .events(let events, let numbers):
        // What is kept must be whole: with `--state` all that was handed over is handled.
        for (index, event) in events.enumerated()
        where (Signals.stop == 0 || plan.saved != nil) && !failed.isSet {
          if !numbers.isEmpty { worker.eventNumber = numbers[index] }
          worker.handle(event)
          if worker.hasFailed { failed.set() }
        }
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
      worker.recording?.handOver()
      if let live = plan.live, clock.publish(worker.deadlines.next) { live.ring() }
    }
    worker.close()
    return worker.tally
  }

  var hasFailed: Bool { failed.isSet }

  func handle(_ events: [DeviceEvent]) {
    var shares = [[DeviceEvent]](repeating: [], count: desks.count)
    var numbers = [[Int]](repeating: [], count: desks.count)
    for event in events {
      let seat = seat(of: event.device)
      shares[seat].append(event)
      if keepsState {
        eventCount += 1
        numbers[seat].append(eventCount)
      }
    }
    for (index, share) in shares.enumerated() where !share.isEmpty {
      desks[index].queue.add(.events(share, numbers: numbers[index]))
    }
  }

  func wake(_ devices: [DeviceID], startsNow: Bool) {
    var shares = [[DeviceID]](repeating: [], count: desks.count)
    for device in devices { shares[seat(of: device)].append(device) }
    for (desk, share) in zip(desks, shares) { desk.queue.add(.wake(share, startsNow: startsNow)) }
  }

  private func seat(of device: DeviceID) -> Int {
    let index = Int(device.index)
    while seats.count <= index {
      var hash = FNV1a()
      hash.combine(directory.name(of: DeviceID(index: UInt32(seats.count))))
      seats.append(Int(hash.value % UInt64(desks.count)))
    }
    return seats[index]
  }

  func handleLive(_ events: [DeviceEvent]) {
    var shares = [[DeviceEvent]](repeating: [], count: desks.count)
    for event in events { shares[seat(of: event.device)].append(event) }
    for (desk, share) in zip(desks, shares) where !share.isEmpty { desk.queue.add(.live(share)) }
  }

  var nextTick: TimeInterval { desks.reduce(.infinity) { min($0, $1.clock.next) } }

  func tick(to now: TimeInterval) -> Bool {
    var isBusy = false
    for desk in desks where desk.clock.next <= now {
      isBusy = true
      desk.clock.beginTick()
      desk.queue.add(.tick(now))
    }
    return isBusy
  }

  func recordEnd(at time: TimeInterval) { for desk in desks { desk.queue.add(.recordEnd(time)) } }

  func play(to time: TimeInterval) { for desk in desks { desk.queue.add(.play(time)) } }

  func settle(windowsTo time: TimeInterval?) { _ = ask(.settle(time)) }

  private func ask(_ message: Message) -> [Answer] {
    for desk in desks { desk.queue.add(message) }
    return desks.compactMap { $0.answers.next() }
  }

  func checkpoint() -> WorkerState {
    ask(.checkpoint).reduce(into: WorkerState()) { all, answer in
      if case .state(let state) = answer { all.add(state) }
    }
  }

  func finish(isStopped: Bool, atLeast time: TimeInterval, _ stop: RecordedStop) {
    var last: TimeInterval?
    if !isStopped {
      last = ask(.flush).reduce(time) { last, answer in
        guard case .time(let time) = answer else { return last }
        return max(last, time)
      }
    }
    for desk in desks { desk.queue.add(.finish(last, stop)) }
  }

  func mapsToDraw() -> [PictureJob] {
    let all = ask(.findMaps).flatMap { answer in
      if case .maps(let jobs) = answer { jobs } else { [PictureJob]() }
    }
    return all.sorted { ($0.device.index, $0.map) < ($1.device.index, $1.map) }
  }

  func draw(_ jobs: [PictureJob]) -> PictureTally {
    var shares = [[PictureJob]](repeating: [], count: desks.count)
    for job in jobs { shares[seat(of: job.device)].append(job) }
    for (desk, share) in zip(desks, shares) { desk.queue.add(.draw(share)) }
    return desks.reduce(into: PictureTally()) { tally, desk in
      if case .pictures(let part)? = desk.answers.next() { tally.add(part) }
    }
  }

  func ways() -> [DeviceWay] {
    let all = ask(.ways).flatMap { answer in
      if case .ways(let ways) = answer { ways } else { [DeviceWay]() }
    }
    return all.sorted { $0.device.index < $1.device.index }
  }

  func close() -> RunTally {
    var tally = RunTally()
    for desk in desks { desk.queue.close() }
    for desk in desks { if let part = desk.thread.join() { tally.add(part) } }
    return tally
  }
}
