public import GeoCore
import GeoRegions

extension Device {
  /// When the device wants to be woken by ``advance(to:)``, nil when nothing is pending.
  public var nextDeadline: TimeInterval? {
    let deadline = earliestDeadline
    return deadline < .infinity ? deadline : nil
  }

  @inline(__always)
  var earliestDeadline: TimeInterval { min(nextTimer, regions.deadline, nextServiceTimer) }

  /// When the next timer of a service is due, whether or not the app is awake.
  @inline(__always)
  var nextServiceTimer: TimeInterval { serviceTimers?.nextDeadline ?? .infinity }

  /// When the next timer is due that the app is awake for.
  @inline(__always)
  var nextTimer: TimeInterval { clock.nextDeadline <= life.runsUntil ? clock.nextDeadline : .infinity }

  /// Fires what is due by `time`, as events that only move the clock would: deadline by deadline.
  ///
  /// All that a recording has to tell of time that passes without events; between deadlines the clock stays.
  public func tick(to time: TimeInterval) {
    while tickNext(to: time) {}
  }

  /// The same for the first deadline only; false when none is due by `time`, or ``shouldStop`` says so.
  public func tickNext(to time: TimeInterval) -> Bool {
    guard let deadline = nextDeadline, deadline <= time, hooks.shouldStop?() != true else { return false }
    handle(DeviceEvent(time: deadline, timestamp: deadline, device: id, marks: .settled, payload: .clock))
    return true
  }

  /// Moves the clock on to `time`, firing what is due on the way, each with the clock reading its due time.
  ///
  /// Of those due at once a region's delay comes first, then the services', then a script's timer: state first.
  ///
  /// - Returns: false if ``shouldStop`` ended it on the way: what is due then still waits.
  @discardableResult
  public func advance(to time: TimeInterval) -> Bool {
    while frames.next < time { guard passFrame(before: time) else { return false } }
    return fireTimers(to: time)
  }

  /// As ``advance(to:)``, without making pictures.
  func fireTimers(to time: TimeInterval) -> Bool {
    var (steps, look) = (0, 0)
    while true {
      if steps >= look, earliestDeadline <= time,
        earliestDeadline > clock.now || steps >= look + Device.stepsAtOneTime
      {
        if hooks.shouldStop?() == true { return false }
        look = steps + Device.stepsBetweenLooks
      }
      steps += 1
      // Comparisons with NaN are false, so an impossible time fires nothing.
      if let due = regions.nextDeadline, due <= time, due <= nextTimer, due <= nextServiceTimer {
        clock.move(to: due)
        fireRegions(due)
      } else if nextServiceTimer <= time, nextServiceTimer <= nextTimer {
        clock.move(to: nextServiceTimer)
        do { try serviceTimers?.popDue()?.action() } catch { hooks.onError?(error) }
      } else {
        do {
          guard nextTimer <= time, let timer = try clock.popDue(at: time) else { break }
          try timer.action()
        } catch {
          hooks.onError?(error)
        }
      }
      deliver()
      handling.timestamp = .nan
    }
    clock.move(to: time)
    return true
  }

  /// So many timers fire between two looks at ``shouldStop``.
  private static let stepsBetweenLooks = 64
  /// What is due at one time is fired together, so that the time says what was; unless it is so much.
  private static let stepsAtOneTime = 1 << 16

  /// Delays and dwells of regions fall due.
  private func fireRegions(_ due: TimeInterval) {
    regionObjects.events.removeAll(keepingCapacity: true)
    if hooks.onExplain == nil {
      regions.advance(to: due, into: &regionObjects.events)
    } else {
      let decisions = regions.advance(to: due, explaining: explainedRegions, into: &regionObjects.events)
      explain(decisions, timestamp: nil)
    }
    // What follows from a fix measured long ago is as late as that.
    if let last = regionObjects.events.last { handling.timestamp = last.timestamp }
    serve(nil)
  }

  /// The clock was wrong: timers keep what they have to wait, regions their states.
  func rebase(to event: DeviceEvent) {
    let time = event.time
    // Live the host's clock was right, and the dates of fixes were wrong.
    if let last = lastKnown?.timestamp, event.timestamp < last {
      hooks.onNotice?(.rebased(from: last, to: event.timestamp))
    } else if time < clock.now {
      hooks.onNotice?(.rebased(from: clock.now, to: time))
    }
    lastKnown?.loseSignal()
    trackObserver?.lostSignal()
    if let held = speedGate.held { dropFast(held) }
    regions.rebase(by: min(0, time - clock.now))
    defer { rebaseStays(to: time) }
    guard time < clock.now else { return }
    if frames.schedule != nil { moveFrames(by: time - clock.now) }
    geocoding.queue?.memory.rebase(by: time - clock.now)
    setClock(to: time)
  }
}
