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
    let devices = try store.devices() + store.groupEntries()
    if json {
      for device in devices { print(device.json) }
      return
    }
    if let last = try store.lastRun() { print(last.sentence) }
    let width = devices.map(\.title.count).max() ?? 0
    for device in devices {
      let name = device.title + String(repeating: " ", count: width - device.title.count)
      print(
        "\(PlainText.line(name))  \(ISO8601.format(device.clock, in: ZoneInfo.system))  \(device.regionWords)"
      )
    }
  }
}

/// `geoscript state show`.
struct StateShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show everything that is kept about one device, or one group.")

  @Argument(help: "The device's name; without it, show the group.")
  var device: String?

  @Option(help: ArgumentHelp("The group of a group script.", valueName: "name"))
  var group: String?

  @OptionGroup var directory: StateCommand.Directory

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    guard device != nil || group != nil else { throw ValidationError("name a device, or give --group NAME") }
  }

  func run() throws {
    let store = try StateStore(reading: directory.state) { try? ZoneInfo.rules($0) }
    let zone = try store.lastRun()?.timeZone ?? ""
    let privacy = try PrivacyZones.kept(in: directory.state)
    var found: [(json: JSONValue, lines: [String])] = []
    if group == nil, let device, let saved = try store.device(named: device) {
      found.append((saved.json(zone, privacy), saved.lines(zone, privacy)))
    }
    // Without a group, a device in all groups that know it.
    let groups = try group.map { [$0] } ?? device.map { (name) throws in try store.groups(of: name) } ?? []
    for name in groups {
      guard let saved = try store.group(named: name) else {
        throw try StateCommand.unknown(group: name, store)
      }
      guard let device else {
        found.append((saved.json, saved.lines))
        continue
      }
      for member in saved.members where member.name == device {
        found.append((member.json(zone, privacy), member.lines(zone, privacy)))
      }
    }
    guard !found.isEmpty else { throw try StateCommand.unknown(device ?? "", store) }
    for saved in found {
      if json { print(saved.json) } else { for line in saved.lines { print(PlainText.line(line)) } }
    }
  }
}
