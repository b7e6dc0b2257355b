import ArgumentParser
import Geo
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
