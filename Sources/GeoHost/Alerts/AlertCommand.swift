import CMachine
import Geo
import GeoFeeds
import GeoStore
import Glibc

/// A shell command that runs once for each alert, one after another, with the alert's JSON on standard input.
///
/// A command that fails is not run again for the same alert, because nobody knows what it had done by then.
struct AlertCommand: AlertTransport {
  let command: String
  /// The most seconds that a command may take.
  var limit = 30.0

  static func route(_ command: String) -> AlertRoute {
    // Each command has its own limit, so the last one ends as well.
    AlertRoute(key: "exec:\(command)", label: "exec:\(command)", patience: .infinity) {
      AlertCommand(command: command)
    }
  }

  func send(_ item: OutboxItem, isOver: () -> Bool) -> DeliveryAnswer {
    var ends: [Int32] = [0, 0]
    // The command must see the end of its input, so no other command may inherit this pipe.
    guard machinePipe(&ends, O_CLOEXEC) == 0 else { return AlertCommand.unstarted(errno) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
    // Neither the sockets that the run listens on nor its files are the command's.
    machineCloseFrom(&actions, STDERR_FILENO + 1)
    // Standard output belongs to the script and the alerts, and may be NDJSON.
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    // Its own process group: a command that hangs is killed with everything that it started.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var reset = sigset_t()
    sigemptyset(&reset)
    // Restores SIGPIPE, so that pipes in the shell end as usual.
    sigaddset(&reset, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &reset)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
    var child = pid_t()
    let words: [UnsafeMutablePointer<CChar>?] = ["/bin/sh", "-c", command].map { (word: String) in
      strdup(word)
    }
    defer { for word in words { free(word) } }
    let environment = AlertCommand.environment
    defer { for word in environment { free(word) } }
    let status = posix_spawn(&child, "/bin/sh", &actions, &attributes, words + [nil], environment + [nil])
    Glibc.close(ends[0])
    guard status == 0 else {
      Glibc.close(ends[1])
      return AlertCommand.unstarted(status)
    }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let deadline = monotonicSeconds() + limit
    AlertCommand.feed(ends[1], item.body + "\n", until: deadline)
    Glibc.close(ends[1])
    return wait(for: child, until: deadline, isOver)
  }

  /// The run's own, without what proves to others who it is; the caller frees it.
  private static var environment: [UnsafeMutablePointer<CChar>?] {
    let secrets = [HTTPKeys.variable, MQTTAddress.passwordVariable, NATSAddress.passwordVariable].map {
      $0 + "="
    }
    var words: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let word = next.pointee {
      let text = String(cString: word)
      if !secrets.contains(where: text.hasPrefix) { words.append(strdup(word)) }
      next += 1
    }
    return words
  }

  private static func refused(_ reason: String) -> DeliveryAnswer { .refused(reason: reason, detail: "") }

  private static func unstarted(_ error: Int32) -> DeliveryAnswer {
    refused("the command could not start: \(String(cString: strerror(error)))")
  }

  /// Writes what the command accepts; a command that does not read gets what fits into the pipe.
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

  private func wait(for child: pid_t, until deadline: Double, _ isOver: () -> Bool) -> DeliveryAnswer {
    var status: Int32 = 0
    var pause: UInt32 = 500
    while waitpid(child, &status, WNOHANG) == 0 {
      let isOver = isOver()
      if isOver || monotonicSeconds() > deadline {
        kill(-child, SIGKILL)
        waitpid(child, &status, 0)
        if isOver { return .failed("the run was stopped", retryAfter: nil) }
        let seconds = limit == limit.rounded() ? "\(Int(limit))" : "\(limit)"
        return AlertCommand.refused("the command was ended after \(seconds) s")
      }
      usleep(pause)
      pause = min(pause * 2, 50_000)
    }
    let code = (status >> 8) & 0xff
    if status & 0x7f != 0 { return AlertCommand.refused("the command was ended by signal \(status & 0x7f)") }
    return code == 0 ? .delivered : AlertCommand.refused("the command exited with status \(code)")
  }
}
