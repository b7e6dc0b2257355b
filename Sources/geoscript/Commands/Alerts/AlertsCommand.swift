import ArgumentParser
import Geo
import GeoCluster
import GeoStore

/// `geoscript alerts`.
struct AlertsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alerts",
    abstract: "Show, acknowledge, retry or drop the alerts that runs with --state keep.",
    discussion: """
      Works while a run uses the directory: the run follows within a second. Workers
      with --state nats follow when they read the message of this command.
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
        geoscript alerts list --state nats://nats.example
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

  /// Changes messages: at once, or by the run that has the directory, or by the workers of a stream.
  static func change(
    _ directory: String, _ kind: StateRequest.Kind, _ content: JSONValue, done: (Int) -> String
  ) throws {
    if StreamStates.isAddress(directory) { return try ask(StateSource(directory), kind, content, done) }
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

  /// Asks the workers of the partitions that have such messages.
  private static func ask(
    _ source: StateSource, _ kind: StateRequest.Kind, _ content: JSONValue, _ done: (Int) -> String
  ) throws {
    var count = 0
    try source.each { part in
      // Tried on the copy, which says how many there are.
      let own = try part.store.apply(kind, content)
      count += own
      if own > 0, let partition = part.partition { try source.streams?.ask(partition, kind, content) }
    }
    print(done(count))
    if count > 0 { print("asked the workers of \(source.name); they follow when they read it") }
  }
}
