import ArgumentParser
import Geo
import GeoCluster
import GeoLua
import GeoStore

/// `geoscript state list`.
struct StateList: ParsableCommand {
  static let configuration = CommandConfiguration(
    // Named here, because deriving it from the type's name costs every start of the program 0.5 ms.
    commandName: "list",
    abstract: "List devices with their clocks and region counts.")

  @OptionGroup var directory: StateCommand.Directory

  @Flag(help: "Print one JSON object per line.")
  var json = false

  func run() throws {
    var devices: [DeviceEntry] = []
    var last: RunRecord?
    try StateSource(directory.state).each { part in
      devices += try part.store.devices() + part.store.groupEntries()
      last = try last ?? part.store.lastRun()
    }
    if json {
      for device in devices { print(device.json) }
      return
    }
    if let last, !StreamStates.isAddress(directory.state) { print(last.sentence) }
    let width = devices.map(\.title.count).max() ?? 0
    for device in devices {
      let name = device.title + String(repeating: " ", count: width - device.title.count)
      print(
        "\(PlainText.line(name))  \(ISO8601.format(device.clock, in: ZoneInfo.system))  \(device.regionWords)"
      )
    }
  }
}
