import ArgumentParser
import Geo
import GeoDelivery
import GeoHost
import GeoLua
import GeoPage
import GeoStore

/// `geoscript page unshare`.
struct PageUnshare: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unshare",
    abstract: "End the links to a device that were made so far.",
    usage: "geoscript page unshare (<device> | --all) --state <dir>",
    discussion: """
      Open pages of these links close within seconds.

      Examples:
        geoscript page unshare rex --state ./state
        geoscript page unshare --all --state ./state
      """)

  @Argument(help: "The device's name.")
  var device: String?

  @Flag(help: "End the links to all devices.")
  var all = false

  @OptionGroup var directory: StateCommand.Directory

  func validate() throws {
    guard (device == nil) == all else { throw ValidationError("name a device, or give --all") }
  }

  func run() throws {
    let store = try StateStore(reading: directory.state) { try? ZoneInfo.rules($0) }
    let shares = try PageShares(directory: directory.state)
    let now = wallSeconds()
    let ended = shares.grants(at: now).count { device == nil || $0.device == device }
    // A link that is not in the list any more ends, too.
    try shares.withdraw(device, at: now)
    if ended == 0, let device, !(try store.hasSharable(device)) {
      throw try StateCommand.unknown(device, [store], at: store.directory)
    }
    let whose = device.map { " to \(PlainText.line($0))" } ?? ""
    Geoscript.complain(ended == 0 ? "There was no link\(whose)." : "Ended \(counted(ended, "link"))\(whose).")
  }
}
