public import Geo

/// How devices form groups: `--group-by`.
///
/// - Source: GR-3.
public struct Grouping: Sendable {
  /// The group of devices that nothing puts into another.
  package static let usual = "default"

  enum Rule: Sendable {
    /// A column of a table, or a member of a line of the event log.
    case field(String)
    /// The name before the first `/`.
    case ownTracksUser
    /// The part of the name that the one group of the pattern captures.
    case pattern(String)
    /// A table with the columns `device` and `group`.
    case file(GroupFile)
  }

  let rule: Rule

  /// The column or member that says the group; nil for another rule.
  public var field: String? { if case .field(let name) = rule { name } else { nil } }

  /// Whether a file says the groups.
  package var isFile: Bool { if case .file = rule { true } else { false } }

  /// The devices that a file puts into a group, by name.
  func namedDevices(in group: String) -> [String] {
    if case .file(let file) = rule { file.devices(in: group) } else { [] }
  }

  /// - Errors: ``GeoError`` `usage` for words that say nothing, `noInput` for a missing file, `data` for one that cannot
  ///   be used.
  public init(_ words: String) throws(GeoError) {
    if words == "owntracks-user" {
      rule = .ownTracksUser
    } else if words.hasPrefix("device:") {
      let pattern = String(words.dropFirst("device:".count))
      guard (try? Regex<AnyRegexOutput>(pattern)) != nil else {
        throw GeoError(
          .usage, "--group-by: '\(pattern)' is not a regular expression (such as device:([^-]*)-.*)")
      }
      guard Grouping.captures(in: pattern) == 1 else {
        throw GeoError(
          .usage,
          "--group-by: '\(pattern)' needs one group in parentheses, which names the group (such as device:([^-]*)-.*)"
        )
      }
      rule = .pattern(pattern)
    } else if words.lowercased().hasSuffix(".csv") || words.lowercased().hasSuffix(".tsv") {
      rule = .file(try GroupFile(path: words))
    } else if words.isEmpty {
      throw GeoError(.usage, "--group-by: a field, owntracks-user, device:REGEX or a .csv file expected")
    } else {
      rule = .field(words)
    }
  }

  /// Checks the words of a stream's layout.
  ///
  /// - Errors: ``GeoError`` `usage` for a rule by which a device may change its group, and so its partition.
  package static func checkStream(_ words: String) throws(GeoError) {
    switch try Grouping(words).rule {
    case .ownTracksUser, .pattern: return
    case .field, .file:
      throw GeoError(
        .usage,
        "--group-by: a stream takes owntracks-user or device:REGEX, because a device stays in its partition (got \(words))"
      )
    }
  }

  /// The number of groups of a pattern that capture.
  private static func captures(in pattern: String) -> Int {
    var count = 0
    var isEscaped = false
    var isClass = false
    var rest = pattern[...]
    while let sign = rest.popFirst() {
      if isEscaped {
        isEscaped = false
      } else if sign == "\\" {
        isEscaped = true
      } else if sign == "[" {
        isClass = true
      } else if sign == "]" {
        isClass = false
      } else if sign == "(", !isClass,
        rest.first != "?" || (rest.hasPrefix("?<") && !rest.hasPrefix("?<=") && !rest.hasPrefix("?<!"))
      {
        count += 1
      }
    }
    return count
  }
}

/// Says the group of a device by its name alone.
package struct GroupNaming {
  private let rule: Grouping.Rule
  private let pattern: Regex<AnyRegexOutput>?

  package init(_ grouping: Grouping) {
    rule = grouping.rule
    if case .pattern(let text) = rule { pattern = try? Regex<AnyRegexOutput>(text) } else { pattern = nil }
  }

  /// The group of a device; nil where the rule says nothing.
  package func group(of device: String) -> String? {
    switch rule {
    case .ownTracksUser:
      let user = device.prefix { $0 != "/" }
      return user.isEmpty || user.count == device.count ? nil : String(user)
    case .pattern:
      guard let match = pattern.flatMap({ try? $0.firstMatch(in: device) }), match.output.count == 2,
        let part = match.output[1].substring, !part.isEmpty
      else { return nil }
      return String(part)
    case .file, .field: return nil
    }
  }
}
