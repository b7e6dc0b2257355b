import Glibc
import Synchronization

/// SIGINT, SIGTERM and SIGHUP as a wish to stop: the event in hand is finished, then the run ends in order.
enum Signals {
  /// The signal that came, 0 for none.
  private static let received = Atomic<Int32>(0)

  static var stop: Int32 { received.load(ordering: .relaxed) }

  /// Takes over the three signals; a second one ends the process at once. Writing to a closed pipe is an error, no end.
  static func install() {
    signal(SIGPIPE, SIG_IGN)
    // A file over the user's limit is an error of that file, no end.
    signal(SIGXFSZ, SIG_IGN)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // What nohup started goes on when its terminal is closed.
      var before = sigaction()
      sigaction(number, nil, &before)
      if number == SIGHUP, isIgnored(before) { continue }
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        // Only what may be called in a handler: atomics, open, dup2, _exit.
        if Signals.received.exchange(number, ordering: .relaxed) != 0 { _exit(128 + number) }
        // A read that waits for standard input comes back with its end.
        let nothing = open("/dev/null", O_RDONLY)
        if nothing >= 0 { dup2(nothing, STDIN_FILENO) }
      }
      sigaction(number, &action, nil)
    }
  }

  /// Whether the process was started with a signal ignored.
  private static func isIgnored(_ action: sigaction) -> Bool {
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
