import Geo
import GeoLua

/// Holds back what a message of OwnTracks has become, until the hooks of the script have said whether it is stored.
///
/// - Source: HO-142.
final class RecordingGate {
  let group: String
  private let verdict: () -> RecorderVerdict
  /// Attributes, and the message that they are of; the hooks judge it while it is handled.
  private var held: [DeviceEvent] = []
  /// The devices whose last message is not stored.
  private var refused: Set<DeviceID> = []

  /// - Parameter verdict: what the hooks have said about the message that was handled last.
  init(group: String, verdict: @escaping () -> RecorderVerdict) {
    (self.group, self.verdict) = (group, verdict)
  }

  /// Returns what may be recorded now that `event` is about to be handled.
  func pass(_ event: DeviceEvent) -> [DeviceEvent] {
    var passed: [DeviceEvent] = []
    if isJudged || held.last?.device != event.device { passed = release() }
    guard case .message(let message) = event.payload else {
      if case .location = event.payload, refused.contains(event.device) { return passed }
      return passed + release() + [event]
    }
    if message.isPublish || (message.kind == .attributes && message.form == "owntracks") {
      held.append(event)
      return passed
    }
    if message.form == "owntracks", refused.contains(event.device) { return passed }
    return passed + release() + [event]
  }

  /// Returns what is held back, judged: a batch is over.
  func release() -> [DeviceEvent] {
    guard isJudged, var last = held.last else {
      defer { held = [] }
      return held
    }
    var events = held
    held = []
    refused.remove(last.device)
    switch verdict() {
    case .store, .failed: break
    case .drop:
      refused.insert(last.device)
      return []
    case .replace(let json):
      guard case .message(var message) = last.payload else { break }
      message.json = json
      last.payload = .message(message)
      events[events.count - 1] = last
    }
    return events
  }

  /// Whether the message has come that the hooks have judged by the next event.
  private var isJudged: Bool {
    if case .message(let message)? = held.last?.payload { message.isPublish } else { false }
  }
}
