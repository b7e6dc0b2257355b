import Geo
import GeoFeeds
import Glibc

/// The page that a run serves.
struct ServedPage {
  let feed: PageFeed
  let door: PageDoor
  let server: PageServer

  /// - Errors: ``GeoError`` `unavailable` if MapLibre GL JS is not installed, or if it cannot listen on the address.
  init(_ door: PageDoor, title: String, head: [(name: String, value: JSONValue)]) throws(GeoError) {
    let library = try PageLibrary.read()
    let feed = PageFeed(head: head)
    let site = PageSite(
      journal: feed.journal, files: PageText.files(library: library),
      page: { PageText.served(title: title, key: $0) },
      file: { path in
        guard path == "/world", let bytes = try? feed.world() else { return nil }
        return PageSite.File("application/octet-stream", bytes)
      }, greeting: { feed.greeting })
    server = try PageServer(door, site)
    (self.feed, self.door) = (feed, door)
    feed.start()
  }

  /// Stays until a signal, after a replay; under `--watch` until a file changes.
  func stay(_ output: Output, _ service: ServiceNotifier?, _ reload: ReloadRule?) {
    guard reload?.isRestarting != true else { return }
    output.note("the page stays at \(door.url(port: server.port)) until Ctrl-C")
    output.flush()
    while reload?.isRestarting != true,
      Pacer.sleep(until: monotonicSeconds() + 0.1, idle: { service?.beat() })
    {}
  }

  /// Gives the streams time to pass on how the run ended.
  func drain() { usleep(300_000) }
}

extension Run {
  /// Begins to serve the page; nil without one.
  ///
  /// - Errors: ``GeoError`` `usage` if a source listens on the same address, and those of ``ServedPage``.
  func servePage(_ addresses: [SourceAddress]) throws(GeoError) -> ServedPage? {
    guard let page = options.page, case .server(let door) = page.place else { return nil }
    for address in addresses where address.isServer && door.port != 0 && address.port == door.port {
      throw GeoError(
        .usage, "--page and \(address.name) cannot share a port: give the page another one")
    }
    return try ServedPage(door, title: script.name, head: pageHead)
  }

  /// Says where the page is.
  func report(_ page: ServedPage?, to output: Output) {
    guard let page else { return }
    output.note("page: \(page.door.url(port: page.server.port))")
  }
}
