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
    let source = try StateSource(directory.state)
    try filter.check(source)
    var queues: [SinkQueue] = []
    // Only those of partitions wait for each other.
    let isWhole = source.streams == nil
    var lines: (messages: [String], conditions: [String]) = ([], [])
    func show(_ queues: [SinkQueue]) {
      for queue in queues { print(json ? queue.json.description : queue.line) }
    }
    let statuses = status.isEmpty ? [OutboxItem.Status.waiting, .dead] : status.map(\.stored)
    let owner = filter.device ?? filter.group
    try source.each(device: filter.device, group: filter.group) { part in
      for queue in try part.store.sinkQueues() where filter.sink == nil || queue.sink == filter.sink {
        if let place = queues.firstIndex(where: { $0.sink == queue.sink }) {
          queues[place].add(queue)
        } else {
          queues.append(queue)
        }
      }
      if isWhole { show(queues) }
      try part.store.eachMessage(filter.selection(statuses)) { message in
        let line = json ? message.json(hasBody: false).description : PlainText.line(message.line)
        if isWhole { print(line) } else { lines.messages.append(line) }
      }
      for condition in try part.store.firingConditions()
      where owner == nil || (condition.device == owner && condition.isGroup == (filter.group != nil)) {
        lines.conditions.append(json ? condition.json.description : PlainText.line(condition.line))
      }
    }
    if !isWhole { show(queues) }
    for line in lines.messages + lines.conditions { print(line) }
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
    let source = try StateSource(directory.state)
    var selection = MessageSelection()
    selection.alerts = [id]
    try AlertsCommand.check(alert: id, source)
    var hasShown = false
    try source.each { part in
      try part.store.eachMessage(selection) { message in
        if json { return print(message.json(hasBody: true)) }
        if !hasShown { print(message.item.body) }
        hasShown = true
        print(PlainText.line("\(message.item.sink)  \(message.line)"))
      }
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
    let source = try StateSource(directory.state)
    try filter.check(source)
    try source.each(device: filter.device, group: filter.group) { part in
      try part.store.eachMessage(filter.selection(statuses)) { message in
        print(json ? message.json(hasBody: true).description : message.item.body)
      }
    }
  }
}
