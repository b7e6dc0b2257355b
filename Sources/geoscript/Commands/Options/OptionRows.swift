import ArgumentParser

/// One option, argument or group of options.
struct OptionRow<Root> {
  enum Kind {
    case named
    /// A word without a name.
    case argument
    /// The words behind `--`.
    case rest
  }

  let key: OptionKey
  let kind: Kind
  /// What may stand behind `--`.
  let names: [String]
  /// The argument parser's declaration.
  let wrapper: () -> Any
  /// Takes over what the argument parser has read.
  let decode: (inout Root, KeyedDecodingContainer<OptionKey>) throws -> Void
  /// Reads a word that names it, or is its value; the value of an option may be the next word.
  let read: (inout Root, OptionWord, inout ArraySlice<String>) throws -> Void
  /// Validates a group.
  var validate: (inout Root) throws -> Void = { _ in }

  /// - Parameter value: what a wrapper holds.
  init<Wrapper: Decodable, Value>(
    _ key: String, _ kind: Kind = .named, names: [String] = [],
    at path: @escaping () -> WritableKeyPath<Root, Value>, wrapper: @escaping () -> Wrapper,
    value: @escaping (Wrapper) -> Value,
    read: @escaping (inout Root, OptionWord, inout ArraySlice<String>) throws -> Void
  ) {
    let key = OptionKey(stringValue: key)
    (self.key, self.kind, self.names, self.wrapper, self.read) = (key, kind, names, wrapper, read)
    decode = { $0[keyPath: path()] = value(try $1.decode(Wrapper.self, forKey: key)) }
  }

  func isNamed(by word: OptionWord) -> Bool { word.name.map(names.contains) ?? false }
}

/// The options of a table, as it declares them.
///
/// Help and completions are only asked for by the argument parser.
struct OptionRows<Root: OptionTable> {
  private(set) var rows: [OptionRow<Root>] = []

  /// An option with a value, whose default is that of the property.
  mutating func option<Value: ExpressibleByArgument>(
    _ name: String, _ path: @autoclosure @escaping () -> WritableKeyPath<Root, Value>,
    _ help: @autoclosure @escaping () -> String, value: String? = nil,
    completion: @autoclosure @escaping () -> CompletionKind? = nil
  ) {
    add(name, path) {
      Option(
        wrappedValue: Root()[keyPath: path()], name: [.customLong(name)],
        help: ArgumentHelp(help(), valueName: value), completion: completion())
    } value: {
      $0.wrappedValue
    } read: {
      $0[keyPath: path()] = try OptionRows.parsed($1)
    }
  }

  /// An option that need not be given.
  ///
  /// - Parameter alias: a second name.
  mutating func option<Value: ExpressibleByArgument>(
    _ name: String, alias: String? = nil, _ path: @autoclosure @escaping () -> WritableKeyPath<Root, Value?>,
    _ help: @autoclosure @escaping () -> String, value: String? = nil,
    completion: @autoclosure @escaping () -> CompletionKind? = nil
  ) {
    add(name, alias: alias, path) {
      Option<Value?>(
        name: NameSpecification([name, alias].compactMap { $0 }.map { .customLong($0) }),
        help: ArgumentHelp(help(), valueName: value), completion: completion())
    } value: {
      $0.wrappedValue
    } read: {
      $0[keyPath: path()] = try OptionRows.parsed($1) as Value
    }
  }

  /// An option that need not be given.
  ///
  /// - Parameter transform: reads the value.
  mutating func option<Value>(
    _ name: String, _ path: @autoclosure @escaping () -> WritableKeyPath<Root, Value?>,
    _ help: @autoclosure @escaping () -> String, value: String? = nil,
    completion: @autoclosure @escaping () -> CompletionKind? = nil,
    by transform: @Sendable @escaping (String) throws -> Value
  ) {
    add(name, path) {
      Option<Value?>(
        name: [.customLong(name)], help: ArgumentHelp(help(), valueName: value), completion: completion(),
        transform: transform)
    } value: {
      $0.wrappedValue
    } read: {
      $0[keyPath: path()] = try transform($1)
    }
  }

  /// An option with a number, whose default is that of the property.
  ///
  /// - Parameter kind: what it counts.
  mutating func amount<Kind: Amount>(
    _ name: String, _ path: @autoclosure @escaping () -> WritableKeyPath<Root, Double>,
    _ help: @autoclosure @escaping () -> String, value: String, as kind: Kind.Type
  ) {
    add(name, path) {
      Option(
        wrappedValue: Kind(Root()[keyPath: path()]), name: [.customLong(name)],
        help: ArgumentHelp(help(), valueName: value))
    } value: {
      $0.wrappedValue.value
    } read: {
      $0[keyPath: path()] = try Kind.value($1)
    }
  }

  /// An option that may be given several times.
  mutating func option(
    _ name: String, _ path: @autoclosure @escaping () -> WritableKeyPath<Root, [String]>,
    _ help: @autoclosure @escaping () -> String, value: String? = nil,
    completion: @autoclosure @escaping () -> CompletionKind? = nil
  ) {
    add(name, path) {
      Option(
        wrappedValue: [], name: [.customLong(name)], help: ArgumentHelp(help(), valueName: value),
        completion: completion())
    } value: {
      $0.wrappedValue
    } read: {
      $0[keyPath: path()].append($1)
    }
  }

  /// - Parameter letter: a second name.
  mutating func flag(
    _ name: String, letter: Character? = nil,
    _ path: @autoclosure @escaping () -> WritableKeyPath<Root, Bool>,
    _ help: @autoclosure @escaping () -> String
  ) {
    let wrapper = {
      Flag(
        wrappedValue: false,
        name: NameSpecification((letter.map { [.customShort($0)] } ?? []) + [.customLong(name)]),
        help: ArgumentHelp(help()))
    }
    rows.append(
      OptionRow(name, names: [name], at: path, wrapper: wrapper, value: { $0.wrappedValue }) {
        root, word, _ in
        guard word.value == nil else { throw OptionWord.NotPlain() }
        root[keyPath: path()] = true
      })
  }

  /// A word without a name, which must be given.
  mutating func argument(
    _ name: String, _ path: @autoclosure @escaping () -> WritableKeyPath<Root, String>,
    _ help: @autoclosure @escaping () -> String,
    completion: @autoclosure @escaping () -> CompletionKind? = nil
  ) {
    let wrapper = { Argument<String>(help: ArgumentHelp(help()), completion: completion()) }
    rows.append(
      OptionRow(name, .argument, at: path, wrapper: wrapper, value: { $0.wrappedValue }) {
        root, word, words in
        root[keyPath: path()] = try word.value(&words)
      })
  }

  /// The words behind `--`.
  mutating func rest(
    _ name: String, _ path: @autoclosure @escaping () -> WritableKeyPath<Root, [String]>,
    _ help: @autoclosure @escaping () -> String
  ) {
    let wrapper = {
      Argument<[String]>(wrappedValue: [], parsing: .postTerminator, help: ArgumentHelp(help()))
    }
    rows.append(
      OptionRow(name, .rest, at: path, wrapper: wrapper, value: { $0.wrappedValue }) { root, word, words in
        root[keyPath: path()].append(try word.value(&words))
      })
  }

  /// The options of another table.
  ///
  /// - Parameter title: stands over them in the help.
  mutating func group<Group: OptionTable>(
    _ name: String, _ path: @autoclosure @escaping () -> WritableKeyPath<Root, Group>, title: String = ""
  ) {
    let inner = Group.rows
    var row = OptionRow(
      name, names: inner.flatMap(\.names), at: path, wrapper: { OptionGroup<Group>(title: title) },
      value: { $0.wrappedValue }
    ) { root, word, words in
      try inner.first { $0.isNamed(by: word) }?.read(&root[keyPath: path()], word, &words)
    }
    row.validate = { root in
      for row in inner { try row.validate(&root[keyPath: path()]) }
      try root[keyPath: path()].validate()
    }
    rows.append(row)
  }

  private mutating func add<Wrapper: Decodable, Value>(
    _ name: String, alias: String? = nil, _ path: @escaping () -> WritableKeyPath<Root, Value>,
    wrapper: @escaping () -> Wrapper, value: @escaping (Wrapper) -> Value,
    read: @escaping (inout Root, String) throws -> Void
  ) {
    let names = [name] + (alias.map { [$0] } ?? [])
    rows.append(
      OptionRow(name, names: names, at: path, wrapper: wrapper, value: value) { root, word, words in
        try read(&root, try word.value(&words))
      })
  }

  private static func parsed<Value: ExpressibleByArgument>(_ text: String) throws -> Value {
    guard let value = Value(argument: text) else { throw OptionWord.NotPlain() }
    return value
  }
}
