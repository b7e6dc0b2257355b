import Geo
import GeoFeeds

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
