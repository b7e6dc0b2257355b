import ArgumentParser
import Geo
import GeoHost
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
      print(
        "\(PlainText.line(name))  \(ISO8601.format(device.clock, in: ZoneInfo.system))  \(device.regionWords)"
      )
    }
  }
}

/// `geoscript state show`.
struct StateShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show everything that is kept about one device.")

  @Argument(help: "The device's name.")
  var device: String

  @OptionGroup var directory: StateCommand.Directory

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let store = try StateStore(reading: directory.state) { try? ZoneInfo.rules($0) }
    guard let saved = try store.device(named: device) else { throw try StateCommand.unknown(device, store) }
    let zone = try store.lastRun()?.timeZone ?? ""
    if json { return print(saved.json(timeZone: zone)) }
    for line in saved.lines(timeZone: zone) { print(PlainText.line(line)) }
  }
}
