import CMachine
import Geo
import GeoFeeds
import Glibc

/// A program that runs for one message, with its input, a limit and an environment without secrets.
struct SpawnedCommand {
  /// The path of the program, then its words.
  var words: [String]
  /// Variables besides those of the run.
  var variables: [String: String] = [:]
  /// The most seconds that it may take.
  var limit = 30.0
  /// Where its output goes; standard error if nil, because standard output belongs to the script and the alerts.
  var output: Int32?

  enum Ending: Equatable {
    case exited(Int32)
    case signaled(Int32)
    case unstarted(String)
    /// It took too long.
    case ended
    /// The run was stopped.
    case stopped
  }

  func run(input: String, isOver: () -> Bool) -> Ending {
    // Who started geoscript may have made it ignore how its children end.
    signal(SIGCHLD, SIG_DFL)
    var ends: [Int32] = [0, 0]
    // The command must see the end of its input, so no other command may inherit this pipe.
    guard machinePipe(&ends, O_CLOEXEC) == 0 else { return SpawnedCommand.unstarted(errno) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
    if let output { posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO) }
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    // Neither the sockets that the run listens on nor its files are the command's.
    machineCloseFrom(&actions, STDERR_FILENO + 1)
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
    let words: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    defer { for word in words { free(word) } }
    let environment = environment
    defer { for word in environment { free(word) } }
    guard let path = words.first ?? nil else {
      for end in ends { Glibc.close(end) }
      return SpawnedCommand.unstarted(ENOENT)
    }
    let status = posix_spawn(&child, path, &actions, &attributes, words + [nil], environment + [nil])
    Glibc.close(ends[0])
    guard status == 0 else {
      Glibc.close(ends[1])
      return SpawnedCommand.unstarted(status)
    }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let deadline = monotonicSeconds() + limit
    SpawnedCommand.feed(ends[1], input, until: deadline)
    Glibc.close(ends[1])
    return SpawnedCommand.wait(for: child, until: deadline, isOver)
  }

  /// The run's own, without what proves to others who it is; the caller frees it.
  private var environment: [UnsafeMutablePointer<CChar>?] {
    let secrets = [
      HTTPKeys.variable, MQTTAddress.passwordVariable, SMTPAddress.passwordVariable,
      NATSAddress.passwordVariable,
    ]
    let hidden = (secrets + variables.keys).map { $0 + "=" }
    var words: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0.key)=\($0.value)") }
    var next = environ
    while let word = next.pointee {
      let text = String(cString: word)
      if !hidden.contains(where: text.hasPrefix) { words.append(strdup(word)) }
      next += 1
    }
    return words
  }

  private static func unstarted(_ error: Int32) -> Ending {
    .unstarted("the command could not start: \(String(cString: strerror(error)))")
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

  private static func wait(for child: pid_t, until deadline: Double, _ isOver: () -> Bool) -> Ending {
    var status: Int32 = 0
    var pause: UInt32 = 500
    while waitpid(child, &status, WNOHANG) == 0 {
      let isOver = isOver()
      if isOver || monotonicSeconds() > deadline {
        kill(-child, SIGKILL)
        waitpid(child, &status, 0)
        return isOver ? .stopped : .ended
      }
      usleep(pause)
      pause = min(pause * 2, 50_000)
    }
    return status & 0x7f != 0 ? .signaled(status & 0x7f) : .exited((status >> 8) & 0xff)
  }
}
