import Synchronization

/// Messages that wait for a device's next request.
final class Mailboxes: Sendable {
  /// The most messages that wait for one device; a newer one replaces the oldest.
  private static let limit = 32

  /// The most devices with a box, because senders can invent names.
  private static let capacity = 100_000

  private struct Held {
    /// By device, for devices that have asked.
    var messages: [String: [String]] = [:]
    /// How many wait in total; requests look no further while this is 0.
    var count = 0

    mutating func open(for device: String) {
      if messages[device] == nil, messages.count < Mailboxes.capacity { messages[device] = [] }
    }
  }

  private let held = Mutex(Held())

  /// Gives a device that asks for messages a box.
  func open(for device: String) { held.withLock { $0.open(for: device) } }

  /// Returns the messages of a device that asks as a JSON array.
  func collect(for device: String) -> String {
    held.withLock { held in
      held.open(for: device)
      guard let messages = held.messages[device], !messages.isEmpty else { return "[]" }
      held.messages[device] = []
      held.count -= messages.count
      return "[" + messages.joined(separator: ",") + "]"
    }
  }

  /// Puts a message into a device's box; false for a device that has never asked.
  func enqueue(_ message: String, for device: String) -> Bool {
    held.withLock { held in
      guard var messages = held.messages[device] else { return false }
      if messages.count == Mailboxes.limit {
        messages.removeFirst()
        held.count -= 1
      }
      messages.append(message)
      held.messages[device] = messages
      held.count += 1
      return true
    }
  }

  /// Messages that nobody has fetched.
  var count: Int { held.withLock { $0.count } }
}
