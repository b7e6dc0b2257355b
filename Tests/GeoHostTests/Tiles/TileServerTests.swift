import CommandTesting
import Foundation
import Geo
import Testing

@testable import GeoDelivery
@testable import GeoHost

/// Good and bad tile servers: each request ends in tiles or in a sentence, and bad answers are not cached.
@Suite struct TileServerTests {
  private let server: LoopbackServer
  private let folder: Command

  init() throws {
    server = try LoopbackServer()
    folder = try Command()
  }

  private func fetcher() -> TileFetcher {
    TileFetcher(cachePath: folder.path("cache") + "/tiles.sqlite", agent: "geoscript/test (+none)") {
      Issue.record("\($0)")
    }
  }

  /// The results of requests for tiles of one kind, within that many seconds.
  private func load(
    _ kind: String, count: Int = 1, within seconds: Double = 10, fetcher known: TileFetcher? = nil
  )
    -> [String]
  {
    let fetcher = known ?? fetcher()
    defer { if known == nil { fetcher.close() } }
    let fetchQueue = TileFetchQueue(fetcher)
    let access = DeviceTiles.Access(
      resolve: { (path: String) throws(GeoError) in path }, allowsNet: true, isScripts: false)
    let tiles = DeviceTiles(fetchQueue, cache: TileArchiveCache(), access: access) { _ in }
    let overlay = MKTileOverlay(URLTemplate: server.template(kind))
    overlay.tileLoader = tiles
    var said: [String] = []
    for x in 0..<count {
      let path = MKTileOverlayPath(x: x, y: 0, z: 5)
      try? overlay.loadTile(at: path) { answer in
        switch answer {
        case .bytes(let bytes, _): said.append(TilePicture.fault(bytes) ?? "tile")
        case .image: said.append("image")
        case .empty: said.append("empty")
        case .failed(let error):
          said.append(error.localizedDescription.replacing("127.0.0.1:\(server.port)", with: "HOST"))
        }
      }
    }
    if !fetchQueue.wait(until: monotonicSeconds() + seconds) { fetchQueue.cancel() }
    return said
  }

  private let of = "tile 5/0/0 of http://HOST: "

  @Test func goodTilesComeTwoAtATimeAndAreKept() throws {
    #expect(load("brief", count: 12) == Array(repeating: "tile", count: 12))
    let atOnce = server.requests.compactMap { $0.split(separator: " ").last }.compactMap { Int($0) }
    #expect(atOnce.count == 12 && atOnce.max() == 2)
    #expect(server.requests.allSatisfy { $0.contains(" geoscript/test (+none) ") })
    #expect(load("good") == ["tile"])
    // A later run has it from the disk.
    server.stop()
    #expect(load("good") == ["tile"])
    // If the server is gone, an expired tile is better than nothing.
    #expect(load("brief") == ["tile"])
  }

  @Test func expiredTilesAreRevalidated() {
    #expect(load("checked") == ["tile"] && load("checked") == ["tile"])
    #expect(server.requests.map { $0.split(separator: " ")[1] } == ["-", "\"a\""])
  }

  @Test(arguments: [
    ("missing", "answered 404 (it has no such tile)"),
    (
      "html",
      "answered 200, but what it sent is not a picture but a page of text (expected PNG, JPEG or WebP) (text/html)"
    ),
    ("large", "its answer is larger than 4 MB"), ("endless", "its answer is larger than 4 MB"),
    ("short", "answered 200, but what it sent is cut off: its picture has no end (image/png)"),
    ("later", "answered 429 (too many requests) and asks to wait 3600 s"),
  ])
  func whatIsNoTileIsRefusedAtOnceAndNotKept(_ kind: String, _ sentence: String) {
    #expect(load(kind) == [of + sentence])
    #expect(server.requests.count == 1)
    // Asked again: it was not kept.
    #expect(load(kind) == [of + sentence])
    #expect(server.requests.count == 2)
  }

  @Test(arguments: ["garbage", "cut", "circle", "file"])
  func invalidAnswersAreTriedThreeTimes(_ kind: String) {
    let said = load(kind)
    #expect(
      said.count == 1 && said[0].hasPrefix(of) && !said[0].contains("no answer came in time"), "\(said)")
    #expect(kind == "circle" || server.requests.count == 3)
    #expect(!said[0].contains("passwd"))
  }

  @Test func aServerThatIsBusyOrWeakIsAskedAgain() {
    #expect(load("busy") == ["tile"] && load("weak") == ["tile"])
    #expect(server.requests.count == 5)
  }

  @Test func redirectsAreFollowedAndAnEmptyAnswerIsEmpty() {
    #expect(load("moved") == ["tile"] && load("nothing") == ["empty"])
  }

  @Test func aSlowServerDelaysAtMostByTheWait() {
    let start = monotonicSeconds()
    let said = load("slow", count: 6, within: 0.5)
    #expect(said.first == of + "no answer came in time" && said.count == 6)
    // Nobody waits for the server, which answers after a minute.
    #expect(monotonicSeconds() - start < 60)
  }

  @Test func aClosedPortIsReported() {
    server.stop()
    #expect(load("good") == [of + "Couldn't connect to server"])
    // A repeatedly silent server is given up, whatever requests remain.
    let fetcher = fetcher()
    defer { fetcher.close() }
    let said = load("good", count: 20, fetcher: fetcher)
    #expect(said.count == 20 && load("good", fetcher: fetcher) == [of + "does not answer"])
  }

  @Test func aSharedTileIsFetchedOnce() {
    let fetcher = fetcher()
    defer { fetcher.close() }
    let desks = (0..<5).map { _ in TileFetchQueue(fetcher) }
    var count = 0
    for fetchQueue in desks {
      guard let address = try? HTTPAddress("http://127.0.0.1:\(server.port)/good/1/1/1.png") else { return }
      fetchQueue.ask(address, "it", isScripts: false) { if case .bytes = $0 { count += 1 } }
    }
    for fetchQueue in desks { #expect(fetchQueue.wait(until: monotonicSeconds() + 10)) }
    #expect(count == 5 && server.requests.count == 1)
  }

  /// The whole command: the picture is made, and one line says what is missing.
  @Test func aPictureIsMadeWhateverTheServerDoes() throws {
    let command = try Command([
      "map.lua": """
      local map = MKMapView.new{ frame = CGRectMake(0, 0, 300, 200) }
      map.delegate = { rendererForOverlay = function(_, overlay) return MKTileOverlayRenderer(overlay) end }
      map:addOverlay(MKTileOverlay(geoscript.args[1]))
      """
    ])
    func run(_ kind: String, _ words: String...) throws -> Command.Result {
      try command.start(
        ["run", "map.lua", "--map", "out.png", "--basemap", "none"] + words + ["--", server.template(kind)]
      ).wait()
    }
    let refused = try run("good")
    #expect(refused.code == 77 && refused.errors.contains("needs --allow-net") && command.exists("out.png"))
    let good = try run("good", "--allow-net")
    #expect(good.code == 0 && !good.errors.contains("warning"))
    let missing = try run("missing", "--allow-net")
    #expect(missing.code == 69)
    #expect(missing.errors.components(separatedBy: "answered 404").count == 2)
    let slow = try run("slow", "--allow-net", "--map-wait", "0.3")
    #expect(slow.code == 69 && slow.errors.contains("--map-wait"))
    let base = try command.start(
      ["run", "map.lua", "--map", "base.png", "--basemap", server.template("good"), "--", "{z}/none.png"])
      .wait()
    #expect(base.code == 69 && command.exists("base.png") && !base.errors.contains("--allow-net"))
    let wrong = try command.start(["run", "map.lua", "--map", "b.png", "--basemap", "none.mbtiles"]).wait()
    #expect(wrong.code == 66)
  }
}
