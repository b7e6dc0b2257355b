import ArgumentParser
import Geo
import GeoLua
import GeoStore

/// `geoscript state forget`.
struct StateForget: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Remove a device, one of its regions, a group, or everything.",
    usage: "geoscript state forget [<device> [<region>]] [<options>] --state <dir>",
    discussion: """
      Once you forget a device whose script was stopped, the next run starts it
      again. No run may use the directory meanwhile.
      """)

  @Argument(help: "The device's name.")
  var device: String?

  @Argument(help: "The identifier of a region; without it, forget the whole device.")
  var region: String?

  @Option(help: ArgumentHelp("Forget a group with all of its devices.", valueName: "name"))
  var group: String?

  @Flag(help: "Forget every device, and the positions in the sources.")
  var all = false

  @OptionGroup var directory: StateCommand.Directory

  func validate() throws {
    guard [all, device != nil, group != nil].count(where: \.self) == 1 else {
      throw ValidationError("name a device to forget, or give --group NAME or --all")
    }
  }

  func run() throws {
    // Opened for reading first, so that a missing directory is not created.
    _ = try StateStore(reading: directory.state) { try? ZoneInfo.rules($0) }
    let store = try StateStore(directory: directory.state, holder: "geoscript state forget") {
      try? ZoneInfo.rules($0)
    }
    if let group {
      guard try store.forget(group: group) else { throw try StateCommand.unknown(group: group, store) }
      return
    }
    guard let device else { return try store.forgetAll() }
    let isMember = try region == nil && store.forget(member: device)
    guard try store.device(named: device) != nil else {
      if isMember { return }
      throw try StateCommand.unknown(device, store)
    }
    guard try store.forget(device, region: region) else {
      throw GeoError(
        .usage,
        "device '\(device)' does not watch a region '\(region ?? "")' (geoscript state show \(device))")
    }
  }
}
