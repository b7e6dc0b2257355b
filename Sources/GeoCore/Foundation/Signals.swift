import Glibc
import Synchronization

/// SIGINT, SIGTERM and SIGHUP as a request to stop: the run finishes the current event, then ends in order.
package enum Signals {
  /// The signal that came, 0 for none.
  private static let received = Atomic<Int32>(0)

  /// How often SIGHUP came in a run that it does not end.
  private static let asked = Atomic<Int>(0)

  /// How many writes had ended when the handler of ``patience`` looked last.
  private static let written = Atomic<Int>(0)

  /// How long one write may wait after the signal.
  /// - Units: seconds.
  private static let patience: UInt32 = 5

  package static var reloads: Int { asked.load(ordering: .relaxed) }

  package static var stop: Int32 { received.load(ordering: .relaxed) }

  /// From now on SIGHUP asks for a reload and ends nothing.
  package static func reloadOnHangup() {
    var action = sigaction()
    // A read that waits goes on.
    action.sa_flags = SA_RESTART
    action.__sigaction_handler.sa_handler = { _ in Signals.asked.wrappingAdd(1, ordering: .relaxed) }
    sigaction(SIGHUP, &action, nil)
  }

  /// Handles the three signals; a second one ends the process at once. A closed pipe is a write error and does not
  /// end it.
  package static func install() {
    makeValues()
    signal(SIGPIPE, SIG_IGN)
    // A file over the user's size limit is a write error and does not end the process.
    signal(SIGXFSZ, SIG_IGN)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // What nohup started goes on when its terminal is closed.
      var before = sigaction()
      sigaction(number, nil, &before)
      if number == SIGHUP, isIgnored(before) { continue }
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        // Only what is safe in a signal handler: atomics, open, dup2, alarm, _exit. The signal may have come in the
        // midst of an allocation, whose lock a second one would wait for.
        if Signals.received.exchange(number, ordering: .relaxed) != 0 { _exit(128 + number) }
        Signals.written.store(Writes.state.ended, ordering: .relaxed)
        alarm(Signals.patience)
        // Makes a waiting read of standard input return with the end of the file.
        let nothing = Signals.openNothing()
        if nothing >= 0 { dup2(nothing, STDIN_FILENO) }
      }
      sigaction(number, &action, nil)
    }
    endsStuckWrites()
  }

  /// Makes the values that handlers use: the first use of a static value takes a lock.
  private static func makeValues() {
    _ = (stop, reloads, written.load(ordering: .relaxed), Writes.state)
  }

  /// Opens `/dev/null`. A `String` would allocate memory to become a path.
  private static func openNothing() -> Int32 {
    let path: StaticString = "/dev/null"
    return path.utf8Start.withMemoryRebound(to: CChar.self, capacity: path.utf8CodeUnitCount + 1) {
      open($0, O_RDONLY)
    }
  }

  /// A run that was asked to stop ends at once if nobody reads what it writes: a pipe that is full keeps no run alive.
  private static func endsStuckWrites() {
    var action = sigaction()
    action.sa_flags = SA_RESTART
    action.__sigaction_handler.sa_handler = { _ in
      let (ended, areWaiting) = Writes.state
      if areWaiting, ended == Signals.written.exchange(ended, ordering: .relaxed) {
        Signals.tellStuck()
        _exit(128 + Signals.stop)
      }
      alarm(Signals.patience)
    }
    sigaction(SIGALRM, &action, nil)
  }

  /// Standard error may be the pipe that is full.
  private static func tellStuck() {
    var room = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&room, 1, 0) == 1 else { return }
    let stuck: StaticString =
      "geoscript: nobody reads the output: the run ends at once, without its summary (with --state nothing is lost)\n"
    _ = Glibc.write(STDERR_FILENO, stuck.utf8Start, stuck.utf8CodeUnitCount)
  }

  /// Whether the process was started with a signal ignored.
  private static func isIgnored(_ action: sigaction) -> Bool {
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
