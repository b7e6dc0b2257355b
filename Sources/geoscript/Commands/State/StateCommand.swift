import ArgumentParser
import Geo
import GeoHost
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
        geoscript state show van-7 --state nats://nats.example
      """,
    subcommands: [StateList.self, StateShow.self, StateForget.self])

  struct Directory: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The state directory, or nats://HOST of workers with --state nats.", valueName: "dir"),
      completion: .directory)
    var state: String

    func validate() throws {
      guard state == "nats" else { return }
      throw ValidationError(
        "--state nats keeps the states in streams of a server: write its address, "
          + "such as --state nats://127.0.0.1, or ./nats for a directory of this name")
    }
  }

  static func unknown(_ device: String, _ stores: [StateStore], at place: String) throws -> GeoError {
    let names = try stores.flatMap { (store) throws(GeoError) in
      try store.devices().map(\.name) + store.groupEntries().filter { !$0.isGroup }.map(\.name)
    }
    let advice = NearestName.advice(device, among: names)
    return GeoError(.usage, "there is no device '\(device)' here\(advice)", at: place)
  }

  static func unknown(group: String, _ stores: [StateStore], at place: String) throws -> GeoError {
    let names = try stores.flatMap { (store) throws(GeoError) in
      try store.groupEntries().filter(\.isGroup).map(\.name)
    }
    return GeoError(
      .usage, "there is no group '\(group)' here\(NearestName.advice(group, among: names))", at: place)
  }
}
