import Glibc
import Synchronization

/// A shell command that runs once for each alert, one after another, with the alert's JSON on standard input.
///
/// When a thousand wait, the run waits for the command: an alert is never dropped.
final class AlertCommand: Sendable {
  let command: String
  private let queue = BoundedQueue<Waiting>(capacity: 1000)
  private let worker: WorkerThread<[String]>
  private let delivered: Delivered

  private struct Waiting: Sendable {
    let alert: String
    /// Its number in the outbox, if it is kept there.
    let item: Int64?
  }

  /// The numbers of alerts for which the command has run.
  private final class Delivered: Sendable {
    let items = Mutex<[Int64]>([])
  }

  /// - Parameter limit: How many seconds a command may take.
  init(_ command: String, limit: Double = 30) {
    self.command = command
    let delivered = Delivered()
    self.delivered = delivered
    worker = WorkerThread { [queue] in
      var failures: [String: Int] = [:]
      while let waiting = queue.next() {
        if let failure = AlertCommand.run(command, waiting.alert, limit) {
          failures[failure, default: 0] += 1
        }
        if let item = waiting.item { delivered.items.withLock { $0.append(item) } }
      }
      return failures.sorted { $0.key < $1.key }.map { "alert command \($0.key) (\($0.value) ×): \(command)" }
    }
  }

  func queue(_ alert: String, item: Int64? = nil) { queue.add(Waiting(alert: alert, item: item)) }

  /// Takes the numbers of alerts for which the command has run since the last call.
  func takeDelivered() -> [Int64] {
    delivered.items.withLock { items in
      defer { items = [] }
      return items
    }
  }

  func close() -> [String] {
    queue.close()
    return worker.join() ?? []
  }

  /// Runs the command; returns what went wrong.
  private static func run(_ command: String, _ input: String, _ limit: Double) -> String? {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return "could not start: \(String(cString: strerror(errno)))" }
    // The command must see its input's end, and no later command may hold this one's open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
    // Standard output belongs to the script and the alerts, and may be NDJSON.
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    // A group of its own, so that a command that hangs is ended with all it started.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var reset = sigset_t()
    sigemptyset(&reset)
    // The shell's own pipes end as they do elsewhere.
    sigaddset(&reset, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &reset)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
    var child = pid_t()
    let words: [UnsafeMutablePointer<CChar>?] = ["/bin/sh", "-c", command].map { (word: String) in
      strdup(word)
    }
    defer { for word in words { free(word) } }
    let status = posix_spawn(&child, "/bin/sh", &actions, &attributes, words + [nil], environ)
    Glibc.close(ends[0])
    guard status == 0 else {
      Glibc.close(ends[1])
      return "could not start: \(String(cString: strerror(status)))"
    }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let deadline = monotonicSeconds() + limit
    feed(ends[1], input, until: deadline)
    Glibc.close(ends[1])
    return wait(child, until: deadline, limit)
  }

  /// Writes what the command takes; one that does not read gets what fits the pipe.
  private static func feed(_ descriptor: Int32, _ input: String, until deadline: Double) {
    var bytes = Array(input.utf8)[...]
    while !bytes.isEmpty, monotonicSeconds() < deadline {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, 100)
        if waiting.revents & Int16(POLLERR) != 0 { return }
      } else if errno != EINTR {
        return
      }
    }
  }

  private static func wait(_ child: pid_t, until deadline: Double, _ limit: Double) -> String? {
    var status: Int32 = 0
    var pause: UInt32 = 500
    while waitpid(child, &status, WNOHANG) == 0 {
      if monotonicSeconds() > deadline {
        kill(-child, SIGKILL)
        waitpid(child, &status, 0)
        return "was ended after \(limit == limit.rounded() ? "\(Int(limit))" : "\(limit)") s"
      }
      usleep(pause)
      pause = min(pause * 2, 50_000)
    }
    let code = (status >> 8) & 0xff
    if status & 0x7f != 0 { return "was ended by signal \(status & 0x7f)" }
    return code == 0 ? nil : "ended with \(code)"
  }
}

/// Seconds on a clock that never goes back.
func monotonicSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
