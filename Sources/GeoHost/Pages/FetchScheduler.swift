import Geo
import GeoLua

/// Which page a free thread fetches next.
///
/// Pure: no thread, no clock. A page that several ask for is fetched once. A server that asks to wait is left alone so
/// long; one that answers nothing at all several times in a row is given up for a while.
struct FetchScheduler<Request: FetchRequest> {
  /// Someone who waits for a page.
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
    /// Nothing until a time, nil for until something is added.
    case wait(Double?)
  }

  private var jobs: [Job] = []
  /// Those that a thread has taken, with who has asked for the same meanwhile.
  private var running: [String: [Ticket]] = [:]
  private var servers: [String: FetchServer] = [:]

  /// Puts a page on the list.
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

  /// Why asking a server makes no sense now; nil where it does.
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

  /// A try has failed; returns why it was the last one, nil when there will be another.
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
    // Not all at the same moment: what differs is the address.
    var hash = FNV1a()
    hash.combine(job.request.key)
    let share = 0.75 + Double(hash.value % 1000) / 2000
    let backoff = FetchRules.firstDelay * Double(1 << job.tries) * share
    again.due = now + max(delay ?? 0, backoff)
    jobs.append(again)
    return nil
  }

  /// A job has ended; returns who waits for it.
  mutating func ended(_ job: Job, wasAnswered: Bool) -> [Ticket] {
    if wasAnswered { servers[job.origin]?.answered() }
    return job.tickets + (running.removeValue(forKey: job.request.key) ?? [])
  }

  /// Nobody waits for these tickets any more; what nobody else waits for is not fetched.
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

/// What is known of a server's mood.
struct FetchServer {
  /// So many answers in a row that do not come are enough, for so many seconds at first.
  static let greatestSilence = 4
  static let rest = 30.0

  /// Answers in a row that did not come.
  private var silences = 0
  private(set) var pausedUntil = 0.0
  private var isGivenUpUntil = 0.0
  private var whyGivenUp = ""
  /// How long it is left alone the next time; longer each time, until it answers.
  private var rest = FetchServer.rest

  /// Why asking it makes no sense now; nil where it does.
  func refusal(now: Double) -> String? { isGivenUpUntil > now ? whyGivenUp : nil }

  /// It did not answer, or not now; returns why it is not asked again.
  mutating func failed(_ reason: String, after delay: Double?, isSilent: Bool, now: Double) -> String? {
    silences = isSilent ? silences + 1 : 0
    if silences >= FetchServer.greatestSilence, isGivenUpUntil <= now {
      giveUp(until: now + rest, "does not answer")
      rest = min(rest * 4, 3600)
    }
    if let delay, delay > FetchRules.greatestDelay {
      let sentence = "\(reason) and asks to wait \(Int(delay)) s"
      giveUp(until: now + min(delay, 86_400), sentence)
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
