import GeoCore

/// One field of a device profile in JSON; files, event log and manual share this table.
struct ProfileField: Sendable {
  /// The allowed values.
  enum Form: Sendable {
    case flag
    /// True, false or `none`.
    case flagOrNone
    /// A number of meters or seconds, 0 or more.
    case meters, seconds
    /// A number of points of the screen, 0 or more.
    case points
    /// A number of meters, 0 or more, or `none` for no limit.
    case metersOrNone
    /// A whole number, 0 or more, or `none` for no limit.
    case countOrNone
    case word([String])
  }

  /// The name, preceded by its object and a point: `sensors.gps`.
  let path: String
  let form: Form
  /// Its meaning, for the manual.
  let summary: String
  let get: @Sendable (DeviceProfile) -> ProfileValue
  let set: @Sendable (inout DeviceProfile, ProfileValue) -> Void

  /// The object that contains it; empty for the outermost.
  var group: Substring { path.firstIndex(of: ".").map { path[..<$0] } ?? "" }
  var name: Substring { path.firstIndex(of: ".").map { path[path.index(after: $0)...] } ?? path[...] }
}

/// The value of a field.
enum ProfileValue: Sendable, Hashable, CustomStringConvertible {
  case flag(Bool)
  case number(Double)
  case word(String)

  static let none = ProfileValue.word("none")

  var isTrue: Bool { self == .flag(true) }

  var number: Double? { if case .number(let number) = self { number } else { nil } }

  var description: String {
    switch self {
    case .flag(let isTrue): isTrue ? "true" : "false"
    case .number(let number): JSONValue.text(of: number)
    case .word(let word): "\"\(word)\""
    }
  }
}

extension ProfileField.Form {
  /// The allowed values, for messages and the manual.
  var expected: String {
    switch self {
    case .flag: "true or false"
    case .flagOrNone: "true, false or \"none\""
    case .meters: "meters, 0 or more"
    case .seconds: "seconds, 0 or more"
    case .points: "points, 0 or more"
    case .metersOrNone: "meters, 0 or more, or \"none\""
    case .countOrNone: "a whole number, 0 or more, or \"none\""
    case .word(let words): words.map { "\"\($0)\"" }.joined(separator: ", ")
    }
  }

  /// The allowed words.
  var words: [String] {
    switch self {
    case .word(let words): words
    case .flagOrNone, .metersOrNone, .countOrNone: ["none"]
    case .flag, .meters, .seconds, .points: []
    }
  }

  /// Returns the value of the JSON; nil if it is not allowed.
  func value(_ json: JSONValue) -> ProfileValue? {
    switch json {
    case .bool(let isTrue):
      switch self {
      case .flag, .flagOrNone: return .flag(isTrue)
      default: return nil
      }
    case .integer(let integer): return value(Double(integer))
    case .number(let number): return value(number)
    case .string(let word): return words.contains(word) ? .word(word) : nil
    default: return nil
    }
  }

  private func value(_ number: Double) -> ProfileValue? {
    // Also false for NaN; a number too large for a double is infinite.
    guard number >= 0, number.isFinite else { return nil }
    switch self {
    case .meters, .metersOrNone, .seconds, .points: return .number(number)
    case .countOrNone: return number == number.rounded() && number < 1e9 ? .number(number) : nil
    default: return nil
    }
  }
}

extension DeviceProfile {
  /// A field as the manual describes it.
  public struct Field: Sendable {
    /// The name, preceded by its object and a point.
    public let path: String
    public let summary: String
    /// The allowed values.
    public let expected: String
    fileprivate let get: @Sendable (DeviceProfile) -> ProfileValue

    /// The value in a profile, as JSON.
    public func value(_ profile: DeviceProfile) -> String { get(profile).description }
  }

  /// Every field that a file or an event may contain, in the order of the manual.
  public static var fields: [Field] {
    ProfileField.all.map {
      .init(path: $0.path, summary: $0.summary, expected: $0.form.expected, get: $0.get)
    }
  }
}
