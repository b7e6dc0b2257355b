import Geo
import GeoLua

/// Decides which page a free thread fetches next.
///
/// Pure: no thread, no clock. A page with several requests is fetched once. A server that asks to wait gets
/// no requests for that time; a server that does not answer several times in a row is given up for a while.
struct FetchScheduler<Request: FetchRequest> {
  /// A caller that waits for a page.
  struct Ticket {
    let number: Int
    let inbox: FetchInbox<Request>
  }

  struct Job {
    let request: Request
    var tries = 0
    var due = 0.0
    var tickets: [Ticket]

    var origin: String { request.address.origin }
  }

  enum Step {
    case fetch(Job)
    /// Nothing until a time; nil for until something is added.
    case wait(Double?)
  }

  private var jobs: [Job] = []
  /// Requests that a thread has taken, with those who have asked for the same page since.
  private var running: [String: [Ticket]] = [:]
  private var servers: [String: FetchServer] = [:]

  /// Adds a request for a page.
  mutating func add(_ request: Request, _ ticket: Ticket) {
    let key = request.key
    if running[key] != nil {
      running[key]?.append(ticket)
    } else if let place = jobs.firstIndex(where: { $0.request.key == key }) {
      jobs[place].tickets.append(ticket)
    } else {
      jobs.append(Job(request: request, tickets: [ticket]))
    }
  }

  /// Why a server should not be asked now; nil if it may be.
  func refusal(by origin: String, now: Double) -> String? { servers[origin]?.refusal(now: now) }

  mutating func step(now: Double) -> Step {
    var next: (place: Int, due: Double)?
    for (place, job) in jobs.enumerated() {
      let due = max(job.due, servers[job.origin]?.pausedUntil ?? 0)
      if due <= now {
        jobs.remove(at: place)
        running[job.request.key] = []
        return .fetch(job)
      }
      if due < next?.due ?? .infinity { next = (place, due) }
    }
    return .wait(next?.due)
  }

  /// Handles a failed try; returns why it was the last one, or nil if another follows.
  mutating func failed(_ job: Job, _ reason: String, after delay: Double?, isSilent: Bool, now: Double)
    -> String?
  {
    var server = servers[job.origin] ?? FetchServer()
    let last = server.failed(reason, after: delay, isSilent: isSilent, now: now)
    servers[job.origin] = server
    if let last { return last }
    guard job.tries + 1 < FetchRules.tries else { return reason }
    var again = job
    again.tickets += running.removeValue(forKey: job.request.key) ?? []
    again.tries += 1
    // The hash of the address spreads retries over time.
    var hash = FNV1a()
    hash.combine(job.request.key)
    let share = 0.75 + Double(hash.value % 1000) / 2000
    let backoff = FetchRules.firstDelay * Double(1 << job.tries) * share
    again.due = now + max(delay ?? 0, backoff)
    jobs.append(again)
    return nil
  }

  /// Ends a job; returns those who wait for it.
  mutating func ended(_ job: Job, wasAnswered: Bool) -> [Ticket] {
    if wasAnswered { servers[job.origin]?.answered() }
    return job.tickets + (running.removeValue(forKey: job.request.key) ?? [])
  }

  /// Removes these tickets; pages that nobody else waits for are not fetched.
  mutating func forget(_ inbox: FetchInbox<Request>) {
    for place in jobs.indices { jobs[place].tickets.removeAll { $0.inbox === inbox } }
    jobs.removeAll(where: \.tickets.isEmpty)
    for key in running.keys { running[key]?.removeAll { $0.inbox === inbox } }
  }

  mutating func removeAll() -> [Ticket] {
    defer { jobs = [] }
    return jobs.flatMap(\.tickets)
  }
}

/// The state of a server.
struct FetchServer {
  /// After that many missing answers in a row a server is given up, at first for `rest` seconds.
  static let greatestSilence = 4
  static let rest = 30.0
  /// Seconds for which it is given up at most.
  private static let longestRest = 86_400.0

  /// Missing answers in a row.
  private var silences = 0
  private(set) var pausedUntil = 0.0
  private var isGivenUpUntil = 0.0
  private var whyGivenUp = ""
  /// Seconds for which it is given up the next time; longer each time, until it answers.
  private var rest = FetchServer.rest

  /// Why it should not be asked now; nil if it may be.
  func refusal(now: Double) -> String? { isGivenUpUntil > now ? whyGivenUp : nil }

  /// Handles a failure; returns why the server is not asked again.
  mutating func failed(_ reason: String, after delay: Double?, isSilent: Bool, now: Double) -> String? {
    silences = isSilent ? silences + 1 : 0
    if silences >= FetchServer.greatestSilence, isGivenUpUntil <= now {
      giveUp(until: now + rest, "does not answer")
      rest = min(rest * 4, 3600)
    }
    if let delay, delay > FetchRules.greatestDelay {
      let delay = min(delay, FetchServer.longestRest)
      let sentence = "\(reason) and asks to wait \(Int(delay)) s"
      giveUp(until: now + delay, sentence)
      return sentence
    }
    if let delay { pausedUntil = max(pausedUntil, now + delay) }
    return isGivenUpUntil > now ? reason : nil
  }

  private mutating func giveUp(until time: Double, _ reason: String) {
    (isGivenUpUntil, whyGivenUp) = (time, reason)
  }

  mutating func answered() { (silences, isGivenUpUntil, rest) = (0, 0, FetchServer.rest) }
}
