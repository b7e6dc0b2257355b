/// What the words of a command line set.
struct CommandLineSettings {
  /// In the order in which the options first appear.
  private(set) var settings: [Setting] = []
  /// The places of the words that are neither options nor their values; those behind `--` do not count.
  private(set) var places: [Int] = []
  /// Whether the words end with some behind `--`.
  private(set) var hasTerminator = false

  /// - Parameter words: those behind `run`; the parser refuses what is wrong in them.
  init(_ words: [String], options: [ConfigurationOption]) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        hasTerminator = true
        for argument in rest { add(ConfigurationOption.arguments, argument, options) }
        return
      }
      guard word.hasPrefix("--") else {
        if word == "-" || !word.hasPrefix("-") {
          places.append(rest.startIndex - 1)
          add(ConfigurationOption.script, word, options)
        } else {
          addLetters(word.dropFirst(), &rest, options)
        }
        continue
      }
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = ConfigurationOption.find(name, in: options) else { continue }
      if option.kind == .flag {
        add(name, "true", options)
      } else if let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() {
        add(name, value, options)
      }
    }
  }

  /// Adds the options of `-f`, of `-fv` as of both, and of `-x VALUE`, `-x=VALUE`.
  private mutating func addLetters(
    _ letters: Substring, _ rest: inout ArraySlice<String>, _ options: [ConfigurationOption]
  ) {
    let parts = letters.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    for letter in parts[0] {
      guard let option = options.first(where: { $0.letters.contains(letter) }) else { continue }
      if option.kind == .flag {
        add(option.name, "true", options)
      } else if let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() {
        add(option.name, value, options)
      }
    }
  }

  private mutating func add(_ name: String, _ value: String, _ options: [ConfigurationOption]) {
    guard let option = ConfigurationOption.find(name, in: options) else { return }
    if let index = settings.firstIndex(where: { $0.option.name == option.name }) {
      settings[index].values.append(value)
    } else {
      settings.append(Setting(option: option, values: [value], origin: .commandLine))
    }
  }

  /// The values of an option; empty if it was not given.
  func values(of name: String) -> [String] { settings.first { $0.option.name == name }?.values ?? [] }
}
