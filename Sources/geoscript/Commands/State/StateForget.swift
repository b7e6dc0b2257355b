import ArgumentParser
import Geo
import GeoCluster
import GeoFormats
import GeoLua
import GeoStore

/// `geoscript state forget`.
struct StateForget: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Remove a device, one of its regions, a group, what is old, or all.",
    usage: "geoscript state forget [<device> [<region>]] [<options>] --state <dir>",
    discussion: """
      Once you forget a device whose script was stopped, the next run starts it
      again. No run may use the directory meanwhile. Workers with --state nats keep
      running: they forget it when they read the message of this command.

      --before removes devices that were not heard from that time on, with their
      regions, timers and stores; groups of which no device is left; messages that
      are older and do not wait; older answers of geocoders and positions of watched
      devices. It prints what it removes.
      """)

  @Argument(help: "The device's name.")
  var device: String?

  @Argument(help: "The identifier of a region; without it, forget the whole device.")
  var region: String?

  @Option(help: ArgumentHelp("Forget a group with all of its devices.", valueName: "name"))
  var group: String?

  @Flag(help: "Forget every device, and the positions in the sources.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "Forget devices that were not heard since, and older messages: 2026-11-01, 2026-11-01T08:00Z.",
      valueName: "date"))
  var before: String?

  @OptionGroup var directory: StateCommand.Directory

  func validate() throws {
    let given = [
      device.map { "'\($0)' forgets this device" }, group.map { "--group \($0) forgets this group" },
      before.map { "--before \($0) what was not heard since" }, all ? "--all every device" : nil,
    ].compactMap { $0 }
    guard !given.isEmpty else {
      throw ValidationError("name a device to forget, or give --group NAME, --before DATE or --all")
    }
    guard given.count == 1 else {
      throw ValidationError("give only one of them: \(given.joined(separator: ", "))")
    }
  }

  func run() throws {
    let date = try before.map { try FeedOptions.time($0, in: ZoneInfo.system, for: "--before") }
    if StreamStates.isAddress(directory.state) { return try ask(before: date) }
    if all, try rebuildIfDamaged() { return }
    // Opened for reading first, so that a missing directory is not created.
    _ = try StateStore(reading: directory.state) { try? ZoneInfo.rules($0) }
    let store = try StateStore(directory: directory.state, holder: "geoscript state forget") {
      try? ZoneInfo.rules($0)
    }
    if let date {
      print(try store.forget(before: date).text(before: date))
    } else {
      try forgetNamed(in: store)
    }
    // What was removed would stay in the free pages of the file.
    try store.compact()
  }

  static func unknown(_ region: String, of device: String) -> GeoError {
    GeoError(
      .usage, "device '\(device)' does not watch a region '\(region)' (geoscript state show \(device))")
  }
}
