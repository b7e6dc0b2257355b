package import Geo
import GeoDelivery
import GeoFeeds
import GeoFormats

/// The live sources of a stepped run.
///
/// Senders have their answer at once: nothing is kept. While nobody takes events, a bounded number waits.
struct SteppedSources {
  let inbox: LiveInbox
  let sources: [any LiveSource]
  var clock: LiveClock { LiveClock(inbox) }

  /// - Errors: ``GeoError`` of an address that cannot be used.
  init(_ addresses: [SourceAddress], _ run: Run, _ directory: DeviceDirectory) throws(GeoError) {
    inbox = LiveInbox(clock: { wallSeconds() })
    sources = try addresses.map { (address) throws(GeoError) in
      try run.openLive(address, directory, run.options, nil)
    }
  }
}

extension RunOptions {
  /// Whether its events come as they happen.
  package var hasLiveSource: Bool { sources.contains { (try? SourceAddress($0))?.isLive == true } }
}

/// A stepped run whose events come as they happen.
extension SteppedRun {
  /// Starts the live sources.
  ///
  /// - Parameter say: gets what the sources have to say, now and later.
  /// - Errors: ``GeoError`` of one that cannot start.
  package func listen(_ say: @escaping (String) -> Void) throws(GeoError) {
    guard let live else { return }
    onNotice = say
    for (index, source) in live.sources.enumerated() {
      do throws(GeoError) { try source.start(live.inbox) } catch {
        for earlier in live.sources[..<index] { earlier.stop() }
        throw error
      }
    }
  }

  /// Handles what has come, waiting for something, and what is due on the wall clock; false once all sources have ended.
  package func turn(waiting seconds: Double) -> Bool {
    guard let live, endedSources < live.sources.count else { return false }
    let wait = min(seconds, max(0, pool.nextTick - live.inbox.now))
    take(live.inbox.next(until: monotonicSeconds() + wait))
    _ = pool.tick(to: live.inbox.now)
    return endedSources < live.sources.count
  }

  private func take(_ taken: LiveInbox.Take) {
    for notice in taken.notices {
      switch notice {
      case .note(let text), .warning(let text): onNotice(text)
      case .end(let source, let fault):
        endedSources += 1
        if let fault { onNotice("\(source): \(fault)") }
      }
    }
    for batch in taken.batches {
      pool.handleLive(batch.events)
      batch.acknowledge?(.accepted)
    }
  }

  /// Stops the sources; unless it is abandoned, the run ends in order, as at Ctrl-C.
  package func stopListening(isAbandoned: Bool) {
    guard let live else { return }
    for source in live.sources { source.stop() }
    let rest = live.inbox.close()
    if isAbandoned {
      for batch in rest.batches { batch.acknowledge?(.refused) }
    } else {
      take(rest)
      finish(at: live.inbox.now)
    }
  }
}
