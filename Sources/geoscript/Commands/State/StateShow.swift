import ArgumentParser
import Geo
import GeoDelivery
import GeoHost
import GeoStore

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
    let source = try StateSource(directory.state)
    let privacy = try source.privacy()
    let parts = try source.all(device: device, group: group)
    let found = try parts.flatMap { try read($0.store, privacy, source.name) }
    guard !found.isEmpty else {
      let stores = try source.all().map(\.store)
      throw try device.map { try StateCommand.unknown($0, stores, at: source.name) }
        ?? StateCommand.unknown(group: group ?? "", stores, at: source.name)
    }
    for saved in found {
      if json { print(saved.json) } else { for line in saved.lines { print(PlainText.line(line)) } }
    }
  }

  /// What one state has of the device, or of the group.
  private func read(
    _ store: StateStore, _ privacy: PrivacyZones?, _ place: String
  ) throws -> [(json: JSONValue, lines: [String])] {
    let zone = try store.lastRun()?.timeZone ?? ""
    var found: [(json: JSONValue, lines: [String])] = []
    if group == nil, let device, let saved = try store.device(named: device) {
      found.append((saved.json(zone, privacy), saved.lines(zone, privacy)))
    }
    // Without a group, a device in all groups that know it.
    let groups = try group.map { [$0] } ?? device.map { (name) throws in try store.groups(of: name) } ?? []
    for name in groups {
      guard let saved = try store.group(named: name) else {
        throw try StateCommand.unknown(group: name, [store], at: place)
      }
      guard let device else {
        found.append((saved.json, saved.lines))
        continue
      }
      for member in saved.members where member.name == device {
        found.append((member.json(zone, privacy), member.lines(zone, privacy)))
      }
    }
    return found
  }
}
