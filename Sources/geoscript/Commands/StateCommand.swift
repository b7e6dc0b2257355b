import ArgumentParser
import Geo
import GeoStore
import LuaBridge

/// `geoscript state`.
struct StateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state",
    abstract: "Show or remove what runs with --state have kept.",
    discussion: """
      More: geoscript docs state.

      Examples:
        geoscript state list --state fleet.state
        geoscript state show van-7 --state fleet.state
        geoscript state show --group family --state family.state
        geoscript state forget van-7 --state fleet.state
        geoscript state forget van-7 depot --state fleet.state
        geoscript state forget --before 2026-11-01 --state fleet.state
        geoscript state forget --all --state fleet.state
      """,
    subcommands: [StateList.self, StateShow.self, StateForget.self])

  struct Directory: ParsableArguments {
    @Option(help: ArgumentHelp("The state directory.", valueName: "dir"), completion: .directory)
    var state: String

    func validate() throws { try StateCommand.checkDirectory(state) }
  }

  /// Refuses the word that stands for streams of a server: `run` never takes it for a directory.
  static func checkDirectory(_ word: String) throws {
    guard word == "nats" else { return }
    throw ValidationError(
      "--state nats keeps the states in streams of the workers' server, where this command does not reach: "
        + "read alerts in the stream OUT (geoscript docs scale), watch the workers with --metrics, "
        + "or use --state DIR; write ./nats for a directory of this name")
  }

  static func unknown(_ device: String, _ store: StateStore) throws -> GeoError {
    let names = try store.devices().map(\.name) + store.groupEntries().filter { !$0.isGroup }.map(\.name)
    let advice = NearestName.advice(device, among: names)
    return GeoError(.usage, "there is no device '\(device)' here\(advice)", at: store.directory)
  }

  static func unknown(group: String, _ store: StateStore) throws -> GeoError {
    let advice = NearestName.advice(group, among: try store.groupEntries().filter(\.isGroup).map(\.name))
    return GeoError(.usage, "there is no group '\(group)' here\(advice)", at: store.directory)
  }
}
