import Geo
import GeoDelivery
import GeoFeeds
import GeoFormats
import GeoHost
import GeoRender
import Glibc

/// The page that a run serves.
final class ServedPage: PageDisplay {
  let feed: PageFeed
  let door: PageDoor
  let server: PageServer
  /// What people do on it; nil if it only shows.
  let hands: PageHands?
  private let tiles: PageTiles

  /// - Parameters:
  ///   - options: those of the page.
  ///   - metrics: what its path `/metrics` tells.
  ///   - shared: the phones that send to its port; nil if none do.
  /// - Errors: ``GeoError`` `unavailable` if MapLibre GL JS is not installed, or if it cannot listen on the address.
  init(
    _ door: PageDoor, _ hands: PageHands?, _ options: PageOptions, title: String,
    head: [(name: String, value: JSONValue)], _ shares: PageShares, _ metrics: RunMetrics?,
    _ shared: SharedPort?, _ privacy: PrivacyZones?
  ) throws(GeoError) {
    let library = try PageLibrary.read()
    let tiles = PageTiles(.user, options.baseMap, privacy: privacy)
    let rights: [(name: String, value: JSONValue)] = [
      ("control", .bool(hands?.controls == true)), ("emulate", .bool(hands?.emulates == true)),
      ("fences", hands?.fences.map { .string($0.name) } ?? .null), ("whatIf", .bool(options.whatIf != nil)),
      ("tiles", tiles.about(hasMaps: true) ?? .null),
    ]
    let isShared = shares.isKept || hands?.controls == true
    let feed = PageFeed(head: head + rights, isShareable: isShared)
    var site = ServedPage.site(feed, tiles, files: PageText.files(library: library)) {
      PageText.served(title: title, key: $0)
    }
    site.hands = hands
    site.shared = { ServedPage.shared($0, shares, feed, tiles, head) }
    site.metrics = { metrics?.page(PageSite.metricsPath) }
    let questions = PageQuestions(feed, shares, door)
    site.questions["/screen"] = { questions.show($0) }
    if hands?.controls == true { site.questions["/shares"] = { questions.share($0) } }
    if let whatIf = options.whatIf { site.questions["/what-if"] = { questions.answer($0, whatIf) } }
    server = try PageServer(door, site, shared: shared)
    (self.feed, self.door, self.hands, self.tiles) = (feed, door, hands, tiles)
    feed.start()
  }

  private static func site(
    _ feed: PageFeed, _ tiles: PageTiles, files: [String: PageSite.File] = [:],
    page: @escaping @Sendable (_ key: String) -> [UInt8]
  ) -> PageSite {
    var site = PageSite(
      journal: feed.journal, files: files, page: page,
      file: { path in
        guard path == "/world" else { return nil }
        let bare = tiles.isBare ? Gzip.packed(WorldMap.barePage) : nil
        guard let bytes = try? bare ?? feed.world() else { return nil }
        return PageSite.File("application/octet-stream", bytes)
      }, greeting: { feed.greeting })
    site.tile = { tiles.tile($0) }
    return site
  }

  /// What a shared link shows.
  private static func shared(
    _ token: String, _ shares: PageShares, _ feed: PageFeed, _ tiles: PageTiles,
    _ head: [(name: String, value: JSONValue)]
  ) -> SharedPage {
    guard let grant = shares.grant(token) else { return .unknown }
    guard !shares.isOver(grant, at: wallSeconds()) else { return .ended }
    let zone = head.first { $0.name == "zone" }?.value ?? .null
    let members: [(name: String, value: JSONValue)] = [
      ("script", .string(grant.device)), ("sources", .array([])), ("zone", zone), ("changes", .array([])),
      ("control", .bool(false)), ("emulate", .bool(false)), ("fences", .null), ("whatIf", .bool(false)),
      // Where the owner has maps is none of its readers' business.
      ("tiles", tiles.about(hasMaps: false) ?? .null),
    ]
    guard let part = feed.shared(grant.device, head: members) else { return .ended }
    let site = site(part, tiles) {
      PageText.served(title: grant.device, key: $0, folder: "/share/\($0)", until: grant.until)
    }
    return .site(site, isOver: { shares.isOver(grant, at: wallSeconds()) })
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

  /// How others reach it, as far as the run knows.
  var address: String {
    guard let name = door.names.first else { return door.url(port: server.port) }
    return PageDoor.hasPort(name) ? "http://\(name)/" : "http://\(name):\(server.port)/"
  }

  func server(sharedWith address: SourceAddress) -> PageServer? {
    ServedPage.sharesPort(door, address) ? server : nil
  }

  static func sharesPort(_ door: PageDoor, _ address: SourceAddress) -> Bool {
    address.scheme == "http" && door.port != 0 && address.port == door.port
      && HTTPSource.host(of: address) == door.host
  }

  func announce(_ run: Run, to output: Output) {
    // Says which maps cannot be drawn.
    tiles.report { [weak output] in output?.warn($0) }
    output.note("page: \(door.url(port: server.port))")
    guard let hands, hands.controls, hands.fences == nil, let path = run.options.fences.first else { return }
    guard run.options.privacyZones.isEmpty else {
      return output.note("\(path): under --privacy-zone the page does not change fences")
    }
    output.note("\(path): the page shows these fences; it changes those of a GeoJSON FeatureCollection only")
  }

  // MARK: The run

  var fates: AlertFates { feed.fates }

  func recorder(_ directory: DeviceDirectory, _ privacy: PrivacyZones?, shard: Int) -> any PageRecording {
    PageRecorder(directory, feed, privacy, shard: shard)
  }

  func show(_ regions: RegionSet) { feed.show(regions) }
  func retire(_ regions: Set<MonitoredRegion>) { feed.retire(regions) }

  func takeWishes() -> (devices: Set<String>, publishes: Bool) {
    (feed.wishes.take(), feed.wishes.takeWaiting(at: monotonicSeconds()))
  }

  /// A served page writes nothing.
  func write(_ run: Run, _ output: Output) -> GeoError? { nil }

  func end(_ output: Output) {
    feed.end()
    for note in feed.log.notes { output.note(note) }
  }

  /// Gives the streams time to pass on how the run ended.
  func drain() { usleep(300_000) }

  func stop() { server.stop() }
}
