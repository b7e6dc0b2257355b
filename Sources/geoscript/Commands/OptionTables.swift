import ArgumentParser
import Geo
import GeoHost

/// The manual's tables of options, from the descriptions that `--help` shows.
enum OptionTables {
  /// `options-run` for `geoscript run`, `options` for all other commands.
  static func all() -> [String: String] {
    // The argument parser describes all commands as JSON.
    guard let root = try? JSONParser.parse(Geoscript._dumpHelp())["command"] else { return [:] }
    let commands = root.list("subcommands").filter { $0.word("commandName") != "help" }
    let run = commands.first { $0.word("commandName") == RunCommand.configuration.commandName }
    let others = commands.filter { $0.word("commandName") != RunCommand.configuration.commandName }
    return [
      "options-run": run.map { groups($0).joined(separator: "\n\n") } ?? "",
      "options": others.flatMap { sections($0, "geoscript") }.joined(separator: "\n\n"),
    ]
  }

  /// A section for a command, or for each of its subcommands.
  private static func sections(_ command: JSONValue, _ parent: String) -> [String] {
    let name = "\(parent) \(command.word("commandName"))"
    let inner = command.list("subcommands").filter { $0.word("commandName") != "help" }
    guard inner.isEmpty else { return inner.flatMap { sections($0, name) } }
    return ["## \(name)", command.word("abstract")] + groups(command)
  }

  /// A table for each group of arguments, under its title.
  private static func groups(_ command: JSONValue) -> [String] {
    let arguments = command.list("arguments").filter { !["help", "version"].contains($0.word("valueName")) }
    let titles = arguments.map { $0.word("sectionTitle") }.reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    return titles.flatMap { title in
      let rows = arguments.filter { $0.word("sectionTitle") == title }.map(row)
      let table = (["| option | meaning |", "|---|---|"] + rows).joined(separator: "\n")
      return title.isEmpty ? [table] : ["### \(title)", table]
    }
  }

  private static func row(_ argument: JSONValue) -> String {
    let value = argument.word("valueName")
    var name: String
    if argument.word("kind") == "positional" {
      name = "<\(value)>"
    } else {
      name = argument.list("names").map { ($0.word("kind") == "short" ? "-" : "--") + $0.word("name") }
        .joined(separator: ", ")
      if argument.word("kind") == "option" { name += " <\(value)>" }
    }
    var meaning = argument.word("abstract")
    let standard = argument.word("defaultValue")
    if !standard.isEmpty, argument.word("kind") == "option" { meaning += " (default: \(standard))" }
    let text = meaning.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    return
      "| `\(name.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|"))` | \(text) |"
  }
}

extension JSONValue {
  /// The text of a member, empty without one.
  func word(_ name: String) -> String { self[name]?.text ?? "" }

  /// The elements of a member that is an array.
  func list(_ name: String) -> [JSONValue] {
    if case .array(let elements)? = self[name] { elements } else { [] }
  }
}
