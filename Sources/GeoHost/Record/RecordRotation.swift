public import Geo
import GeoDelivery

/// When a recording continues in another file.
public enum RecordRotation: Sendable, Hashable {
  /// Before a file would become larger, in bytes on disk.
  case size(Int64)
  /// With each of these spans of UTC, in seconds.
  case time(Int)

  /// The possible forms on the command line.
  public static let expected = "a size such as 100M or 1G, or a time such as 30m, 1h, hour or day"

  /// Reads a word such as `100M`, `1h` or `day`. Units of size are multiples of 1024, as in logrotate.
  ///
  /// - Errors: ``GeoError`` `usage` for another.
  public init(_ word: String) throws(GeoError) {
    let wrong = GeoError(.usage, "--record-rotate takes \(RecordRotation.expected), got '\(word)'")
    switch word {
    case "hour": self = .time(3600)
    case "day": self = .time(86_400)
    default:
      let digits = word.prefix { $0.isASCII && $0.isNumber }
      guard let number = Int64(digits), number > 0, number < 1 << 40 else { throw wrong }
      switch word.dropFirst(digits.count) {
      case "k", "K": self = .size(number << 10)
      case "M": self = .size(number << 20)
      case "G": self = .size(number << 30)
      case "m": self = .time(Int(number) * 60)
      case "h": self = .time(Int(number) * 3600)
      case "d": self = .time(Int(number) * 86_400)
      default: throw wrong
      }
      if case .size(let size) = self, size < 1 << 12 || size > 1 << 50 { throw wrong }
      if case .time(let seconds) = self, seconds > 366 * 86_400 { throw wrong }
    }
  }

  /// Reads the time for which parts stay.
  ///
  /// - Errors: ``GeoError`` `usage` for another word, and for a time shorter than a part.
  public func keeping(_ word: String) throws(GeoError) -> TimeInterval {
    let keep = try AlertLimits.seconds(word, of: "--record-keep", example: "30d or 12h")
    if case .time(let span) = self, keep < Double(span) {
      throw GeoError(
        .usage,
        "--record-keep \(word) is shorter than a part of the recording: give --record-rotate a shorter time")
    }
    return keep
  }

  /// The span of a time on the wall clock; nil if size decides.
  func span(at time: TimeInterval) -> Int? {
    guard case .time(let seconds) = self else { return nil }
    return Int((time / Double(seconds)).rounded(.down))
  }
}

/// The names of a recording's files.
///
/// - Shapes: `rec.ndjson`, then `rec.1.ndjson`, `rec.2.ndjson` …; by time `rec-2026-11-21.ndjson`, with the
///   hour `rec-2026-11-21T20.ndjson`, with the minute `rec-2026-11-21T2030.ndjson`, UTC. If a name is taken,
///   it gets the next number, so that nothing is ever overwritten.
struct RecordingName {
  private let stem: String
  private let ending: String

  init(_ path: String) {
    var rest = path[...]
    var ending = ""
    if rest.lowercased().hasSuffix(".gz") {
      ending = String(rest.suffix(3))
      rest = rest.dropLast(3)
    }
    let base = rest.lastIndex(of: "/").map { rest.index(after: $0) } ?? rest.startIndex
    if let dot = rest[base...].lastIndex(of: "."), dot != base {
      ending = rest[dot...] + ending
      rest = rest[..<dot]
    }
    stem = String(rest)
    self.ending = ending
  }

  /// The folder of its files.
  var folder: String {
    guard let slash = stem.lastIndex(of: "/") else { return "." }
    return slash == stem.startIndex ? "/" : String(stem[..<slash])
  }

  /// Whether a file of that folder may be one of its files, whenever it was begun; files of another rotation are not.
  func isName(_ file: String, _ rotation: RecordRotation?) -> Bool {
    let base = stem.lastIndex(of: "/").map { stem[stem.index(after: $0)...] } ?? stem[...]
    guard file.count >= base.count + ending.count, file.hasPrefix(base), file.hasSuffix(ending) else {
      return false
    }
    let middle = file.dropFirst(base.count).dropLast(ending.count)
    guard case .time(let seconds)? = rotation else { return middle.wholeMatch(of: /(\.[1-9][0-9]*)?/) != nil }
    let date = /-[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(T[0-2][0-9]([0-5][0-9])?)?(\.[1-9][0-9]*)?/
    guard let parts = middle.wholeMatch(of: date) else { return false }
    if seconds % 86_400 == 0 { return parts.3 == nil }
    return parts.3 != nil && (seconds % 3600 == 0) == (parts.4 == nil)
  }

  /// The name of a file that begins now, with the first number that is not taken.
  func path(_ rotation: RecordRotation?, at time: TimeInterval, isTaken: (String) -> Bool) -> String {
    var name = stem
    if case .time(let seconds)? = rotation, let span = rotation?.span(at: time) {
      let date = ISO8601.format(Double(span * seconds))
      name += "-" + date.prefix(10)
      if seconds % 86_400 != 0 {
        name += "T" + date.dropFirst(11).prefix(2)
        if seconds % 3600 != 0 { name += date.dropFirst(14).prefix(2) }
      }
    }
    guard isTaken(name + ending) else { return name + ending }
    var number = 1
    while isTaken("\(name).\(number)\(ending)") { number += 1 }
    return "\(name).\(number)\(ending)"
  }
}
