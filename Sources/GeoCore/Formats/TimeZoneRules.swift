/// The offsets from UTC that a place's clocks have had and will have.
///
/// Made from the bytes of a TZif file, or from a fixed offset. The caller reads the file and passes its
/// bytes. All regions that name the zone share one immutable instance.
///
/// - Units: seconds east of Greenwich; times in seconds since 1970-01-01 UTC.
/// - Source: RFC 8536.
public final class TimeZoneRules: Sendable, Hashable, CustomStringConvertible {
  /// The requested name: `Asia/Tokyo`, `+05:30`, `UTC`.
  public let name: String
  /// The offset before the first change.
  let firstOffset: Int
  /// Times of the changes, ascending.
  let transitions: [Int64]
  /// The offset from each of `transitions` on.
  let offsets: [Int]
  /// The rule after the last change; nil if the last offset stays.
  let rule: PosixTimeZone?
  /// What the clocks are called before the first change, and from each of `transitions` on; empty without a file.
  let abbreviations: [String]

  public var description: String { name }

  public static let utc = TimeZoneRules(name: "UTC", offset: 0)

  /// Creates a zone whose offset never changes.
  public init(name: String, offset: Int) {
    self.name = name
    firstOffset = offset
    transitions = []
    offsets = []
    rule = nil
    abbreviations = []
  }

  /// Creates a zone with a permanent rule, such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil for any other text.
  public convenience init?(posix text: String) {
    guard let rule = PosixTimeZone(text) else { return nil }
    self.init(
      name: text, firstOffset: rule.offset(at: 0), transitions: [], offsets: [], rule: rule)
  }

  init(
    name: String, firstOffset: Int, transitions: [Int64], offsets: [Int], rule: PosixTimeZone?,
    abbreviations: [String] = []
  ) {
    self.abbreviations = abbreviations
    self.name = name
    self.firstOffset = firstOffset
    self.transitions = transitions
    self.offsets = offsets
    self.rule = rule
  }

  /// Returns the offset in force at `time`.
  public func offset(at time: TimeInterval) -> Int {
    guard time.isFinite, abs(time) < 1e15 else { return firstOffset }
    let second = Int64(time.rounded(.down))
    guard let last = transitions.last else { return rule?.offset(at: second) ?? firstOffset }
    if second >= last, let rule { return rule.offset(at: second) }
    let changes = changes(until: second)
    return changes == 0 ? firstOffset : offsets[changes - 1]
  }

  /// Returns what the clocks are called at `time`: `CET`, `CEST`; nil if the zone has no such names.
  public func abbreviation(at time: TimeInterval) -> String? {
    guard time.isFinite, abs(time) < 1e15 else { return nil }
    let second = Int64(time.rounded(.down))
    if let rule, second >= transitions.last ?? .min { return rule.abbreviation(at: second) }
    let changes = changes(until: second)
    return changes < abbreviations.count ? abbreviations[changes] : nil
  }

  /// How many of `transitions` have come at `second`.
  private func changes(until second: Int64) -> Int {
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= second { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the zone that `name` describes without a file: `UTC`, `GMT`, `Z`, or an offset such as `+05:30`,
  /// `-0300`, `+9`.
  public static func fixed(_ name: String) -> TimeZoneRules? {
    if ["UTC", "GMT", "Z"].contains(name) { return TimeZoneRules(name: name, offset: 0) }
    var rest = Substring(name)
    let isEast = rest.hasPrefix("+")
    guard isEast || rest.hasPrefix("-") else { return nil }
    rest = rest.dropFirst()
    let hours: Substring
    let minutes: Substring
    if let colon = rest.firstIndex(of: ":") {
      (hours, minutes) = (rest[..<colon], rest[rest.index(after: colon)...])
      guard minutes.count == 2 else { return nil }
    } else {
      guard rest.count <= 2 || rest.count == 4 else { return nil }
      (hours, minutes) = (rest.prefix(2), rest.count == 4 ? rest.suffix(2) : "0")
    }
    let isDigits = (hours + minutes).utf8.allSatisfy { (48...57).contains($0) }
    guard isDigits, !hours.isEmpty, hours.count <= 2, let h = Int(hours), let m = Int(minutes), h <= 14,
      m < 60
    else { return nil }
    let offset = h * 3600 + m * 60
    return TimeZoneRules(name: name, offset: isEast ? offset : -offset)
  }

  public static func == (left: TimeZoneRules, right: TimeZoneRules) -> Bool {
    left === right
      || (left.name == right.name && left.firstOffset == right.firstOffset
        && left.transitions == right.transitions && left.offsets == right.offsets && left.rule == right.rule)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
