import ArgumentParser
import Geo
import GeoCluster
import GeoDelivery
import GeoFormats
import GeoHost
import GeoLua
import GeoPage
import GeoStore
import GeoWorkshop

/// `geoscript page share`.
struct PageShare: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share",
    abstract: "Make a link that shows where one device is, until a time.",
    usage: "geoscript page share <device> --until <time> --state <dir> [<options>]",
    discussion: """
      Prints a link to the page that a run with this state directory serves. Whoever
      has the link sees the device's positions from its last one on, and nothing
      else: no other device, region, alert or reason. In a privacy zone they see the
      point where tracks end. Sharing needs no token of the page; it works while the
      run continues, and the link survives a restart.

      Examples:
        geoscript page share rex --until 18:00 --state ./state
        geoscript page share van7 --until 2026-12-01T08:00Z --state ./state \\
          --address https://page.example.org
      """)

  @Argument(help: "The device's name.")
  var device: String

  @Option(
    help: ArgumentHelp("When the link ends: 18:00, 2026-12-01T08:00Z; at most a year.", valueName: "time"))
  var until: String

  @OptionGroup var directory: StateCommand.Directory

  @Option(
    help: ArgumentHelp(
      "How others reach the page. (default: the address that the run serves it at)", valueName: "url"))
  var address: String?

  func validate() throws {
    if StreamStates.isAddress(directory.state) {
      throw ValidationError(
        "workers of a stream serve no page: --state is the directory of a run with --page")
    }
    if let address, !["http://", "https://"].contains(where: address.hasPrefix) {
      throw ValidationError("--address begins with http:// or https://, got '\(address)'")
    }
  }

  func run() throws {
    // Opened for reading, so that a missing directory is not created.
    let store = try StateStore(reading: directory.state) { try? ZoneInfo.rules($0) }
    guard try store.hasSharable(device) else {
      throw try StateCommand.unknown(device, [store], at: store.directory)
    }
    let now = wallSeconds()
    let zone = Run.zone(ofState: directory.state) ?? ZoneInfo.system
    let end = try ClockTime.moment(until, "--until ", from: now, in: zone) { nil }.time
    guard end > now, end - now <= PageShares.longest else {
      throw GeoError(
        .usage, "--until must lie ahead, within a year: \(until) is \(ISO8601.format(end, in: zone))")
    }
    guard let page = address ?? PageShares.address(in: directory.state) else {
      throw GeoError(
        .usage,
        "no run with this state has served a page: start one with --page ADDRESS:PORT, or name the page with --address",
        at: directory.state)
    }
    let shares = try PageShares(directory: directory.state)
    let token = try shares.make(.init(device: device, made: now, until: end))
    print("\(page.hasSuffix("/") ? String(page.dropLast()) : page)/share/\(token)")
    Geoscript.complain(
      "The link shows \(PlainText.line(device)) until \(ISO8601.format(end, in: zone)). "
        + "To end it earlier: geoscript page unshare \(PlainText.line(device)) --state \(directory.state)")
  }
}

extension StateStore {
  /// Whether a state has a device that a link can show: one of its own, or a member of a group.
  func hasSharable(_ name: String) throws -> Bool {
    try device(named: name) != nil || groupEntries().contains { !$0.isGroup && $0.name == name }
  }
}
