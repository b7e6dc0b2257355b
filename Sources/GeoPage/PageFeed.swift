import Geo
import GeoDelivery
import GeoFeeds
import GeoFormats
import GeoRender
import Glibc
import Synchronization

/// Brings what workers hand over to the pages of a run: a thread of its own makes messages of it.
///
/// - Source: HO-111.
final class PageFeed: Sendable {
  let journal: PageJournal
  private let book = Mutex(PageBook())
  private struct Pending {
    var tracks: [PageTrack] = []
    var fixes = 0
    /// About the bytes of the records of scripts.
    var bytes = 0
    /// Regions that a reload has taken away.
    var retired: Set<MonitoredRegion> = []
    /// Regions to be shown though no device watches them yet.
    var watched = RegionSet.empty
  }

  private let pending = Mutex(Pending())
  private let leftOut = Mutex(PageLog())
  let wishes = PageWishes()
  private let wakeSignal = WakeSignal()
  private let isStopped = AtomicFlag()
  /// The feeds of shared links, by device.
  private let shares = Mutex<[String: PageFeed]>([:])
  /// Whether there can be shared links.
  private let isShareable: Bool
  /// The newest fix of each device, with which a shared link begins.
  private let newest = Mutex<[String: PageTrack]>([:])
  private let recentGreeting = Mutex<(time: Double, bytes: [UInt8])?>(nil)
  private let recentWorld = Mutex<(time: Double, hasRects: Bool, bytes: [UInt8])?>(nil)
  private let thread = Mutex<WorkerThread<Void>?>(nil)
  /// What becomes of alerts.
  let fates: AlertFates
  /// Tells this run from others.
  private let run = String(UInt64.random(in: .min ... .max), radix: 36)
  private let head: [(name: String, value: JSONValue)]

  /// Beyond this number of fixes that wait, only the newest of each device is taken.
  private static let mostWaiting = 500_000
  /// Beyond this number of bytes that wait, no record of a script is taken.
  private static let mostBytes = 256 << 20
  /// The most fixes of a message.
  private static let mostFixes = 10_000
  /// Seconds for which a greeting is good: after a break all pages come at once.
  private static let greetingAge = 1.0
  /// Seconds for which a base map is good.
  private static let worldAge = 10.0
  /// Microseconds for which changes are gathered.
  private static let pause: UInt32 = 100_000

  /// - Parameters:
  ///   - head: members about the run.
  ///   - isShareable: whether there can be shared links.
  init(
    journal: PageJournal = PageJournal(), head: [(name: String, value: JSONValue)], isShareable: Bool = false
  ) {
    (self.journal, self.head, self.isShareable) = (journal, head, isShareable)
    fates = AlertFates { [wakeSignal] in wakeSignal.signal() }
  }

  /// Whether a device was heard of.
  func knows(_ device: String) -> Bool { book.withLock { $0.has(device) } }

  func start() {
    let worker = WorkerThread<Void> { [self] in
      while !isStopped.isSet {
        wakeSignal.wait()
        usleep(PageFeed.pause)
        flush()
      }
    }
    thread.withLock { $0 = worker }
  }

  /// Makes the last messages, says that the run has ended, and ends the thread.
  func end() {
    isStopped.set()
    wakeSignal.signal()
    _ = thread.withLock { $0 }?.join()
    flush()
    finish()
    for share in shares.withLock({ $0.values }) { share.finish() }
  }

  private func finish() {
    let line = "{\"type\":\"end\",\"number\":\(journal.last + 1)}\n"
    journal.append(Array(line.utf8), at: monotonicSeconds())
  }

  /// Takes what a worker hands over; never waits for a page.
  func add(_ tracks: [PageTrack]) {
    guard !tracks.isEmpty else { return }
    pending.withLock { pending in
      for track in tracks {
        let isCrowded = pending.fixes > PageFeed.mostWaiting
        var track = isCrowded ? track.withNewestFix : track
        if pending.bytes > PageFeed.mostBytes { track.leaveOutEntries() }
        leftOut.withLock { $0.add(track) }
        pending.fixes += track.fixes.count
        pending.bytes += track.entryBytes
        pending.tracks.append(track)
      }
    }
    wakeSignal.signal()
  }

  /// Shows regions that no device watches yet.
  func show(_ regions: RegionSet) {
    guard !regions.isEmpty else { return }
    pending.withLock { $0.watched = regions }
    wakeSignal.signal()
  }

  /// What the pages did not get of what scripts put out.
  var log: PageLog { leftOut.withLock { $0 } }

  /// Takes regions that no device watches any more.
  func retire(_ regions: Set<MonitoredRegion>) {
    guard !regions.isEmpty else { return }
    pending.withLock { $0.retired.formUnion(regions) }
    wakeSignal.signal()
  }

  /// Makes messages of everything that waits.
  func flush() {
    let waiting = pending.withLock { pending in
      defer { pending = Pending() }
      return pending
    }
    let tracks = waiting.tracks
    if !waiting.watched.isEmpty {
      let number = journal.last + 1
      append(book.withLock { $0.message(watching: waiting.watched, number: number, oldest: journal.first) })
    }
    pass(tracks)
    var (part, count) = ([PageTrack](), 0)
    for track in tracks {
      part.append(track)
      count += track.fixes.count
      guard count >= PageFeed.mostFixes else { continue }
      append(part)
      (part, count) = ([], 0)
    }
    if !part.isEmpty { append(part) }
    if let changes = fates.takeChanges() {
      append(
        .object([
          ("type", .string("fates")), ("number", .integer(Int64(journal.last + 1))), ("fates", changes),
        ]))
    }
    // Last: what waits may still refer to them.
    guard !waiting.retired.isEmpty else { return }
    let number = journal.last + 1
    guard let line = book.withLock({ $0.retire(waiting.retired, number: number) }) else { return }
    append(line)
  }

  private func append(_ message: JSONValue) {
    journal.append(Array("\(message)\n".utf8), at: monotonicSeconds())
  }

  // MARK: Shared links

  /// The feed of a link that shows the positions of one device, from the newest on; nil for too many devices.
  func shared(_ device: String, head: [(name: String, value: JSONValue)]) -> PageFeed? {
    shares.withLock { shares in
      if let known = shares[device] { return known }
      guard shares.count < PageFeed.mostShares else { return nil }
      let feed = PageFeed(journal: PageJournal(bytes: PageFeed.sharedBytes), head: head)
      shares[device] = feed
      if let track = newest.withLock({ $0[device] }) {
        feed.add([track])
        feed.flush()
      }
      if isStopped.isSet { feed.finish() }
      return feed
    }
  }

  /// The most devices of shared links, and the memory of each in bytes.
  private static let mostShares = 100
  private static let sharedBytes = 4 << 20

  /// Passes positions on to shared links.
  private func pass(_ tracks: [PageTrack]) {
    guard isShareable else { return }
    newest.withLock { newest in
      for track in tracks where !track.fixes.isEmpty { newest[track.name] = track.withPositions(1) }
    }
    let shares = shares.withLock { $0 }
    guard !shares.isEmpty else { return }
    for track in tracks where !track.fixes.isEmpty {
      guard let share = shares[track.name] else { continue }
      share.add([track.withPositions(track.fixes.count)])
      share.flush()
    }
  }

  private func append(_ tracks: [PageTrack]) {
    let number = journal.last + 1
    append(book.withLock { $0.message(tracks, number: number, oldest: journal.first) })
  }

  /// The first line of a stream: the run, and all devices and regions that messages refer to; a second old at most.
  var greeting: [UInt8] {
    recentGreeting.withLock { recent in
      let now = monotonicSeconds()
      if let known = recent, now - known.time < PageFeed.greetingAge { return known.bytes }
      let bytes = newGreeting
      recent = (now, bytes)
      return bytes
    }
  }

  private var newGreeting: [UInt8] {
    let members: [(name: String, value: JSONValue)] = [
      ("type", .string("run")), ("format", .string("geoscript-page")),
      ("version", .integer(PageDocument.version)), ("run", .string(run)),
      ("now", .number((wallSeconds() * 1000).rounded())), ("last", .integer(Int64(journal.last))),
      ("rules", .array(PageColumns.rules.map { .string($0.rawValue) })),
    ]
    let content = book.withLock { $0.content }
    return Array("\(JSONValue.object(members + head + content))\n".utf8)
  }

  /// The base map with the towns around devices, as gzip; some seconds old.
  func world() throws(GeoError) -> [UInt8] {
    let now = monotonicSeconds()
    let rects = book.withLock { $0.rects }
    if let known = recentWorld.withLock({ $0 }), now - known.time < PageFeed.worldAge,
      known.hasRects == !rects.isEmpty
    {
      return known.bytes
    }
    let bytes = Gzip.packed(try WorldMap().page(namingAllIn: rects))
    recentWorld.withLock { $0 = (now, !rects.isEmpty, bytes) }
    return bytes
  }
}
