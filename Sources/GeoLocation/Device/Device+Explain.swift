import GeoCore
import GeoRegions

/// Explanations, active only if ``Device/Hooks/onExplain`` is set, so that they cost nothing otherwise.
extension Device {
  func explain(_ fate: FixOutcome, timestamp: TimeInterval) {
    hooks.onExplain?(Explanation(time: clock.now, timestamp: timestamp, subject: .fix(fate)))
  }

  func explain(_ decisions: [RegionDecision]?, timestamp: TimeInterval?) {
    for decision in decisions ?? [] {
      hooks.onExplain?(Explanation(time: clock.now, timestamp: timestamp, subject: .region(decision)))
    }
    // If the monitor rejects a fix that the window let pass, the fix is older than a previous one.
    if decisions == nil, let timestamp { explain(.late, timestamp: timestamp) }
  }

  /// Adds an event to the window and explains the outcome, unless the event only waits for its turn.
  func explainedAdd(_ event: DeviceEvent, arrival: TimeInterval?) -> ReorderWindow.Answer {
    let strays = window.strays
    let suspect = window.suspect
    let counts = window.counts
    let answer = window.add(event, arrival: arrival)
    guard case .location = event.payload else { return answer }
    let now = window.counts
    if now.late > counts.late { for stray in strays { explain(.late, timestamp: stray.timestamp) } }
    if now.future > counts.future {
      explain(.future, timestamp: suspect.first?.timestamp ?? event.timestamp)
    }
    if now.duplicates > counts.duplicates { explain(.duplicate, timestamp: event.timestamp) }
    if now.rebases == counts.rebases, window.strays.last?.timestamp == event.timestamp {
      explain(.heldAsLate, timestamp: event.timestamp)
    }
    if suspect.isEmpty, window.suspect.last?.timestamp == event.timestamp {
      explain(.heldAsFuture, timestamp: event.timestamp)
    }
    return answer
  }

  /// Ends the window and explains the events that never left it.
  func explainedFlush() {
    for stray in window.strays { explain(.late, timestamp: stray.timestamp) }
    for suspect in window.suspect { explain(.future, timestamp: suspect.timestamp) }
    window.flush()
  }
}
