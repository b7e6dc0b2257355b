import Geo
import GeoStore

/// A shell command that runs once for each message, one after another, with the message on standard input.
///
/// A command that fails is not run again for the same message, because nobody knows what it had done by then, unless it
/// says so with 75 or was ended by a signal (HO-80).
struct AlertCommand: AlertTransport {
  let command: String
  var pictures = SinkPictures(SinkShape())
  /// The most seconds that a command may take.
  var limit = 30.0

  static func route(_ command: String, _ patience: Double) -> AlertRoute {
    // The last command may take its time.
    AlertRoute(key: "exec:\(command)", label: "exec:\(command)", patience: max(patience, 31)) {
      AlertCommand(command: command, pictures: $0)
    }
  }

  func send(_ item: OutboxItem, isOver: () -> Bool) -> DeliveryAnswer {
    let shell = SpawnedCommand(words: ["/bin/sh", "-c", command], limit: limit)
    switch shell.run(input: pictures.content(of: item.body).text + "\n", isOver: isOver) {
    case .exited(0): return .delivered
    // <sysexits.h>: EX_TEMPFAIL. A shell reports a signal of its own child as 128 and its number.
    case .exited(let code) where code == 75 || (129...159).contains(code):
      return .again("the command exited with status \(code)", after: nil)
    case .exited(let code): return AlertCommand.refused("the command exited with status \(code)")
    case .signaled(let signal): return .again("the command was ended by signal \(signal)", after: nil)
    case .unstarted(let reason): return AlertCommand.refused(reason)
    case .stopped: return .again("the run was stopped", after: nil)
    case .ended:
      let seconds = limit == limit.rounded() ? "\(Int(limit))" : "\(limit)"
      return AlertCommand.refused("the command was ended after \(seconds) s")
    }
  }

  private static func refused(_ reason: String) -> DeliveryAnswer { .dead(reason: reason, detail: "") }
}
