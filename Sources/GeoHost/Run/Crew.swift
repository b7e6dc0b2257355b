import Geo
import LuaBridge
import Synchronization

/// The workers of a run: one on the calling thread, or several on threads of their own.
protocol Crew: AnyObject {
  /// Whether a callback has failed under `--strict`.
  var hasFailed: Bool { get }
  func handle(_ events: [DeviceEvent])
  /// At a pace: the track has come to `time`, and all events before it were handed over.
  func play(to time: TimeInterval)
  /// Waits until everything handed over has been handled.
  func settle()
  /// Ends the input: clocks run to the greatest time of all, then `onFinish`. A stop by signal leaves the clocks.
  func finish(isStopped: Bool) -> RunTally
}

/// All devices on the calling thread.
final class SingleCrew: Crew {
  let worker: Worker
  private let watchdog: Watchdog

  init(_ plan: WorkerPlan, output: Output) throws {
    worker = try Worker(plan, output: output)
    watchdog = Watchdog(worker.watch, directory: plan.directory, script: plan.script.name)
  }

  // The watchdog looks at the worker's machine.
  deinit { watchdog.stop() }

  var hasFailed: Bool { worker.hasFailed }

  func handle(_ events: [DeviceEvent]) {
    for event in events {
      worker.handle(event)
      if worker.hasFailed || Signals.stop != 0 { return }
    }
  }

  func play(to time: TimeInterval) { worker.play(to: time) }

  func settle() {}

  func finish(isStopped: Bool) -> RunTally {
    let last = isStopped ? nil : worker.flush()
    worker.finish(at: last)
    return worker.tally
  }
}

/// Devices spread over threads by a hash of their names, so that a device is always with the same worker.
final class ThreadedCrew: Crew {
  private enum Message: Sendable {
    case events([DeviceEvent])
    case play(TimeInterval)
    case settle
    case flush
    case finish(TimeInterval?)
  }

  private struct Desk {
    let queue: BoundedQueue<Message>
    let answers: BoundedQueue<TimeInterval>
    let thread: WorkerThread<RunTally>
  }

  private let desks: [Desk]
  private let failed: Flag
  private let directory: DeviceDirectory
  /// The desk of each device seen so far.
  private var seats: [Int] = []

  init(_ plan: WorkerPlan, output: Output, jobs: Int) throws {
    // What does not compile is said once, here.
    _ = try Worker(plan, output: output)
    let failed = Flag()
    self.failed = failed
    directory = plan.directory
    desks = (0..<jobs).map { _ in
      let queue = BoundedQueue<Message>(capacity: 8)
      let answers = BoundedQueue<TimeInterval>(capacity: 1)
      let thread = WorkerThread<RunTally> {
        ThreadedCrew.work(plan, output, queue, answers, failed)
      }
      return Desk(queue: queue, answers: answers, thread: thread)
    }
  }

  private static func work(
    _ plan: WorkerPlan, _ output: Output, _ queue: BoundedQueue<Message>,
    _ answers: BoundedQueue<TimeInterval>, _ failed: Flag
  ) -> RunTally {
    // It compiled on the main thread a moment ago.
    guard let worker = try? Worker(plan, output: output) else { return RunTally() }
    let watchdog = Watchdog(worker.watch, directory: plan.directory, script: plan.script.name)
    defer { watchdog.stop() }
    while let message = queue.next() {
      switch message {
      case .events(let events):
        for event in events where Signals.stop == 0 && !failed.isSet {
          worker.handle(event)
          if worker.hasFailed { failed.set() }
        }
      case .play(let time):
        if Signals.stop == 0, !failed.isSet {
          worker.play(to: time)
          if worker.hasFailed { failed.set() }
        }
      case .settle: answers.add(0)
      case .flush: answers.add(failed.isSet ? -.infinity : worker.flush())
      // A failure under --strict may have come after the main thread last looked.
      case .finish(let time): worker.finish(at: failed.isSet ? nil : time)
      }
    }
    return worker.tally
  }

  var hasFailed: Bool { failed.isSet }

  func handle(_ events: [DeviceEvent]) {
    var shares = [[DeviceEvent]](repeating: [], count: desks.count)
    for event in events { shares[seat(of: event.device)].append(event) }
    for (desk, share) in zip(desks, shares) where !share.isEmpty { desk.queue.add(.events(share)) }
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

  func play(to time: TimeInterval) { for desk in desks { desk.queue.add(.play(time)) } }

  func settle() { _ = ask(.settle) }

  private func ask(_ message: Message) -> TimeInterval {
    for desk in desks { desk.queue.add(message) }
    return desks.reduce(-.infinity) { max($0, $1.answers.next() ?? -.infinity) }
  }

  func finish(isStopped: Bool) -> RunTally {
    let last = isStopped ? nil : ask(.flush)
    var tally = RunTally()
    for desk in desks {
      desk.queue.add(.finish(last))
      desk.queue.close()
    }
    for desk in desks { if let part = desk.thread.join() { tally.add(part) } }
    return tally
  }
}
