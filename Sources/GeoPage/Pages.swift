package import Geo
import GeoDelivery
package import GeoFeeds
import GeoFormats
package import GeoHost

/// Makes the page of a run.
package struct Pages: PageMaker {
  package init() {}

  package func file(_ path: String, of run: Run) throws(GeoError) -> any PageDisplay {
    try PageFile(path, replaces: run.options.page?.replaces == true)
  }

  /// - Errors: ``GeoError`` `usage` if a source needs the same port at another address, and those of ``ServedPage``.
  package func server(
    _ page: PageOptions, at door: PageDoor, of run: Run, sources addresses: [SourceAddress],
    metrics: RunMetrics?
  ) throws(GeoError) -> any PageDisplay {
    let options = run.options
    let sharing = addresses.first { ServedPage.sharesPort(door, $0) }
    for address in addresses where address.isServer && door.port != 0 && address.port == door.port {
      guard sharing == nil else { continue }
      throw GeoError(
        .usage,
        "--page and \(address.name) can share a port only at the same address: write --page "
          + "\(HTTPSource.host(of: address)):\(door.port), or give the page another port")
    }
    if page.takesEvents, let file = addresses.first(where: { !$0.isLive }) {
      throw GeoError(
        .usage,
        "--page-control and --emulate work only live, and \(file.name) is replayed: give a live source, or none"
      )
    }
    let shares = try PageShares(directory: options.state)
    let phones = try sharing.map { (address) throws(GeoError) in try SharedPort(address) }
    let served = try ServedPage(
      door, Pages.hands(page, options), page, title: run.script.name, head: run.pageHead, shares, metrics,
      phones, try PrivacyZones(files: options.privacyZones))
    if let directory = options.state { try PageShares.note(served.address, in: directory) }
    return served
  }

  /// What people may do on the page; nil for a page that only shows.
  private static func hands(_ page: PageOptions, _ options: RunOptions) -> PageHands? {
    guard page.takesEvents else { return nil }
    // What a zone moves must not be written back.
    let draws = page.controls && options.privacyZones.isEmpty
    let (files, path) = (options.reload?.files, draws ? options.fences.first : nil)
    let fences = path.flatMap { try? FenceEditor($0, timeZones: FenceFile.systemTimeZones) }
    return PageHands(controls: page.controls, emulates: page.emulates, fences: fences) { files?.ask() }
  }
}
