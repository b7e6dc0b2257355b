import Geo
package import GeoDelivery
import GeoFeeds
package import GeoStore

/// Reads what `geoscript alerts` asks of this run, once a second.
///
/// Owner: the run, on its own thread, or the thread of ``LiveRequests``.
package final class RequestReader {
  private let store: StateStore
  private let directory: DeviceDirectory
  private let firing: FiringAlerts
  private let sinks: AlertSinks
  private var last: Int64 = 0
  private var due = 0.0

  /// Seconds between two looks.
  static let interval = 1.0

  package init(_ store: StateStore, _ plan: WorkerPlan, _ sinks: AlertSinks) {
    (self.store, directory, firing, self.sinks) = (store, plan.directory, plan.firing, sinks)
  }

  /// The events of new acknowledgements, with the requests that they fulfill once they are kept.
  ///
  /// - Errors: ``GeoError`` of the state directory.
  func next(at time: TimeInterval, isForced: Bool = false) throws(GeoError) -> (
    events: [DeviceEvent], ids: [Int64]
  ) {
    let now = monotonicSeconds()
    guard isForced || now >= due else { return ([], []) }
    due = now + RequestReader.interval
    let requests = try store.requests(after: last)
    guard let newest = requests.last else { return ([], []) }
    let told = requests.filter { $0.kind == .acknowledge }
    let changes = requests.filter { $0.kind != .acknowledge }
    var flaw: GeoError?
    defer { if !changes.isEmpty { sinks.reload() } }
    for request in changes {
      do throws(GeoError) { try store.apply(request.kind, request.content) } catch {
        guard error.code == .data else { throw error }
        // No later try can read it.
        flaw = flaw ?? error
      }
    }
    if !changes.isEmpty { try store.remove(requests: changes.map(\.id)) }
    // Not before: what the state does not take now is asked for again.
    last = newest.id
    if let flaw {
      if let first = told.first { last = first.id - 1 }
      throw flaw
    }
    return (told.flatMap { events(of: $0, at: time) }, told.map(\.id))
  }

  private func events(of request: StateRequest, at time: TimeInterval) -> [DeviceEvent] {
    guard let told = try? Acknowledgement(request.content) else { return [] }
    return firing.copies(
      firing: told.key, on: request.content["device"]?.text, in: told.group, alert: told.alert
    ).map { told.event(of: $0, in: directory, at: time) }
  }
}

/// Brings requests into the inbox of a live run.
final class LiveRequests: Sendable {
  private let wakeSignal = WakeSignal()
  private let isStopped = AtomicFlag()
  private let thread: WorkerThread<Void>

  init(_ store: StateStore, _ plan: WorkerPlan, _ sinks: AlertSinks, _ inbox: LiveInbox, _ output: Output) {
    let (wakeSignal, isStopped) = (wakeSignal, isStopped)
    thread = WorkerThread {
      let reader = RequestReader(store, plan, sinks)
      // Those for which the inbox had no room.
      var waiting: [LiveBatch] = []
      var told = ""
      while !isStopped.isSet {
        do throws(GeoError) {
          let (events, ids) = try reader.next(at: inbox.now, isForced: true)
          if !ids.isEmpty {
            var batch = LiveBatch(events)
            // Removed once the effect is kept: a kill before that repeats it, which changes nothing.
            batch.acknowledge = { outcome in
              if outcome == .accepted { try? store.remove(requests: ids) }
            }
            waiting.append(batch)
          }
          told = ""
        } catch {
          // A state that is locked or full says the same each second.
          if told != "\(error)" { output.warn("\(error)") }
          told = "\(error)"
        }
        while let batch = waiting.first, inbox.add(batch, waiting: 1) { waiting.removeFirst() }
        wakeSignal.wait(until: monotonicSeconds() + RequestReader.interval)
      }
    }
  }

  func stop() {
    isStopped.set()
    wakeSignal.signal()
    _ = thread.join()
  }
}
