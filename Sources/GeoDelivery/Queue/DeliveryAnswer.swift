import Geo

/// What a sink says about one message.
///
/// - Source: HO-80.
enum DeliveryAnswer: Equatable {
  case delivered
  /// The sink is unreachable or too busy: the message is tried again, not before so many seconds if it asked for
  /// that.
  case again(String, after: Double?)
  /// The sink accepts nothing for now, whatever the message, such as after a failed log-in.
  case pause(String)
  /// The sink will never accept this message. `reason` is what such answers have in common, `detail` is what this
  /// one added.
  case dead(reason: String, detail: String)
}

extension DeliveryAnswer {
  /// Decides by the status: 408, 425, 429, 500 and above, and no answer at all are tried again; 401, 403, 404 and
  /// 410 pause the sink; others are final.
  ///
  /// - Source: RFC 9110, section 15; RFC 8470, section 5.2, for 425; RFC 6585, section 4, for 429; HO-80.
  init(_ answer: HTTPResponse) {
    let status = answer.status
    switch status {
    // The server has taken it; only the rest of its answer is missing.
    case 0 where (200..<300).contains(answer.begun): self = .delivered
    case 0: self = .again(answer.error, after: nil)
    case 200..<300: self = .delivered
    case 300..<400:
      let target = (try? HTTPAddress(answer.location))?.origin
      self = .dead(
        reason: "answered \(status)",
        detail: "it has moved\(target.map { " to \($0)" } ?? ""); give --alerts the new address")
    case 408, 425, 429: self = .again("answered \(status)", after: answer.retryAfter)
    case 401, 403, 404, 410: self = .pause(DeliveryAnswer.words(status, answer.firstLine))
    case 400..<500: self = .dead(reason: "answered \(status)", detail: answer.firstLine)
    default: self = .again("answered \(status)", after: answer.retryAfter)
    }
  }

  private static func words(_ status: Int, _ line: String) -> String {
    "answered \(status)" + (line.isEmpty ? "" : ": \(line)")
  }

  /// The same answer with other words.
  func reworded(_ change: (String) -> String) -> DeliveryAnswer {
    switch self {
    case .delivered: .delivered
    case .again(let words, let seconds): .again(change(words), after: seconds)
    case .pause(let words): .pause(change(words))
    case .dead(let reason, let detail): .dead(reason: change(reason), detail: change(detail))
    }
  }
}
