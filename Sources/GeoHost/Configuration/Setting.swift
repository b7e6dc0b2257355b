import Geo

/// An option with its values, and where they stand.
public struct Setting: Sendable {
  public var option: ConfigurationOption
  /// `true` or `false` of a flag; in the order in which they were given.
  public var values: [String]
  public var origin: Origin
  /// Whether nobody prints the values.
  var isHidden = false
  /// The variables that a file names in place of values, `$NAME`, by the place of the value: nobody prints what they hold.
  var variables: [Int: String] = [:]

  public enum Origin: Sendable, Equatable {
    case commandLine
    case variable(String)
    case file(path: String, line: Int)
    case standard
  }

  /// The words of a command line that say the same.
  var words: [String] {
    switch option.kind {
    case .positional: values
    case .flag: values.last == "true" ? ["--\(option.name)"] : []
    case .option: values.map { "--\(option.name)=\($0)" }
    }
  }
}

extension Setting {
  /// The file or folder that a value names for what the run writes, and the words before it; nil for other values.
  func output(_ value: String) -> (prefix: String, path: String)? {
    switch option.name {
    case "state", "record", "record-exact", "map", "profile-script": return ("", value)
    case "page": return PageOptions.isFile(value) ? ("", value) : nil
    case "alerts", "channel":
      let name = option.name == "channel" ? value.prefix { $0 != "=" }.count + 1 : 0
      let address = value.dropFirst(name)
      guard address.hasPrefix("ndjson:") else { return nil }
      return (value.prefix(name) + "ndjson:", String(address.dropFirst(7)))
    case "table":
      let name = value.prefix { $0 != "=" }
      return name.endIndex == value.endIndex ? nil : ("\(name)=", String(value.dropFirst(name.count + 1)))
    default: return nil
    }
  }
}

extension Setting.Origin: CustomStringConvertible {
  public var description: String {
    switch self {
    case .commandLine: "command line"
    case .variable(let name): "$\(name)"
    case .file(let path, let line): "\(path):\(line)"
    case .standard: "default"
    }
  }
}

extension Setting {
  /// The line of TOML that sets it, with a comment that says where it comes from.
  ///
  /// - Shapes: `speed = 60  # geoscript.toml:2`. What a file cannot say as it is printed is a comment: a secret, and the
  ///   name of another file.
  public var line: String {
    let isComment = option.name == ConfigurationOption.config || values.indices.contains(where: isSecret)
    return "\(isComment ? "# " : "")\(assignment)  # \(PlainText.line("\(origin)"))"
  }

  /// The same without the comment.
  public var assignment: String {
    let texts = values.indices.map(text)
    let value = option.isRepeatable ? "[\(texts.joined(separator: ", "))]" : texts.last ?? "\"\""
    return "\(option.name) = \(value)"
  }

  private func isSecret(_ index: Int) -> Bool {
    variables[index] == nil && (isHidden || SecretText.isPresent(in: values[index], of: option.name))
  }

  private func text(_ index: Int) -> String {
    let value = variables[index] ?? values[index]
    if option.kind == .flag { return value }
    if isSecret(index) { return Setting.quoted("(hidden)") }
    // A number is written as one only if it reads back as the same text.
    if let number = Int(value), "\(number)" == value { return value }
    if let number = Double(value), number.isFinite, "\(number)" == value, !value.contains("e") {
      return value
    }
    return Setting.quoted(value)
  }

  /// A basic string of TOML 1.0; every string of JSON is one.
  private static func quoted(_ text: String) -> String { JSONValue.string(text).description }
}
