/// A word of a command line that is an option, or else a value.
struct OptionWord {
  /// The name of the option, `speed` of `--speed=60`; nil for a value.
  let name: String?
  /// What is attached to the name, or the value.
  let value: String?

  /// Thrown at words that ``OptionTable/init(plain:)`` leaves to the argument parser.
  struct NotPlain: Error {}

  init(value: String) { (name, self.value) = (nil, value) }

  init(_ text: String) {
    guard OptionWord.isOption(text) else {
      (name, value) = (nil, text)
      return
    }
    // A single dash stays in the name, so that no option has it.
    let word = text.hasPrefix("--") ? text.dropFirst(2) : text[...]
    let name = word.prefix { $0 != "=" }
    self.name = String(name)
    value = name.endIndex == word.endIndex ? nil : String(word[name.endIndex...].dropFirst())
  }

  /// What is attached, or else the next word.
  func value(_ words: inout ArraySlice<String>) throws -> String {
    if let value, !value.isEmpty { return value }
    guard value == nil, let next = words.popFirst(), !OptionWord.isOption(next) else { throw NotPlain() }
    return next
  }

  private static func isOption(_ text: String) -> Bool { text.first == "-" && text != "-" }
}
