import ArgumentParser
import Geo
import LuaBridge

/// The commands with their options, for advice on a command line that cannot be read.
struct CommandTree {
  private let root: JSONValue

  /// Nil for a message about something else than a word that the argument parser does not know.
  init?(ofMistake message: String) {
    let isUnknown = message.hasPrefix("Unknown option '") || message.hasPrefix("Unexpected argument '")
    guard isUnknown || message.contains(" unexpected arguments: '"),
      let root = try? JSONParser.parse(Geoscript._dumpHelp())["command"]
    else { return nil }
    self.root = root
  }

  /// Advice for a word that is no command, and for options where a command is missing; nil for other mistakes.
  func advice(_ words: [String]) -> String? {
    let (command, path, rest) = place(words)
    let names = command.list("subcommands").map { $0.word("commandName") }.filter { $0 != "help" }
    guard !names.isEmpty, let word = rest.first else { return nil }
    let start = (["geoscript"] + path).joined(separator: " ")
    if word.hasPrefix("-") {
      // Most commands of a family have a list, which shows what there is.
      let takers = command.list("subcommands").filter {
        CommandTree.names($0).contains(CommandTree.name(word))
      }
      .map { $0.word("commandName") }
      guard !path.isEmpty, let first = takers.first else { return nil }
      let usual = takers.contains("list") ? "list" : first
      return "\(start) needs a command before its options (\(names.joined(separator: ", "))): write "
        + "\(start) \(usual) \(rest.joined(separator: " "))"
    }
    if path.isEmpty, let known = CommandTree.foreign[word] {
      return "There is no command \(word): write geoscript \(known)"
    }
    let near = NearestName.find(word, among: names)
    return near.map { "There is no command \(word): did you mean \(start) \($0)?" }
  }

  /// What to say of an option with one dash, `-from`; nil without one.
  func dashes(_ words: [String]) -> String? {
    let (command, _, rest) = place(words)
    let names = CommandTree.names(command)
    for word in rest.prefix(while: { $0 != "--" }) where word.hasPrefix("-") && !word.hasPrefix("--") {
      let name = CommandTree.name(word)
      guard name.utf8.count > 1, Double(word) == nil,
        let near = names.contains(name) ? name : NearestName.find(name, among: names, limit: 1)
      else { continue }
      return "Unknown option '-\(name)'. Did you mean '--\(near)'?"
    }
    return nil
  }

  /// The command that words name, the words that name it, and those behind.
  private func place(_ words: [String]) -> (JSONValue, [String], ArraySlice<String>) {
    var (command, path, rest) = (root, [String](), words[...])
    while let word = rest.first,
      let next = command.list("subcommands").first(where: { $0.word("commandName") == word })
    {
      (command, rest) = (next, rest.dropFirst())
      path.append(word)
    }
    return (command, path, rest)
  }

  /// The long names of a command's options.
  private static func names(_ command: JSONValue) -> [String] {
    command.list("arguments").flatMap { $0.list("names") }.filter { $0.word("kind") == "long" }
      .map { $0.word("name") }
  }

  /// The name in a word that is an option: `from` of `-from=x`.
  private static func name(_ word: String) -> String {
    String(word.drop { $0 == "-" }.prefix { $0 != "=" })
  }

  /// Commands of other programs, with what is the same here.
  private static let foreign = [
    "init": "new NAME", "create": "new NAME", "version": "--version", "lint": "check FILES",
    "validate": "check FILES",
    "info": "replay-info FILES", "search": "geocode TEXT", "man": "docs PAGE", "manual": "docs",
    "documentation": "docs",
    "replay": "run FILE --from LOG",
    "play": "run FILE --from LOG", "exec": "run FILE", "render": "draw FILES -o PICTURE",
  ]
}
