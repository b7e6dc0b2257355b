import ArgumentParser
import Geo
import GeoStore

/// `geoscript alerts retry`.
struct AlertsRetry: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Send dead letters again, out of their order.")

  @Argument(help: "The ids of alerts; all their dead letters are sent again.")
  var ids: [String] = []

  @Flag(help: "Send every dead letter again.")
  var all = false

  @OptionGroup var filter: AlertsCommand.Filter
  @OptionGroup var directory: StateCommand.Directory

  func validate() throws {
    guard all || !ids.isEmpty || filter.isGiven else {
      throw ValidationError("name the ids of alerts, or give --sink, --device, --group or --all")
    }
    guard !all || ids.isEmpty else {
      throw ValidationError("--all is for every message, and '\(ids[0])' names an alert: choose one")
    }
  }

  func run() throws {
    try filter.check(StateSource(directory.state), alerts: ids)
    let selection = filter.selection([.dead], alerts: ids)
    try AlertsCommand.change(directory.state, .retry, selection.json) {
      "\(AlertsText.counted($0, "dead letter")) will be sent again, out of order"
    }
  }
}

/// `geoscript alerts drop`.
struct AlertsDrop: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drop", abstract: "Remove messages that wait or are dead letters.")

  @Argument(help: "The ids of alerts; all their messages are removed.")
  var ids: [String] = []

  @Flag(help: "Remove every message that waits or is a dead letter.")
  var all = false

  @OptionGroup var filter: AlertsCommand.Filter
  @OptionGroup var directory: StateCommand.Directory

  func validate() throws {
    guard all || !ids.isEmpty || filter.isGiven else {
      throw ValidationError("name the ids of alerts, or give --sink, --device, --group or --all")
    }
    guard !all || ids.isEmpty else {
      throw ValidationError("--all is for every message, and '\(ids[0])' names an alert: choose one")
    }
  }

  func run() throws {
    try filter.check(StateSource(directory.state), alerts: ids)
    let selection = filter.selection([.waiting, .dead], alerts: ids)
    try AlertsCommand.change(directory.state, .drop, selection.json) {
      "\(AlertsText.counted($0, "message")) removed"
    }
  }
}

/// `geoscript alerts move`.
struct AlertsMove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Give the messages that wait for one sink to another.",
    discussion: "Use it after the address of a sink has changed: `alerts list` shows both names.")

  @Option(help: ArgumentHelp("The sink that has them.", valueName: "name"))
  var from: String

  @Option(help: ArgumentHelp("The sink that gets them.", valueName: "name"))
  var to: String

  @OptionGroup var directory: StateCommand.Directory

  func run() throws {
    let source = try StateSource(directory.state)
    let stores = try source.all().map(\.store)
    for name in [from, to] { try AlertsCommand.check(sink: name, stores, at: source.name) }
    var selection = MessageSelection()
    selection.sink = from
    selection.statuses = [.waiting]
    guard case .object(let members) = selection.json else { return }
    try AlertsCommand.change(directory.state, .move, .object(members + [("to", .string(to))])) {
      "\(AlertsText.counted($0, "message")) moved to \(to)"
    }
  }
}
