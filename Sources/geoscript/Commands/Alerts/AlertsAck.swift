import ArgumentParser
import Geo
import GeoCluster
import GeoStore
import LuaBridge

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
    let source = try StateSource(directory.state)
    let place = device ?? group
    var firing: [FiringCondition] = []
    var found: [FiringCondition] = []
    var partitions: Set<Int> = []
    try source.each(device: device, group: group) { part in
      let own = try part.store.firingConditions()
      let chosen = own.filter {
        $0.key == key && (place == nil || ($0.device == place && $0.isGroup == (group != nil)))
      }
      firing += own
      found += chosen
      if !chosen.isEmpty, let partition = part.partition { partitions.insert(partition) }
    }
    guard !found.isEmpty else {
      let advice = NearestName.advice(key, among: firing.map(\.key))
      throw GeoError(
        .usage, "no alert with the key '\(key)' fires\(place.map { " on '\($0)'" } ?? "")\(advice)",
        at: source.name)
    }
    var content: [(name: String, value: JSONValue)] = [("key", .string(key))]
    if let device { content.append(("device", .string(device))) }
    if let group { content.append(("group", .string(group))) }
    if let by { content.append(("by", .string(by))) }
    let names = found.map { PlainText.line($0.device) }.joined(separator: ", ")
    if let streams = source.streams {
      for partition in partitions.sorted() { try streams.ask(partition, .acknowledge, .object(content)) }
      print("\(key): acknowledged on \(names); the workers of \(source.name) take it when they read it")
    } else {
      try StateStore(changing: directory.state).add(.acknowledge, .object(content))
      print(
        "\(key): acknowledged on \(names); the run takes it within a second, or the next run at its start")
    }
  }
}
