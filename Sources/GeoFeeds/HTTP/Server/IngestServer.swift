import Geo
import GeoFormats
import Glibc
import NIOCore
import NIOPosix
import Synchronization

/// Receives the requests of all connections: decodes them, passes their events to the run together, and
/// answers each once the run has accepted or stored its events.
///
/// Sendable by its invariant: everything but the constants, `isStopping` and `fault` is used on the event
/// loop only.
final class IngestServer: @unchecked Sendable {
  struct Waiting {
    let connection: HTTPConnection
    let answer: IngestResponse
  }

  let eventLoop: any EventLoop
  let limits: HTTPLimits
  let version: String
  let mailboxes = Mailboxes()
  var accessControl: HTTPAccessControl
  var decoder: IngestDecoder
  let users: PasswordFile?
  /// Checks passwords one after the other, off the event loop.
  let passwordThread = NIOThreadPool.singleton
  var pendingPasswords = 0
  var rates: RateLimiter
  var connectionsByClient: [String: Int] = [:]
  /// Bytes of all held bodies.
  var heldBytes = 0
  var counts = HTTPCounts()

  private let inbox: LiveInbox
  private let answersWhenKept: Bool
  private let isStopping = Atomic(false)
  private var isClosed = false
  private var events: [DeviceEvent] = []
  private var waiting: [Waiting] = []
  /// Whether ``flush()`` is scheduled: after this turn of the loop, or to look for room again.
  private var isFlushDue = false
  /// The next batch for the run, its number in ``sent``, and when to stop waiting for room.
  private var held: (batch: LiveBatch, number: Int, end: Double)?
  private var sent: [Int: [Waiting]] = [:]
  private var lastNumber = 0
  /// Called when every request is answered.
  private var onAnswered: (() -> Void)?
  private var date = HTTPDate()
  private let fault = Mutex<String?>(nil)

  init(
    _ eventLoop: any EventLoop, inbox: LiveInbox, decoder: IngestDecoder, keys: HTTPKeys, limits: HTTPLimits,
    answersWhenKept: Bool, version: String
  ) {
    self.eventLoop = eventLoop
    self.inbox = inbox
    self.decoder = decoder
    self.limits = limits
    self.answersWhenKept = answersWhenKept
    self.version = version
    accessControl = HTTPAccessControl(keys)
    users = keys.users
    let rate = limits.rate ?? HTTPLimits.usualRate
    rates = RateLimiter(rate: rate, size: max(1, rate * HTTPLimits.burst))
  }

  /// The field `Date` of answers.
  var dateText: String { date.text }

  /// Decodes a request and answers it, now or when the run has its events.
  func ingest(_ request: IngestRequest, _ body: UnsafeRawBufferPointer, from connection: HTTPConnection) {
    guard !isClosed else { return connection.refuse(IngestServer.ending) }
    let before = events.count
    let answer = decoder.decode(request, body, now: inbox.now, into: &events)
    guard events.count > before else {
      if answer.status >= 400 { counts.refusals.count("\(answer.status)", "the skipped records say why") }
      return connection.write(answer)
    }
    if let refusal = refusal(of: events[before...]) {
      events.removeSubrange(before...)
      decoder.forget()
      return connection.refuse(refusal)
    }
    counts.events += events.count - before
    // What handling these events publishes may go along with their answer.
    if let device = answer.mailbox { mailboxes.open(for: device) }
    waiting.append(Waiting(connection: connection, answer: answer))
    guard !isFlushDue else { return }
    isFlushDue = true
    // After everything that this turn of the loop has read.
    eventLoop.execute { self.flush() }
  }

  private static let ending = HTTPRefusal.later(503, "the run is ending", in: 30)
  private static let lost = HTTPRefusal.later(503, "the run cannot store it now", in: 30)
  private static let behind = HTTPRefusal.later(503, "the run is behind", in: 5)

  /// Why events are rejected: the run keeps nothing of their device.
  private func refusal(of events: ArraySlice<DeviceEvent>) -> HTTPRefusal? {
    if events.contains(where: { decoder.directory.isStranger($0.device) }) { return IngestServer.full }
    guard answersWhenKept else { return nil }
    let device = events.lazy.map(\.device).first { self.inbox.refuses($0) }
    guard let device else { return nil }
    let name = decoder.directory.name(of: device)
    return .later(503, "the script of the device \(name) has stopped, and nothing is recorded", in: 300)
  }

  private static let full = HTTPRefusal(
    507, "too many devices: no more are accepted (does a sender invent names?)")

  /// Passes all waiting events to the run. A batch that waits for room goes first.
  private func flush() {
    isFlushDue = false
    while true {
      if held == nil, !events.isEmpty {
        lastNumber += 1
        let number = lastNumber
        var batch = LiveBatch(events)
        if answersWhenKept {
          batch.acknowledge = { [weak self] outcome in self?.acknowledge(number, outcome) }
        }
        sent[number] = waiting
        events = []
        waiting = []
        held = (batch, number, monotonicSeconds() + limits.roomPatience)
      }
      guard let (batch, number, end) = held else { return }
      let isTaken = !isClosed && inbox.add(batch, waiting: 0)
      guard isTaken || isClosed || monotonicSeconds() >= end else {
        isFlushDue = true
        eventLoop.scheduleTask(in: .milliseconds(10)) { self.flush() }
        return
      }
      held = nil
      if isTaken {
        if !answersWhenKept { answer(number, refusal: nil) }
      } else {
        counts.refusedEvents += batch.events.count
        decoder.forget()
        answer(number, refusal: isClosed ? IngestServer.ending : IngestServer.behind)
      }
    }
  }

  /// Acknowledges a batch that the run has handled or refused; on any thread.
  private func acknowledge(_ number: Int, _ outcome: LiveOutcome) {
    let isEnding = isStopping.load(ordering: .acquiring)
    let refusal = outcome == .accepted ? nil : isEnding ? IngestServer.ending : IngestServer.lost
    guard isEnding else {
      return eventLoop.execute { self.answer(number, refusal: refusal) }
    }
    // The process may end when this returns, so the system must have the answer by then.
    finish(eventLoop.submit { self.answer(number, refusal: refusal) })
  }

  private func answer(_ number: Int, refusal: HTTPRefusal?) {
    guard let waiting = sent.removeValue(forKey: number) else { return }
    if refusal != nil, !isClosed { decoder.forget() }
    for each in waiting {
      if let refusal { each.connection.refuse(refusal) } else { each.connection.write(each.answer) }
    }
    if isClosed, sent.isEmpty { reportAnswered() }
  }

  /// Accepts nothing more, and waits at most `patience` seconds until every request is answered; what the run
  /// acknowledges later is still answered. Not on the event loop.
  func close(patience: Double) {
    isStopping.store(true, ordering: .releasing)
    finish(
      eventLoop.flatSubmit {
        let done = self.eventLoop.makePromise(of: Void.self)
        self.flush()
        self.isClosed = true
        self.flush()
        if self.sent.isEmpty {
          done.succeed()
        } else {
          self.onAnswered = { done.succeed() }
          self.eventLoop.scheduleTask(in: .milliseconds(Int64(patience * 1000))) { self.reportAnswered() }
        }
        return done.futureResult
      })
  }

  /// Waits for work of the event loop; not on the event loop.
  func finish(_ done: EventLoopFuture<Void>) {
    do { try done.wait() } catch { fault.withLock { $0 = "not all requests were answered: \(error)" } }
  }

  /// Why requests got no answer, for the end of the run; on any thread.
  var unanswered: String? { fault.withLock { $0 } }

  private func reportAnswered() {
    onAnswered?()
    onAnswered = nil
  }

  /// How many requests the run has not acknowledged.
  var unansweredCount: Int { sent.values.reduce(waiting.count) { $0 + $1.count } }

  /// How many events wait for the run.
  var waitingCount: Int { events.count + (held?.batch.events.count ?? 0) }
}

/// The server's counts so far.
struct HTTPCounts: Sendable {
  var connections = 0
  var openConnections = 0
  var requests = 0
  var events = 0
  /// By status.
  var refusals = SkipCounts()
  var refusedEvents = 0
  let start = monotonicSeconds()
}
