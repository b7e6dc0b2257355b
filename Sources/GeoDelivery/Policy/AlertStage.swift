package import Geo
import GeoLua
package import GeoStore

/// Quiet hours and groups, between the alerts that scripts raise and the sinks: holds back, joins and passes on.
///
/// Owner: the run, on its own thread.
package final class AlertStage {
  /// The sinks that get the same alerts, and what waits for them.
  private struct Audience {
    let shape: SinkShape
    var window: AlertWindow
  }

  /// The name under which the state directory keeps alerts that are not in order yet.
  private static let unorderedName = "*"
  private let rule: AlertWindow.Rule
  private var audiences: [Audience]
  /// Alerts that may be overtaken by others of an earlier time.
  private var unordered: [PendingAlert] = []
  private var room = HeldRoom()
  private var roomTally = HeldRoom.Tally()
  /// Seconds by which events may come out of order.
  package let slack: TimeInterval
  /// The wall clock, if the run follows it.
  private let clock: (() -> TimeInterval)?
  /// Whether what waits has changed since it was last kept.
  private var isChanged = false
  /// Hears which alerts are held.
  package var fates: AlertFates?
  /// What an earlier run kept for another rule.
  private var released: [PendingAlert] = []

  package init(
    _ rule: AlertWindow.Rule, for shapes: [SinkShape], slack: TimeInterval, clock: (() -> TimeInterval)?
  ) {
    var audiences: [Audience] = []
    for shape in shapes where shape.channel == nil {
      guard !audiences.contains(where: { $0.shape.audience == shape.audience }) else { continue }
      audiences.append(Audience(shape: shape, window: AlertWindow(rule)))
    }
    (self.rule, self.audiences, self.slack, self.clock) = (rule, audiences, slack, clock)
  }

  /// Continues what an earlier run kept.
  package func restore(from store: StateStore) throws(GeoError) {
    for held in try store.heldAlerts() {
      if case .array(let kept)? = held.content["unordered"] {
        unordered += kept.compactMap(PendingAlert.init(json:))
        for alert in unordered { room.add(alert.size) }
      } else if let index = audiences.firstIndex(where: { $0.shape.audience == held.audience }) {
        released += audiences[index].window.restore(held.content).map { tagged($0, index) }
      } else {
        // No sink is shaped like that any more: whoever takes the message may have it.
        var window = AlertWindow(rule)
        released += window.restore(held.content) + window.close()
      }
    }
  }

  private func tagged(_ message: PendingAlert, _ index: Int) -> PendingAlert {
    var message = message
    message.audience = audiences[index].shape.audience
    return message
  }

  /// Whether a window has ended, so that something is to be sent although nothing happened.
  package var isDue: Bool {
    guard let clock else { return false }
    let ends = audiences.map(\.window.nextEnd) + [unordered.first?.time ?? .infinity]
    return ends.reduce(.infinity, min) < clock() - slack
  }

  /// The time before which no further alert comes, if the run follows the wall clock; nil otherwise.
  package var clockTime: TimeInterval? { clock.map { $0() - slack } }

  /// Takes alerts and returns the messages to send now.
  ///
  /// - Parameters:
  ///   - time: The time before which no further alert comes.
  ///   - isEnd: Whether nothing more will come, so that everything that waits is sent.
  package func pass(_ alerts: [PendingAlert], upTo time: TimeInterval, isEnd: Bool = false) -> [PendingAlert]
  {
    var messages = released
    released = []
    // Messages to channels wait for nothing.
    messages += alerts.filter { $0.channel != nil }
    for alert in alerts where alert.channel == nil { unordered.append(room.keep(alert, &roomTally)) }
    unordered.sort { ($0.time, $0.device, $0.sequence) < ($1.time, $1.device, $1.sequence) }
    let count = dueCount(upTo: time, isEnd: isEnd)
    for alert in unordered.prefix(count) {
      for index in audiences.indices where audiences[index].shape.accepts(alert.message) {
        let taken = audiences[index].window.take(alert)
        if !taken.contains(where: { $0.id == alert.id }) { noteHeld(alert, audiences[index].window) }
        messages += taken.map { tagged($0, index) }
      }
    }
    for alert in unordered.prefix(count) { room.add(-alert.size) }
    unordered.removeFirst(count)
    for index in audiences.indices {
      let last = isEnd ? audiences[index].window.close() : audiences[index].window.advance(to: time)
      messages += last.map { tagged($0, index) }
    }
    if !alerts.isEmpty || !messages.isEmpty { isChanged = true }
    return messages
  }

  private func noteHeld(_ alert: PendingAlert, _ window: AlertWindow) {
    let isQuiet = window.quiet.last?.id == alert.id || alert.isRepeat
    fates?.note(
      .held(isQuiet ? "in quiet hours: the digest has it" : "joined with the alerts that came soon after"),
      of: alert.id)
  }

  /// About the bytes of the alerts that are not in order yet.
  var unorderedBytes: Int { room.bytes }

  /// How many of the alerts leave their order: those before `time`, and the oldest if too many wait.
  private func dueCount(upTo time: TimeInterval, isEnd: Bool) -> Int {
    if isEnd { return unordered.count }
    var count = unordered.prefix { $0.time < time }.count
    guard room.isFull() else { return count }
    var bytes = room.bytes - unordered.prefix(count).reduce(0) { $0 + $1.size }
    while bytes > HeldRoom.whole, count < unordered.count {
      bytes -= unordered[count].size
      count += 1
    }
    return count
  }

  /// What became of alerts for which there was no room.
  package var tally: HeldRoom.Tally {
    var sum = roomTally
    // Those of several audiences are mostly the same alerts.
    sum.shortened += audiences.map(\.window.tally.shortened).max() ?? 0
    sum.early += audiences.reduce(0) { $0 + $1.window.tally.early }
    return sum
  }

  /// What waits, if that has changed since the last call.
  package func changes() -> [HeldAlerts]? {
    guard isChanged else { return nil }
    isChanged = false
    var held = audiences.filter { !$0.window.isEmpty }.map {
      HeldAlerts(audience: $0.shape.audience, content: $0.window.json)
    }
    if !unordered.isEmpty {
      let content = JSONValue.object([("unordered", .array(unordered.map(\.json)))])
      held.append(HeldAlerts(audience: AlertStage.unorderedName, content: content))
    }
    return held
  }
}
