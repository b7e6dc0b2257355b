import Geo
import GeoLua
import GeoStore
import Glibc
import Synchronization

/// The sinks that `--alerts` names; text and JSON on standard output go through ``Output``.
final class AlertSinks: Sendable {
  let writesText: Bool
  let writesJSON: Bool
  let files: [AlertFile]
  private let routes: [AlertRoute]
  /// Where alerts wait when no state directory keeps them.
  private let memory: MemoryOutbox?
  private let outbox: any AlertOutbox
  private let deliveries = Mutex<[AlertDelivery]>([])
  private let raised = Atomic(0)

  /// - Parameters:
  ///   - headers: Header fields of each alert to a web hook.
  ///   - patience: Seconds without a delivery at the end after which a web hook's remaining alerts are given
  ///     up.
  ///   - outbox: Keeps alerts beyond the run; call ``wake()`` after a commit to it. Nil: the run's memory.
  /// - Errors: ``GeoError`` `cannotCreate` when a file cannot be opened.
  init(
    _ options: [AlertSinkOption], headers: [String] = [], patience: Double = 30,
    outbox: (any AlertOutbox)? = nil
  ) throws(GeoError) {
    writesText = options.contains(.text)
    writesJSON = options.contains(.ndjson(path: nil))
    var files: [AlertFile] = []
    var routes: [AlertRoute] = []
    for option in options {
      switch option {
      case .ndjson(let path?):
        files.append(try AlertFile(path))
        // With a state directory the file may be cut back first.
        if outbox == nil { files.last?.endLine() }
      case .exec(let command): routes.append(AlertCommand.route(command))
      case .post(let address): routes.append(try AlertPost.route(address, headers, patience))
      case .text, .ndjson, .none: break
      }
    }
    self.files = files
    // Two sinks with the same name would take each other's alerts out of the outbox.
    self.routes = routes.reduce(into: []) { unique, route in
      if !unique.contains(where: { $0.key == route.key }) { unique.append(route) }
    }
    memory = outbox == nil ? MemoryOutbox() : nil
    self.outbox = outbox ?? memory ?? MemoryOutbox()
  }

  /// Starts sending, beginning with what an earlier run left in the outbox.
  ///
  /// - Parameter warn: Called with what goes wrong, for the user.
  func begin(seed: UInt64, warn: @escaping @Sendable (String) -> Void) {
    deliveries.withLock {
      $0 = routes.map { AlertDelivery($0, outbox: outbox, seed: seed, warn: warn) }
    }
  }

  func send(_ alert: Alert) {
    raised.add(1, ordering: .relaxed)
    // With a state directory they are sent at its checkpoints.
    guard let memory, !files.isEmpty || !routes.isEmpty else { return }
    let body = alert.json.description
    for file in files { file.write(body + "\n") }
    guard !routes.isEmpty else { return }
    for route in routes { memory.add(sink: route.key, alertID: alert.id, body: body) }
    wake()
  }

  /// The names under which alerts go into the outbox, one for each sink that sends from there.
  var outboxSinks: [String] { routes.map(\.key) }

  /// Tells the sinks that there are new alerts in the outbox.
  func wake() {
    deliveries.withLock { for delivery in $0 { delivery.wake() } }
  }

  /// How many alerts wait in the outbox, at most 1,000 for each sink.
  var waitingCount: Int {
    routes.reduce(0) { $0 + ((try? outbox.pending($1.key, limit: 1000).count) ?? 0) }
  }

  /// How many alerts scripts have raised.
  var raisedCount: Int { raised.load(ordering: .relaxed) }

  /// What became of alerts so far, by the names of their sinks in messages.
  var tallies: [(sink: String, tally: AlertTally)] {
    var rows: [(sink: String, tally: AlertTally)] = []
    for delivery in deliveries.withLock({ $0 }) {
      var tally = delivery.tally.counts
      tally.waiting = (try? outbox.pending(delivery.route.key, limit: 1000).count) ?? 0
      // Two web hooks of one server share its name.
      if let index = rows.firstIndex(where: { $0.sink == delivery.route.label }) {
        rows[index].tally.add(tally)
      } else {
        rows.append((delivery.route.label, tally))
      }
    }
    return rows
  }

  /// Whether so many alerts wait that the run should pause.
  var areFull: Bool { !routes.isEmpty && memory?.isFull == true }

  /// Waits until alerts may be raised again, or a signal stops the run.
  func waitForRoom() {
    while areFull, Signals.stop == 0 { usleep(5000) }
  }

  /// Waits until the outbox is sent or given up; returns faults for lost alerts and warnings for waiting
  /// ones.
  ///
  /// - Parameter note: Called with a note for the user if that takes longer.
  func close(note: (String) -> Void = { _ in }) -> (faults: [GeoError], warnings: [String]) {
    var faults = files.compactMap(\.fault)
    var warnings: [String] = []
    let deliveries = deliveries.withLock { $0 }
    // All at once, so that their waits do not add up.
    for delivery in deliveries { delivery.end() }
    if !deliveries.allSatisfy({ $0.hasEnded(within: 2) }), Signals.stop == 0 {
      note("alerts are still being sent; Ctrl-C stops waiting for them")
    }
    for delivery in deliveries {
      let (label, outcome) = (delivery.route.label, delivery.join())
      faults += [outcome.loss, outcome.outboxFault].compactMap { $0 }
        .map { GeoError(.inputOutput, $0, at: label) }
      let count = (try? outbox.pending(delivery.route.key, limit: .max).count) ?? 0
      guard count > 0 else { continue }
      let obstacle = outcome.obstacle ?? (Signals.stop != 0 ? "the run was stopped" : "time ran out")
      if memory == nil {
        warnings.append(
          "\(label): \(counted(count, "alert waits", "alerts wait")) for the next run: \(obstacle)")
      } else {
        let message = "\(counted(count, "alert was", "alerts were")) not delivered: \(obstacle)"
        faults.append(
          GeoError(.inputOutput, "\(message); add --alerts ndjson:FILE to keep them", at: label))
      }
    }
    return (faults, warnings)
  }
}
