import Geo
import GeoFeeds
import GeoFormats
import Synchronization

/// Says live what would otherwise stand in the summary only: the first refusal of each kind, and a status line.
///
/// It looks at the sources from a thread of its own: a source may hold its lock while it waits for the run.
final class LiveReporter: Sendable {
  /// Counts the events that have come.
  private let events = Atomic<Int>(0)
  private let isStopped = AtomicFlag()
  private let wakeSignal = WakeSignal()
  private let output: Output
  private let sources: [any LiveSource]
  private let directory: DeviceDirectory?
  private let service: ServiceNotifier?
  private let thread = Mutex<WorkerThread<Void>?>(nil)

  /// Seconds between two looks.
  private static let pause = 0.5

  init(
    _ sources: [any LiveSource], _ directory: DeviceDirectory?, _ output: Output,
    _ service: ServiceNotifier? = nil
  ) {
    (self.sources, self.directory, self.output, self.service) = (sources, directory, output, service)
  }

  func count(_ number: Int) { events.wrappingAdd(number, ordering: .relaxed) }

  func start() {
    let looker = WorkerThread<Void> { [self] in
      var seen: Set<String> = []
      var last = (time: monotonicSeconds(), events: 0)
      while !isStopped.isSet {
        wakeSignal.wait(until: monotonicSeconds() + LiveReporter.pause)
        reportRefusals(&seen)
        let now = (time: monotonicSeconds(), events: events.load(ordering: .relaxed))
        let rate = Double(now.events - last.events) / max(now.time - last.time, 0.001)
        // Counting the alerts that wait reads the outbox.
        if !isStopped.isSet, output.showsStatus || service != nil {
          let line = status(rate)
          output.show(status: line)
          service?.show(status: line)
        }
        last = now
      }
      output.show(status: "")
    }
    thread.withLock { $0 = looker }
  }

  /// Ends the thread; called when the sources have ended.
  func stop() {
    isStopped.set()
    wakeSignal.signal()
    _ = thread.withLock { $0 }?.join()
  }

  private func reportRefusals(_ seen: inout Set<String>) {
    for source in sources {
      let skips = source.skips.kinds
      for (status, entry) in source.refusals.kinds
      where seen.insert("\(source.name) refused \(status)").inserted {
        // Where records were skipped, they say more.
        if status == "400", !skips.isEmpty { continue }
        output.repeatWarning(
          "\(source.name): refused a request with \(status): \(entry.first) (further ones are only counted)")
      }
      for (kind, entry) in skips where seen.insert("\(source.name) \(kind)").inserted {
        output.repeatWarning("\(source.name): \(kind): \(entry.first) (further ones are only counted)")
      }
    }
  }

  private func status(_ rate: Double) -> String {
    let devices = counted(directory?.count ?? 0, "device")
    let waiting = output.waitingAlerts
    let alerts = waiting > 0 ? ", \(counted(waiting, "alert")) waiting" : ""
    return "\(devices), \(hundredths(rate)) events/s\(alerts), \(counted(sources.count, "source"))"
  }
}
