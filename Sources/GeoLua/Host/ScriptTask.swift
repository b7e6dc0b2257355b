import Geo
import LuaBridge

/// A function of a script that can wait: for the clock, for an answer, for events.
///
/// Ownership: its ``ScriptTasks`` until it ends.
///
/// - Source: HO-70 … HO-74.
public final class ScriptTask {
  enum State { case ready, running, waiting, ended }

  /// The order of creation.
  let number: Int
  fileprivate var coroutine: LuaTask?
  private let memory: HostMemory
  fileprivate(set) var state = State.ready
  /// Whether the script has ended it.
  public fileprivate(set) var isCancelled = false
  /// What the call that waited will return.
  fileprivate var results: [any LuaValue] = []
  /// Ends what it waits for.
  fileprivate var stopWaiting: (() -> Void)?

  fileprivate init(_ number: Int, _ coroutine: LuaTask, _ memory: HostMemory) {
    self.number = number
    self.coroutine = coroutine
    self.memory = memory
  }

  /// Whether its function has returned, failed or been cancelled.
  public var isFinished: Bool { state == .ended }

  /// Continues it; returns whether it waits again.
  fileprivate func resume() throws -> Bool {
    let values = results
    results = []
    state = .running
    return try coroutine?.resume(values) ?? false
  }
}

/// The tasks of a script instance. Each continues in a turn of its own: a timer at the current time of the clock.
///
/// - Source: HO-70 … HO-74.
public final class ScriptTasks {
  private let clock: VirtualClock
  private var created = 0
  /// Those that have not ended, by number.
  private var alive: [Int: ScriptTask] = [:]
  /// Those that can continue, the latest first.
  private var ready: [ScriptTask] = []
  /// The one whose turn it is.
  private var running: ScriptTask?
  private var turn: DeviceTimer?
  /// The number of tasks that sleep.
  private var sleeping = 0

  init(_ clock: VirtualClock) { self.clock = clock }

  /// The number of tasks that have not ended.
  public var count: Int { alive.count }

  /// The number of timers that it has on the device's clock.
  public var timerCount: Int { sleeping + (turn?.isPending == true ? 1 : 0) }

  /// Makes a task, which starts in its first turn.
  func add(_ coroutine: LuaTask, _ memory: HostMemory) -> ScriptTask {
    created += 1
    let task = ScriptTask(created, coroutine, memory)
    alive[task.number] = task
    schedule(task)
    return task
  }

  /// Lets the running task wait; the member throws the result.
  ///
  /// - Parameters:
  ///   - name: what waits, for the message.
  ///   - start: begins what the task waits for; returns how to end that if the task is cancelled.
  /// - Errors: ``LuaMessage`` where the call cannot wait, and what `start` throws.
  func suspension(
    _ caller: LuaCaller, _ name: String, start: (ScriptTask) throws -> (() -> Void)?
  ) throws -> LuaSuspension {
    try caller.requireTask(name)
    guard let running else { throw LuaMessage("\(name): the task has ended") }
    running.state = .waiting
    do {
      let stop = try start(running)
      // What was there at once needs no end.
      if running.state == .waiting { running.stopWaiting = stop }
    } catch {
      running.state = .running
      throw error
    }
    return LuaSuspension()
  }

  /// Lets the running task wait for the clock.
  func sleep(_ seconds: Double, _ caller: LuaCaller) throws -> LuaSuspension {
    try suspension(caller, "geoscript.sleep") { task in
      sleeping += 1
      let timer = clock.after(seconds) { [weak self, weak task] in
        guard let self, let task else { return }
        sleeping -= 1
        resume(task, with: [])
      }
      return { [weak self] in
        timer.cancel()
        self?.sleeping -= 1
      }
    }
  }

  /// Gives a waiting task its results; it continues in its turn.
  func resume(_ task: ScriptTask, with results: [any LuaValue]) {
    guard task.state == .waiting else { return }
    task.results = results
    task.stopWaiting = nil
    task.state = .ready
    schedule(task)
  }

  /// Ends a task: at once, or the running one where it next waits.
  ///
  /// - Errors: ``LuaError`` of a variable that is closed.
  func cancel(_ task: ScriptTask) throws {
    guard task.state != .ended, !task.isCancelled else { return }
    task.isCancelled = true
    guard task !== running else { return }
    ready.removeAll { $0 === task }
    try end(task)
  }

  /// Continues the tasks that are ready, where no timer fires any more.
  func finish(on device: Device) {
    turn?.cancel()
    for _ in 0..<ScriptTasks.mostLastTurns {
      guard !ready.isEmpty else { return }
      do { try takeTurn() } catch { device.hooks.onError?(error) }
      device.deliver()
    }
  }

  /// Ends all of them without running anything: the script instance has ended.
  func close() {
    for task in alive.values { task.coroutine = nil }
    alive = [:]
    ready = []
  }

  private static let mostLastTurns = 100_000

  private func schedule(_ task: ScriptTask) {
    let place = ready.firstIndex { $0.number < task.number } ?? ready.count
    ready.insert(task, at: place)
    planTurn()
  }

  private func planTurn() {
    guard turn?.isPending != true, !ready.isEmpty else { return }
    turn = clock.after(0) { [weak self] in
      guard let self else { return }
      defer { planTurn() }
      try takeTurn()
    }
  }

  private func takeTurn() throws {
    guard let task = ready.popLast() else { return }
    running = task
    defer { running = nil }
    var waits = false
    defer { if !waits { forget(task) } }
    waits = try task.resume()
    if task.isCancelled, waits { try end(task) }
  }

  private func end(_ task: ScriptTask) throws {
    task.stopWaiting?()
    defer { forget(task) }
    task.state = .ended
    try task.coroutine?.close()
  }

  private func forget(_ task: ScriptTask) {
    task.stopWaiting = nil
    task.state = .ended
    // A thread that holds its own task would keep both.
    task.coroutine = nil
    alive[task.number] = nil
  }
}

extension RunningScript {
  /// The functions of the script that can wait.
  var tasks: ScriptTasks {
    if let madeTasks { return madeTasks }
    let made = ScriptTasks(device.clock)
    madeTasks = made
    // The device has the hook, so it is there; a weak reference would make each use of the device slower.
    device.hooks.rare.continueTasks = { [unowned device, weak made] in made?.finish(on: device) }
    return made
  }

  /// The number of tasks that have not ended, and of the timers that they have on the device's clock.
  public var taskCount: Int { madeTasks?.count ?? 0 }
  public var taskTimerCount: Int { madeTasks?.timerCount ?? 0 }
}
