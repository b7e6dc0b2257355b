package import Geo
import GeoLua
package import GeoStore
import Glibc
import Synchronization

/// The sinks that `--alerts` and `--channel` name; the run writes those on standard output itself.
package final class AlertSinks: Sendable {
  /// The sinks on standard output.
  package let printed: [AlertSinkOption]
  let files: [AlertFile]
  let routes: [AlertRoute]
  /// The channels with a sink.
  package let channels: Set<String>
  /// Where alerts wait when no state directory keeps them.
  private let memory: MemoryOutbox?
  private let outbox: any AlertOutbox
  private let deliveries = Mutex<[AlertDelivery]>([])
  private let raised = Atomic(0)
  /// Hears of new alerts in the outbox, or that rows of it were changed, instead of its own threads; nil if it sends
  /// itself.
  private let onWake: (@Sendable (_ isChange: Bool) -> Void)?

  /// - Parameters:
  ///   - supplies: What sinks get besides messages.
  ///   - patience: Seconds without a delivery at the end after which a web hook's remaining alerts are given
  ///     up.
  ///   - outbox: Keeps alerts beyond the run; call ``wake()`` after a commit to it. Nil: the run's memory.
  ///   - onWake: Called by ``wake()`` and ``reload()`` if others send what the outbox has.
  /// - Errors: ``GeoError`` `cannotCreate` when a file cannot be opened, `usage` for two sinks of one name.
  package init(
    _ options: [AlertSinkOption], supplies: SinkSupplies = SinkSupplies(), patience: Double = 30,
    outbox: (any AlertOutbox)? = nil, onWake: (@Sendable (_ isChange: Bool) -> Void)? = nil
  ) throws(GeoError) {
    self.onWake = onWake
    var printed: [AlertSinkOption] = []
    var files: [AlertFile] = []
    var routes: [AlertRoute] = []
    var seen: Set<AlertSinkOption> = []
    for option in options where seen.insert(option).inserted {
      switch option.kind {
      case .ndjson(let path?):
        files.append(try AlertFile(path, option.shape))
        // With a state directory the file may be cut back first.
        if outbox == nil { files.last?.endLine() }
      case .text, .ndjson: printed.append(option)
      case .none: break
      default:
        guard let route = try option.route(supplies, patience: patience) else { break }
        if let other = routes.first(where: { $0.key == route.key }) {
          // Two sinks with the same name would take each other's messages out of the outbox.
          guard other.shape != route.shape else { break }
          throw GeoError(
            .usage, "two sinks are called \(route.label): give one of them a name, such as name=second")
        }
        routes.append(route)
      }
    }
    (self.printed, self.files, self.routes) = (printed, files, routes)
    channels = Set(options.compactMap(\.shape.channel))
    memory = outbox == nil ? MemoryOutbox() : nil
    self.outbox = outbox ?? memory ?? MemoryOutbox()
  }

  /// Starts sending, beginning with what an earlier run left in the outbox.
  ///
  /// - Parameters:
  ///   - fates: Hears what became of alerts.
  ///   - warn: Called with what goes wrong, for the user.
  package func begin(
    seed: UInt64, maxAge: Double = .infinity, fates: AlertFates? = nil,
    warn: @escaping @Sendable (String) -> Void
  ) {
    deliveries.withLock {
      $0 = routes.map {
        AlertDelivery($0, outbox: outbox, maxAge: maxAge, seed: seed, fates: fates, warn: warn)
      }
    }
  }

  package func send(made message: @autoclosure () -> PendingAlert) {
    raised.add(1, ordering: .relaxed)
    // With a state directory they are sent at its checkpoints.
    guard memory != nil, !files.isEmpty || !routes.isEmpty else { return }
    send(message())
  }

  package func send(_ alert: PendingAlert) {
    guard let memory else { return }
    for file in files where file.shape.takes(alert) { file.write(file.shape.line(of: alert.message)) }
    guard !routes.isEmpty else { return }
    for message in outgoing([alert]) { memory.add(message) }
    wake()
  }

  /// The words of all sinks.
  package var shapes: [SinkShape] { printed.map(\.shape) + files.map(\.shape) + routes.map(\.shape) }

  /// The names under which alerts go into the outbox, one for each sink that sends from there.
  var outboxSinks: [String] { routes.map(\.key) }

  /// Tells the sinks that rows of the outbox were changed from outside.
  package func reload() {
    if let onWake { return onWake(true) }
    deliveries.withLock { for delivery in $0 { delivery.reload() } }
  }

  /// Tells the sinks that there are new alerts in the outbox.
  package func wake() {
    if let onWake { return onWake(false) }
    deliveries.withLock { for delivery in $0 { delivery.wake() } }
  }

  /// How many alerts wait in the outbox.
  package var waitingCount: Int { routes.reduce(0) { $0 + ((try? outbox.waitingCount($1.key)) ?? 0) } }

  /// How many alerts scripts have raised.
  package var raisedCount: Int { raised.load(ordering: .relaxed) }

  /// What became of alerts so far, by the names of their sinks in messages.
  package var tallies: [(sink: String, tally: AlertTally)] {
    var rows: [(sink: String, tally: AlertTally)] = []
    for delivery in deliveries.withLock({ $0 }) {
      var tally = delivery.tally.counts
      tally.waiting = (try? outbox.waitingCount(delivery.route.key)) ?? 0
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
  package var areFull: Bool { !routes.isEmpty && memory?.isFull == true }

  /// Waits until alerts may be raised again, or a signal stops the run.
  package func waitForRoom() {
    while areFull, Signals.stop == 0 { usleep(5000) }
  }

  /// Waits until the outbox is sent or given up; returns faults for lost alerts and warnings for waiting
  /// ones.
  ///
  /// - Parameter note: Called with a note for the user if that takes longer.
  package func close(note: (String) -> Void = { _ in }) -> (faults: [GeoError], warnings: [String]) {
    var faults = files.compactMap(\.fault)
    var warnings: [String] = []
    let deliveries = deliveries.withLock { $0 }
    // All at once, so that their waits do not add up.
    for delivery in deliveries { delivery.end() }
    if !deliveries.allSatisfy({ $0.hasEnded(within: 2) }), Signals.stop == 0 {
      note("alerts are still being sent; Ctrl-C stops waiting for them")
    }
    for delivery in deliveries {
      let (label, noun, outcome) = (delivery.route.label, delivery.route.noun, delivery.join())
      faults += [outcome.loss, outcome.outboxFault].compactMap { $0 }
        .map { GeoError(.inputOutput, $0, at: label) }
      let count = (try? outbox.waitingCount(delivery.route.key)) ?? 0
      guard count > 0 else { continue }
      let obstacle = outcome.obstacle ?? (Signals.stop != 0 ? "the run was stopped" : "time ran out")
      if memory == nil {
        warnings.append(
          "\(label): \(counted(count, "\(noun.one) waits", "\(noun.many) wait")) for the next run: \(obstacle)"
        )
      } else {
        let message = "\(counted(count, "\(noun.one) was", "\(noun.many) were")) not delivered: \(obstacle)"
        let option =
          delivery.route.shape.channel.map { "--channel \($0)=ndjson:FILE" } ?? "--alerts ndjson:FILE"
        faults.append(GeoError(.inputOutput, "\(message); add \(option) to keep them", at: label))
      }
    }
    return (faults, warnings)
  }
}
