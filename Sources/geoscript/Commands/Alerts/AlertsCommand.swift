import ArgumentParser
import Geo
import GeoLua
import GeoStore
import LuaBridge

/// `geoscript alerts`.
struct AlertsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alerts",
    abstract: "Show, acknowledge, retry or drop the alerts that runs with --state keep.",
    discussion: """
      Works while a run uses the directory: the run follows within a second.
      More: geoscript docs delivery.

      Examples:
        geoscript alerts list --state home.state
        geoscript alerts ack rex --state home.state
        geoscript alerts list --group smiths --state home.state
        geoscript alerts show 3f0c1d9a7be2456d --state home.state
        geoscript alerts retry --all --state home.state
        geoscript alerts drop --sink https://old.example.org#1a2b --state home.state
        geoscript alerts move --from OLD --to NEW --state home.state
        geoscript alerts export --status dead --state home.state > dead.ndjson
      """,
    subcommands: [
      AlertsList.self, AlertsShow.self, AlertsAck.self, AlertsRetry.self, AlertsDrop.self, AlertsMove.self,
      AlertsExport.self,
    ])

  /// Which messages a command means.
  struct Filter: ParsableArguments {
    @Option(help: ArgumentHelp("Only messages for this sink, as `alerts list` names it.", valueName: "name"))
    var sink: String?

    @Option(help: ArgumentHelp("Only messages of this device.", valueName: "name"))
    var device: String?

    @Option(help: ArgumentHelp("Only messages of this group.", valueName: "name"))
    var group: String?

    func validate() throws {
      guard device == nil || group == nil else { throw ValidationError("give --device or --group, not both") }
    }

    /// Whether it names any messages.
    var isGiven: Bool { sink != nil || device != nil || group != nil }

    func selection(_ statuses: [OutboxItem.Status], alerts: [String] = []) -> MessageSelection {
      var selection = MessageSelection()
      (selection.alerts, selection.sink, selection.statuses) = (alerts, sink, statuses)
      (selection.device, selection.group) = (device, group)
      return selection
    }
  }

  /// Changes messages: at once, or by the run that has the directory.
  static func change(
    _ directory: String, _ kind: StateRequest.Kind, _ content: JSONValue, done: (Int) -> String
  ) throws {
    _ = try StateStore(reading: directory)
    let store: StateStore
    do throws(GeoError) {
      store = try StateStore(directory: directory, holder: "geoscript alerts \(kind.rawValue)")
    } catch {
      guard error.code == .cannotCreate else { throw error }
      try StateStore(changing: directory).add(kind, content)
      print("asked the run that uses \(directory); it follows within a second")
      return
    }
    print(done(try store.apply(kind, content)))
  }
}

/// `geoscript alerts ack`.
struct AlertsAck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ack",
    abstract: "Acknowledge an alert, so that it no longer repeats.",
    discussion: "Without --device or --group, this acknowledges the key wherever it fires.")

  @Argument(help: "The key of the alert.")
  var key: String

  @Option(help: ArgumentHelp("Only on this device.", valueName: "name"))
  var device: String?

  @Option(help: ArgumentHelp("Only in this group.", valueName: "name"))
  var group: String?

  @Option(help: ArgumentHelp("Who acknowledges, for the script.", valueName: "name"))
  var by: String?

  @OptionGroup var directory: StateCommand.Directory

  func validate() throws {
    guard device == nil || group == nil else { throw ValidationError("give --device or --group, not both") }
  }

  func run() throws {
    let store = try StateStore(reading: directory.state)
    let firing = try store.firingConditions()
    let place = device ?? group
    let found = firing.filter {
      $0.key == key && (place == nil || ($0.device == place && $0.isGroup == (group != nil)))
    }
    guard !found.isEmpty else {
      let advice = NearestName.advice(key, among: firing.map(\.key))
      throw GeoError(
        .usage, "no alert with the key '\(key)' fires\(place.map { " on '\($0)'" } ?? "")\(advice)",
        at: directory.state)
    }
    var content: [(name: String, value: JSONValue)] = [("key", .string(key))]
    if let device { content.append(("device", .string(device))) }
    if let group { content.append(("group", .string(group))) }
    if let by { content.append(("by", .string(by))) }
    try StateStore(changing: directory.state).add(.acknowledge, .object(content))
    print(
      "\(key): acknowledged on \(found.map { PlainText.line($0.device) }.joined(separator: ", ")); "
        + "the run takes it within a second, or the next run at its start")
  }
}
