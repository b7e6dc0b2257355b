import Geo

/// One worker of a pool: in place on the calling thread, or on its own thread.
final class WorkerShard {
  typealias Job = @Sendable (Worker) -> Void

  private enum Home {
    case here(Worker)
    case thread(BoundedQueue<Job>, WorkerThread<RunCounts>)
  }

  /// Live: when it needs the next tick.
  let clock: WorkerClock
  private let home: Home

  /// Works in place.
  init(_ worker: Worker, _ plan: WorkerPlan) {
    clock = WorkerClock(plan.live)
    worker.watchdog = Watchdog(worker.watch, plan)
    home = .here(worker)
  }

  /// Works on its own thread.
  ///
  /// - Parameter place: its place among the workers.
  init(_ plan: WorkerPlan, _ output: Output, place: Int) {
    // A live batch may be everything in the inbox.
    let jobs = BoundedQueue<Job>(capacity: plan.live != nil ? 2 : 8)
    let clock = WorkerClock(plan.live, rings: true)
    self.clock = clock
    let thread = WorkerThread {
      // The script has already compiled on the main thread.
      guard let worker = try? Worker(plan, output: output, shard: place) else { return RunCounts() }
      worker.watchdog = Watchdog(worker.watch, plan)
      defer { worker.watchdog?.stop() }
      while let job = jobs.next() { worker.run(job, clock) }
      worker.close()
      return worker.counts
    }
    home = .thread(jobs, thread)
  }

  deinit {
    switch home {
    // Stopped first, because the watchdog reads the worker's machine.
    case .here(let worker): worker.watchdog?.stop()
    case .thread(let jobs, _): jobs.close()
    }
  }

  var workerInPlace: Worker? { if case .here(let worker) = home { worker } else { nil } }

  /// Makes the worker do something after everything sent before.
  func send(_ job: @escaping Job) {
    switch home {
    case .here(let worker): worker.run(job, clock)
    case .thread(let jobs, _): jobs.add(job)
    }
  }

  /// The same, with an answer.
  func ask<Answer: Sendable>(_ work: @escaping @Sendable (Worker) -> Answer) -> Promise<Answer> {
    let promise = Promise<Answer>()
    send { worker in
      let answer = work(worker)
      worker.recording?.handOver()
      promise.fulfill(answer)
    }
    return promise
  }

  /// Waits until everything is done, then ends the script instances.
  func close() -> RunCounts {
    switch home {
    case .here(let worker):
      worker.close()
      return worker.counts
    case .thread(let jobs, let thread):
      jobs.close()
      return thread.join() ?? RunCounts()
    }
  }
}

/// The present or future answer of a worker.
struct Promise<Answer: Sendable>: Sendable {
  private let answer = Monitor<Answer?>(nil)

  func fulfill(_ answer: Answer) { self.answer.update { $0 = answer } }

  func wait() -> Answer {
    answer.update(when: { $0 != nil }) { answer in
      guard let answer else { preconditionFailure("it is waited for until it is there") }
      return answer
    }
  }
}

extension Worker {
  /// Does a job, and updates the recording and the clock.
  fileprivate func run(_ job: WorkerShard.Job, _ clock: WorkerClock) {
    job(self)
    recording?.handOver()
    publish()
    clock.publish(deadlines.next)
  }
}
