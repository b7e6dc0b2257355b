public import GeoCore
import GeoRegions

extension Device {
  /// When the device needs the next ``advance(to:)``; nil if nothing is pending.
  public var nextDeadline: TimeInterval? {
    let deadline = earliestDeadline
    return deadline < .infinity ? deadline : nil
  }

  @inline(__always)
  var earliestDeadline: TimeInterval { min(nextTimer, regions.deadline, nextServiceTimer) }

  /// When the next timer of a service is due, whether or not the app is awake.
  @inline(__always)
  var nextServiceTimer: TimeInterval { serviceTimers?.nextDeadline ?? .infinity }

  /// When the next timer of an awake app is due.
  @inline(__always)
  package var nextTimer: TimeInterval {
    clock.nextDeadline <= life.runsUntil ? clock.nextDeadline : .infinity
  }

  /// Fires everything due by `time`, deadline by deadline, like events that only move the clock.
  ///
  /// A recording needs nothing else for time without events; between deadlines the clock stays.
  public func tick(to time: TimeInterval) {
    while tickNext(to: time) {}
  }

  /// The same for the first deadline only; false if none is due by `time`, or ``shouldStop`` returned true.
  public func tickNext(to time: TimeInterval) -> Bool {
    guard let deadline = nextDeadline, deadline <= time, hooks.rare.shouldStop?() != true else {
      return false
    }
    handle(
      DeviceEvent(time: deadline, timestamp: deadline, device: clockDevice, marks: .settled, payload: .clock))
    return true
  }

  /// Moves the clock to `time` and fires everything due on the way; at each, the clock reads its due time.
  ///
  /// At equal due times, a region's delay comes first, then the services, then a script's timer: state first.
  ///
  /// - Returns: false if ``shouldStop`` ended it on the way; everything due then still waits.
  @discardableResult
  public func advance(to time: TimeInterval) -> Bool {
    while frames.next < time { guard passFrame(before: time) else { return false } }
    return fireTimers(to: time)
  }

  /// Like ``advance(to:)``, without making pictures.
  func fireTimers(to time: TimeInterval) -> Bool {
    var (steps, look) = (0, 0)
    while true {
      if steps >= look, earliestDeadline <= time,
        earliestDeadline > clock.now || steps >= look + Device.stepsAtOneTime
      {
        if hooks.rare.shouldStop?() == true { return false }
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
      if let group { group.settle() }
    }
    clock.move(to: time)
    return true
  }

  /// Fires what regions and services of a member of a group wait for, on the group's clock.
  func fireAsMember() {
    while true {
      if let due = regions.nextDeadline, due <= clock.now, due <= nextServiceTimer {
        fireRegions(due)
      } else if nextServiceTimer <= clock.now {
        do { try serviceTimers?.popDue()?.action() } catch { hooks.onError?(error) }
      } else {
        return
      }
      deliver()
      handling.timestamp = .nan
    }
  }

  /// The number of timers that fire between two calls of ``shouldStop``.
  private static let stepsBetweenLooks = 64
  /// Everything due at one time fires together, so that the time reflects it; this limits how much.
  private static let stepsAtOneTime = 1 << 16

  /// Fires delays and dwells of regions.
  private func fireRegions(_ due: TimeInterval) {
    regionObjects.events.removeAll(keepingCapacity: true)
    if hooks.onExplain == nil {
      regions.advance(to: due, into: &regionObjects.events)
    } else {
      let decisions = regions.advance(to: due, explaining: explainedRegions, into: &regionObjects.events)
      explain(decisions, timestamp: nil)
    }
    // The consequences of a fix measured long ago are equally late.
    if let last = regionObjects.events.last { handling.timestamp = last.timestamp }
    serve(nil)
  }

  /// Corrects a wrong clock: timers keep their remaining time, regions their states.
  func rebase(to event: DeviceEvent) {
    let time = event.time
    // Live, the host's clock was right and the dates of fixes were wrong.
    if let last = lastKnown?.timestamp, event.timestamp < last {
      hooks.onNotice?(self, .rebased(from: last, to: event.timestamp))
    } else if time < clock.now {
      hooks.onNotice?(self, .rebased(from: clock.now, to: time))
    }
    lastKnown?.loseSignal()
    trackObserver?.lostSignal()
    if let held = speedGate.held { dropFast(held) }
    regions.rebase(by: min(0, time - clock.now))
    rebaseConditions(by: min(0, time - clock.now))
    defer { rebaseStays(to: time) }
    guard time < clock.now else { return }
    if frames.schedule != nil { moveFrames(by: time - clock.now) }
    geocoding.queue?.memory.rebase(by: time - clock.now)
    let shift = time - clock.now
    setClock(to: time)
    hooks.rare.onRebase?(shift)
  }
}
