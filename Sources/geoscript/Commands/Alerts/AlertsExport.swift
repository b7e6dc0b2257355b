import ArgumentParser
import Geo
import GeoStore

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
