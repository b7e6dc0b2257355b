import Geo
import GeoLua

/// Which tile a free thread fetches next.
///
/// Pure: no thread, no clock. A tile that several ask for is fetched once. A server that asks to wait is left alone so
/// long; one that answers nothing at all several times in a row is given up for a while.
struct TileQueue {
  /// Someone who waits for a tile.
  struct Ticket {
    let number: Int
    let inbox: TileInbox
  }

  struct Job {
    let url: String
    let origin: String
    var tries = 0
    var due = 0.0
    var tickets: [Ticket]
  }

  enum Step {
    case fetch(Job)
    /// Nothing until a time, nil for until something is added.
    case wait(Double?)
  }

  private var jobs: [Job] = []
  /// Those that a thread has taken, with who has asked for the same meanwhile.
  private var running: [String: [Ticket]] = [:]
  private var servers: [String: Server] = [:]

  private struct Server {
    /// Answers in a row that did not come.
    var silences = 0
    var pausedUntil = 0.0
    var isGivenUpUntil = 0.0
  }

  /// So many answers in a row that do not come are enough, for so many seconds.
  static let greatestSilence = 4
  static let rest = 30.0

  /// Puts a tile on the list.
  mutating func add(_ url: String, _ origin: String, _ ticket: Ticket) {
    if running[url] != nil {
      running[url]?.append(ticket)
    } else if let place = jobs.firstIndex(where: { $0.url == url }) {
      jobs[place].tickets.append(ticket)
    } else {
      jobs.append(Job(url: url, origin: origin, tickets: [ticket]))
    }
  }

  /// Whether a server has been silent for so long that asking makes no sense now.
  func isGivenUp(_ origin: String, now: Double) -> Bool { (servers[origin]?.isGivenUpUntil ?? 0) > now }

  mutating func step(now: Double) -> Step {
    var next: (place: Int, due: Double)?
    for (place, job) in jobs.enumerated() {
      let due = max(job.due, servers[job.origin]?.pausedUntil ?? 0)
      if due <= now {
        jobs.remove(at: place)
        running[job.url] = []
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
    var server = servers[job.origin] ?? Server()
    server.silences = isSilent ? server.silences + 1 : 0
    if server.silences >= TileQueue.greatestSilence { server.isGivenUpUntil = now + TileQueue.rest }
    if let delay, delay <= TileServerRules.greatestDelay {
      server.pausedUntil = max(server.pausedUntil, now + delay)
    }
    servers[job.origin] = server
    if let delay, delay > TileServerRules.greatestDelay {
      return "\(reason) and asks to wait \(Int(delay)) s"
    }
    guard job.tries + 1 < TileServerRules.tries, server.isGivenUpUntil <= now else { return reason }
    var again = job
    again.tickets += running.removeValue(forKey: job.url) ?? []
    again.tries += 1
    // Not all at the same moment: what differs is the address.
    var hash = FNV1a()
    hash.combine(job.url)
    let share = 0.75 + Double(hash.value % 1000) / 2000
    let backoff = TileServerRules.firstDelay * Double(1 << job.tries) * share
    again.due = now + max(delay ?? 0, backoff)
    jobs.append(again)
    return nil
  }

  /// A job has ended; returns who waits for it.
  mutating func ended(_ job: Job, wasAnswered: Bool) -> [Ticket] {
    if wasAnswered { servers[job.origin]?.silences = 0 }
    return job.tickets + (running.removeValue(forKey: job.url) ?? [])
  }

  /// Nobody waits for these tickets any more; what nobody else waits for is not fetched.
  mutating func forget(_ inbox: TileInbox) {
    for place in jobs.indices { jobs[place].tickets.removeAll { $0.inbox === inbox } }
    jobs.removeAll(where: \.tickets.isEmpty)
    for url in running.keys { running[url]?.removeAll { $0.inbox === inbox } }
  }

  mutating func removeAll() -> [Ticket] {
    defer { jobs = [] }
    return jobs.flatMap(\.tickets)
  }
}
