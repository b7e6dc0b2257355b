import ArgumentParser
import Geo
import GeoLua
import GeoStore

/// `geoscript alerts list`.
struct AlertsList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List sinks, messages that wait or are dead, and keys that fire.")

  @Option(
    help: ArgumentHelp(
      "Only these messages: waiting, dead, sent or dropped. Repeatable.", valueName: "status"))
  var status: [AlertsText.Status] = []

  @Flag(help: "Print one JSON object per line.")
  var json = false

  @OptionGroup var filter: AlertsCommand.Filter
  @OptionGroup var directory: StateCommand.Directory

  func run() throws {
    let store = try StateStore(reading: directory.state)
    let queues = try store.sinkQueues().filter { filter.sink == nil || $0.sink == filter.sink }
    for queue in queues { print(json ? queue.json.description : queue.line) }
    let statuses = status.isEmpty ? [OutboxItem.Status.waiting, .dead] : status.map(\.stored)
    try store.eachMessage(filter.selection(statuses)) { message in
      print(json ? message.json(hasBody: false).description : PlainText.line(message.line))
    }
    let owner = filter.device ?? filter.group
    for condition in try store.firingConditions()
    where owner == nil || (condition.device == owner && condition.isGroup == (filter.group != nil)) {
      print(json ? condition.json.description : PlainText.line(condition.line))
    }
  }
}

/// `geoscript alerts show`.
struct AlertsShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one alert: its JSON, and what each sink said.")

  @Argument(help: "The id of the alert.")
  var id: String

  @Flag(help: "Print one JSON object per sink.")
  var json = false

  @OptionGroup var directory: StateCommand.Directory

  func run() throws {
    let store = try StateStore(reading: directory.state)
    var selection = MessageSelection()
    selection.alerts = [id]
    var hasShown = false
    try store.eachMessage(selection) { message in
      if json { return print(message.json(hasBody: true)) }
      if !hasShown { print(message.item.body) }
      hasShown = true
      print(PlainText.line("\(message.item.sink)  \(message.line)"))
    }
    guard try hasShown || json || store.sinkQueues().isEmpty else {
      throw GeoError(.usage, "there is no alert '\(id)' here (geoscript alerts list)", at: directory.state)
    }
  }
}

/// `geoscript alerts export`.
struct AlertsExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print the JSON of messages, one per line.")

  @Option(
    help: ArgumentHelp(
      "Only these messages: waiting, dead, sent or dropped. Repeatable.", valueName: "status"))
  var status: [AlertsText.Status] = []

  @Flag(help: "Print the sink, the status and the last answer around each alert.")
  var json = false

  @OptionGroup var filter: AlertsCommand.Filter
  @OptionGroup var directory: StateCommand.Directory

  func run() throws {
    let statuses = status.isEmpty ? [OutboxItem.Status.waiting, .dead] : status.map(\.stored)
    try StateStore(reading: directory.state).eachMessage(filter.selection(statuses)) { message in
      print(json ? message.json(hasBody: true).description : message.item.body)
    }
  }
}
