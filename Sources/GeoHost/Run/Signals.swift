import Glibc
import Synchronization

/// SIGINT and SIGTERM as a request to stop: the run finishes the current event, then ends in order.
enum Signals {
  /// The signal that came, 0 for none.
  private static let received = Atomic<Int32>(0)

  static var stop: Int32 { received.load(ordering: .relaxed) }

  /// Handles both signals; a second one ends the process at once. A closed pipe is a write error and does not
  /// end it.
  static func install() {
    signal(SIGPIPE, SIG_IGN)
    // A file over the user's size limit is a write error and does not end the process.
    signal(SIGXFSZ, SIG_IGN)
    for number in [SIGINT, SIGTERM] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        // Only calls that are safe in a signal handler: atomics, open, dup2, _exit.
        if Signals.received.exchange(number, ordering: .relaxed) != 0 { _exit(128 + number) }
        // Makes a waiting read of standard input return with the end of the file.
        let nothing = open("/dev/null", O_RDONLY)
        if nothing >= 0 { dup2(nothing, STDIN_FILENO) }
      }
      sigaction(number, &action, nil)
    }
  }
}
