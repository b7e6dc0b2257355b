import ArgumentParser

/// Options as plain properties, each declared once, in the order of the help.
///
/// The argument parser meets properties by reflection and casts to protocols. For each type that it meets, the runtime
/// searches all conformances of the program, which for the options of `run` took half of a start. So ``init(plain:)``
/// reads what is well-formed, and the argument parser does the rest: help, completion and errors.
protocol OptionTable: ParsableArguments, CustomReflectable {
  static func declare(_ o: inout OptionRows<Self>)
}

extension OptionTable {
  static var rows: [OptionRow<Self>] {
    var rows = OptionRows<Self>()
    declare(&rows)
    return rows.rows
  }

  /// What the argument parser takes for the properties.
  var customMirror: Mirror {
    Mirror(self, children: Self.rows.map { (label: $0.key.stringValue, value: $0.wrapper()) })
  }

  /// The argument parser calls it with what it has read.
  init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: OptionKey.self)
    for row in Self.rows { try row.decode(&self, container) }
  }

  /// Reads words as the argument parser does.
  ///
  /// - Returns: nil for words that ask for help or hold a mistake, and for letters such as `-f`: the argument parser
  ///   knows what to do with them.
  init?(plain words: [String]) {
    self.init()
    do { try read(words[...]) } catch { return nil }
  }

  private mutating func read(_ words: ArraySlice<String>) throws {
    let rows = Self.rows
    var arguments = rows.filter { $0.kind == .argument }[...]
    var words = words
    while let text = words.popFirst(), text != "--" {
      let word = OptionWord(text)
      let row = word.name == nil ? arguments.popFirst() : rows.first { $0.isNamed(by: word) }
      guard let row else { throw OptionWord.NotPlain() }
      try row.read(&self, word, &words)
    }
    while let text = words.popFirst() {
      guard let row = rows.last(where: { $0.kind == .rest }) else { throw OptionWord.NotPlain() }
      try row.read(&self, OptionWord(value: text), &words)
    }
    guard arguments.isEmpty else { throw OptionWord.NotPlain() }
    for row in rows { try row.validate(&self) }
    try validate()
  }
}

/// The name of an option for the argument parser.
struct OptionKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
