import ArgumentParser
import Geo
import GeoHost
import GeoLua
import GeoStore
import LuaBridge

/// `geoscript state`.
struct StateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state",
    abstract: "Show or remove what runs with --state have kept.",
    discussion: """
      Examples:
        geoscript state list --state fleet.state
        geoscript state show van-7 --state fleet.state
        geoscript state forget van-7 --state fleet.state
        geoscript state forget van-7 depot --state fleet.state
        geoscript state forget --all --state fleet.state
      """,
    subcommands: [List.self, Show.self, Forget.self])

  struct Directory: ParsableArguments {
    @Option(help: ArgumentHelp("The state directory.", valueName: "dir"), completion: .directory)
    var state: String
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      // Said, as finding it from the type's name takes every start of the program 0.5 ms.
      commandName: "list",
      abstract: "List the devices, their clocks, and how many regions they watch.")

    @OptionGroup var directory: Directory

    @Flag(help: "A JSON object a line.")
    var json = false

    func run() throws {
      let store = try StateStore(reading: directory.state) { try? ZoneInfo.rules($0) }
      let devices = try store.devices()
      if json {
        for device in devices { print(device.json) }
        return
      }
      if let last = try store.lastRun() { print(last.sentence) }
      let width = devices.map(\.name.count).max() ?? 0
      for device in devices {
        let name = device.name + String(repeating: " ", count: width - device.name.count)
        print("\(PlainText.line(name))  \(ISO8601.format(device.clock))  \(device.regionWords)")
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show everything that is kept of one device.")

    @Argument(help: "The device's name.")
    var device: String

    @OptionGroup var directory: Directory

    @Flag(help: "One JSON object.")
    var json = false

    func run() throws {
      let store = try StateStore(reading: directory.state) { try? ZoneInfo.rules($0) }
      guard let saved = try store.device(named: device) else { throw try StateCommand.unknown(device, store) }
      if json { print(saved.json) } else { for line in saved.lines { print(PlainText.line(line)) } }
    }
  }

  struct Forget: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "forget",
      abstract: "Remove a device, one of its regions, or everything.",
      discussion: """
        A device that was stopped for good is started again once it is forgotten.
        No run may have the directory meanwhile.
        """)

    @Argument(help: "The device's name.")
    var device: String?

    @Argument(help: "The identifier of a region; without one the whole device is forgotten.")
    var region: String?

    @Flag(help: "Forget every device, and where the sources stood.")
    var all = false

    @OptionGroup var directory: Directory

    func validate() throws {
      guard all != (device != nil) else {
        throw ValidationError("name a device to forget, or give --all")
      }
    }

    func run() throws {
      // Nothing is made where there is nothing.
      _ = try StateStore(reading: directory.state) { try? ZoneInfo.rules($0) }
      let store = try StateStore(directory: directory.state, holder: "geoscript state forget") {
        try? ZoneInfo.rules($0)
      }
      guard let device else { return try store.forgetAll() }
      guard try store.device(named: device) != nil else { throw try StateCommand.unknown(device, store) }
      guard try store.forget(device, region: region) else {
        throw GeoError(
          .usage, "device '\(device)' watches no region '\(region ?? "")' (geoscript state show \(device))")
      }
    }
  }

  private static func unknown(_ device: String, _ store: StateStore) throws -> GeoError {
    let advice = NearestName.advice(device, among: try store.devices().map(\.name))
    return GeoError(.usage, "no device '\(device)' is kept here\(advice)", at: store.directory)
  }
}
