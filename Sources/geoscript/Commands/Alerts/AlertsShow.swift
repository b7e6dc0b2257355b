import ArgumentParser
import Geo
import GeoStore

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
