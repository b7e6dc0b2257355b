/// An option of `geoscript run` as configurations name it: by its long name without dashes.
public struct ConfigurationOption: Sendable {
  public var name: String
  /// Other long names.
  public var aliases: [String]
  /// Its letters for the command line: `f` of `-f`.
  public var letters: [Character]
  public var kind: Kind
  /// Whether it may be given several times.
  public var isRepeatable: Bool
  /// What holds without it; nil if nothing does.
  public var standard: String?

  public enum Kind: Sendable {
    /// The script, and the words after `--`.
    case positional
    case option
    case flag
  }

  public init(
    _ name: String, aliases: [String] = [], letters: [Character] = [], kind: Kind, isRepeatable: Bool = false,
    standard: String? = nil
  ) {
    (self.name, self.aliases, self.letters, self.kind) = (name, aliases, letters, kind)
    (self.isRepeatable, self.standard) = (isRepeatable, standard)
  }

  /// The environment variable that sets it.
  var variable: String {
    ConfigurationOption.prefix + name.uppercased().map { $0 == "-" ? "_" : $0 }
  }

  static let prefix = "GEOSCRIPT_"
  /// The names of options that need attention here.
  static let script = "script"
  static let arguments = "arguments"
  static let config = "config"

  /// Returns the option of that name.
  static func find(_ name: String, in options: [ConfigurationOption]) -> ConfigurationOption? {
    options.first { $0.name == name || $0.aliases.contains(name) }
  }
}
