import Geo

extension DeliveryAnswer {
  /// Decides which answers are retried: 408, 425, 429, 500 and above, and no answer at all. Others are final.
  ///
  /// - Source: RFC 9110, section 15; RFC 8470, section 5.2, for 425; RFC 6585, section 4, for 429.
  init(_ answer: HTTPResponse) {
    guard answer.status != 0 else {
      self = .failed(answer.error, retryAfter: nil)
      return
    }
    let status = answer.status
    switch status {
    case 200..<300: self = .delivered
    case 300..<400:
      let target = (try? HTTPAddress(answer.location))?.origin
      self = .refused(
        reason: "answered \(status)",
        detail: "it has moved\(target.map { " to \($0)" } ?? ""); give --alerts the new address")
    case 408, 425, 429: self = .failed("answered \(status)", retryAfter: answer.retryAfter)
    case 400..<500: self = .refused(reason: "answered \(status)", detail: answer.firstLine)
    default: self = .failed("answered \(status)", retryAfter: answer.retryAfter)
    }
  }
}
