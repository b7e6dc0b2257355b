import CommandTesting
import Foundation
import Geo
import Testing

@testable import GeoHost

/// Runs that write a page. MapLibre GL JS comes from `scripts/setup`.
@Suite struct PageFileTests {
  private static let script = """
    local manager = CLLocationManager()
    manager.delegate = {
      didEnterRegion = function(_, region) geoscript.alert{ title = "in " .. region.identifier } end,
      didExitRegion = function(_, region)
        geoscript.store.exits = (geoscript.store.exits or 0) + 1
        print("out of " .. region.identifier)
      end,
    }
    manager:startMonitoringForRegion(CLCircularRegion({ latitude = 47, longitude = 8 }, 100, "home"))
    """

  /// A fix each minute: in, out, in; one twice; one of the past.
  private static func log(_ device: String = "rex") -> String {
    let places = [(0, 47.0), (60, 47.01), (120, 47.0), (120, 47.0), (180, 47.0), (240, 47.01), (10, 47.02)]
    return places.map { time, latitude in
      #"{"type":"location","device":"\#(device)","time":\#(1_777_889_703 + time),"latitude":\#(latitude),"longitude":8}"#
        + "\n"
    }.joined()
  }

  private func command(_ device: String = "rex") throws -> Command {
    try Command(["a.lua": PageFileTests.script, "a.ndjson": PageFileTests.log(device)])
  }

  @Test(arguments: [
    ("page a.lua --from a.ndjson -o x.html --page y.html", "-o and --page both name the page"),
    (
      "page a.lua --from a.ndjson -o x.html --what-if home.radius=1 --what-if home.dwell=5 --what-if home.radius=2",
      "--what-if home.radius=1 and home.radius=2: give each value once"
    ),
  ])
  func whatIsGivenTwiceIsRefused(words: String, message: String) throws {
    let command = try command()
    let result = try command.shell("$geoscript \(words)")
    #expect(result.code == 64 && result.errors.contains(message), "\(result.errors)")
    #expect(!command.exists("x.html") && !command.exists("y.html"))
  }

  /// What stands between two texts, each time.
  private func parts(of text: String, from start: String, to end: String) -> [String] {
    text.components(separatedBy: start).dropFirst().map { $0.components(separatedBy: end)[0] }
  }

  private func data(_ html: String) throws -> JSONValue {
    let json = parts(of: html, from: #"<script type="application/json" id="data">"#, to: "</script>")
    return try JSONParser.parse(try #require(json.first))
  }

  /// HO-190: tiles of a map that the user names lie in the file, at most as many as it may have.
  @Test func thePageHasTheMapUnderItsTracks() throws {
    let town = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../streets/town.osm.pbf").standardizedFileURL.path
    func log(_ places: [(Double, Double)]) -> String {
      places.enumerated().map { number, place in
        let time = 1_777_889_703 + number
        return #"{"type":"location","time":\#(time),"latitude":\#(place.0),"longitude":\#(place.1)}"# + "\n"
      }.joined()
    }
    let command = try Command([
      "s.lua": "", "near.ndjson": log([(52.0045, 5.0075), (52.0046, 5.0076)]),
      "away.ndjson": log([(-17, 178), (-17.001, 178)]),
      // A way along the equator crosses each of the 512 tiles of level 9 in its row.
      "far.ndjson": log((-1799..<1800).map { (0, Double($0) / 10) }),
      "both.ndjson": log([(52.0045, 5.0075)] + (-1799..<1800).map { (0, Double($0) / 10) }),
    ])
    func tiles(_ log: String, _ basemap: String) throws -> JSONValue {
      let result = try command.run(
        "page", "s.lua", "--from", log, "--basemap", basemap, "-o", "day.html", "-f")
      #expect(result.code == 0, "\(result.errors)")
      let hasMap = ["near.ndjson", "both.ndjson"].contains(log) && basemap == town
      #expect(result.errors.contains("the page has the map under the tracks") == hasMap)
      return try data(command.read("day.html"))["tiles"] ?? .null
    }
    let near = try tiles("near.ndjson", town)
    #expect(near["from"]?.description == "10" && near["last"]?.description == "15")
    #expect(near["maps"]?.description.contains("OpenStreetMap") == true)
    guard case .object(let images)? = near["images"] else { throw GeoError(.data, "no images") }
    // Web Mercator (OGC 17-083r4, annex D): the tiles within half a tile of 52.0045, 5.0075.
    let names = images.map(\.name)
    let coarse = ["9/262/168", "9/262/169", "9/263/168", "9/263/169"]
    let fine = ["15/16839/10822", "15/16839/10823", "15/16840/10822", "15/16840/10823"]
    #expect(names.filter { $0.hasPrefix("9/") }.allSatisfy(coarse.contains), "\(names)")
    #expect(names.filter { $0.hasPrefix("15/") }.allSatisfy(fine.contains), "\(names)")
    // The tile of the place itself; tiles with nothing on them are left out.
    #expect(names.contains("15/16839/10823") && names.count <= 28)
    for (_, image) in images { #expect(image.description.hasPrefix("\"iVBORw0KGgo")) }
    #expect(try tiles("near.ndjson", "world").description == "null")
    #expect(try tiles("away.ndjson", town).description == "null")
    #expect(try tiles("far.ndjson", town).description == "null")
    // What lies beside the file's area takes no tile from what lies in it.
    #expect(try tiles("both.ndjson", town)["last"]?.description == "15")
  }

  @Test func aPageIsOneFile() throws {
    let command = try command()
    let result = try command.run("run", "a.lua", "--from", "a.ndjson", "--page", "day.html")
    #expect(result.code == 0, "\(result.errors)")
    let html = command.read("day.html")
    #expect(html.hasPrefix("<!doctype html>"))
    #expect(html.utf8.count < 2_500_000)
    // Each script runs only if the policy has its hash.
    let policy = try #require(parts(of: html, from: "Content-Security-Policy\" content=\"", to: "\"").first)
    let scripts = parts(of: html, from: "<script>", to: "</script>")
    #expect(scripts.count > 10)
    for text in scripts + parts(of: html, from: "<style>", to: "</style>") {
      let hash = String(decoding: Base64.encode(SHA256.hash(Array(text.utf8))), as: UTF8.self)
      #expect(policy.contains("'sha256-\(hash)'"))
    }
    #expect(policy.contains("connect-src 'none'"))
    #expect(!html.contains("<!--data-->") && !html.contains("<!--policy-->"))
    #expect(html.contains("Copyright (c) 2020, MapLibre"))
  }

  @Test func theDataSayWhatHappened() throws {
    let command = try command()
    _ = try command.run(
      "run", "a.lua", "--from", "a.ndjson", "--page", "day.html", "--time-zone", "Europe/Paris")
    let data = try data(command.read("day.html"))
    #expect(data["zone"]?.text == "Europe/Paris")
    #expect(data["script"]?.text == "a.lua")
    guard case .array(let log)? = data["log"], case .array(let devices)? = data["devices"] else {
      Issue.record("no log")
      return
    }
    #expect(log.contains { $0["type"]?.text == "store" })
    #expect(log.compactMap { $0["title"]?.text } == ["in home"])
    #expect(log.compactMap { $0["text"]?.text } == ["out of home", "out of home"])
    #expect(devices.count == 1)
    // All that came: also the one that came twice, and the late one.
    guard case .integer(7)? = devices[0]["all"] else {
      Issue.record("\(devices)")
      return
    }
    let texts = "\(devices[0]["texts"] ?? .null)"
    #expect(texts.contains("received twice") && texts.contains("older than a fix that was used"))
  }

  @Test func markupInNamesIsData() throws {
    let command = try command("</script><b>")
    let result = try command.run("run", "a.lua", "--from", "a.ndjson", "--page", "day.html")
    #expect(result.code == 0)
    let html = command.read("day.html")
    #expect(!html.contains("</script><b>"))
    #expect(html.contains(#"\u003c/script>\u003cb>"#) || html.contains(#"\u003c\/script>\u003cb>"#))
  }

  @Test func thePageChangesNothingElse() throws {
    let command = try command()
    let words = ["run", "a.lua", "--from", "a.ndjson", "--json", "--explain", "home"]
    let plain = try command.start(words).wait()
    let paged = try command.start(words + ["--page", "day.html"]).wait()
    #expect(plain.output == paged.output)
    _ = try command.run("page", "a.lua", "--from", "a.ndjson", "-o", "same.html")
    #expect(command.read("day.html") == command.read("same.html"))
    _ = try command.run("page", "a.lua", "--from", "a.ndjson", "--output=jobs.html", "--jobs", "2")
    #expect(command.read("day.html") == command.read("jobs.html"))
  }

  @Test(arguments: [["-o", "x.txt"], ["--output=x.txt"], ["--output", "x.txt"]])
  func theNameOfAPageIsChecked(_ words: [String]) throws {
    let refused = try command().start(["page", "a.lua", "--from", "a.ndjson"] + words).wait()
    #expect(refused.code == 64)
    #expect(refused.errors.contains("-o takes the name of a page, such as day.html, got 'x.txt'"))
  }

  @Test func otherFilesStay() throws {
    let command = try command()
    try "a list".write(to: command.url("list.html"), atomically: true, encoding: .utf8)
    let refused = try command.run("run", "a.lua", "--from", "a.ndjson", "--page", "list.html")
    #expect(refused.code == 64)
    #expect(refused.errors.contains("list.html: exists and is not a page of geoscript (-f replaces it)"))
    #expect(command.read("list.html") == "a list")
    #expect(try command.run("run", "a.lua", "--from", "a.ndjson", "--page", "list.html", "-f").code == 0)
    // A page replaces a page.
    #expect(try command.run("run", "a.lua", "--from", "a.ndjson", "--page", "list.html").code == 0)
  }

  @Test(arguments: [
    (
      "day.png", Int32(64),
      "--page takes the name of a page, such as day.html, or ADDRESS:PORT, such as 127.0.0.1:8080, got 'day.png'"
    ),
    ("none/day.html", 73, "there is no such folder"),
  ])
  func aPlaceThatDoesNotFit(_ path: String, _ code: Int32, _ message: String) throws {
    let result = try command().run("run", "a.lua", "--from", "a.ndjson", "--page", path)
    #expect(result.code == code)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func withoutMapLibreItSaysWhatToDo() throws {
    let command = try command()
    let run = "$geoscript run a.lua --from a.ndjson --page day.html"
    let missing = try command.shell("GEOSCRIPT_MAPLIBRE=none.js \(run)")
    #expect(missing.code == 69)
    #expect(missing.errors.contains("none.js: --page needs MapLibre GL JS 5.24.0"), "\(missing.errors)")
    let damaged = try command.shell("echo x > wrong.js; GEOSCRIPT_MAPLIBRE=wrong.js \(run)")
    #expect(damaged.code == 65)
    #expect(damaged.errors.contains("wrong.js: is not MapLibre GL JS 5.24.0"), "\(damaged.errors)")
    #expect(!command.exists("day.html"))
  }

  @Test func aPageNeedsAName() throws {
    let result = try command().run("page", "a.lua", "--from", "a.ndjson")
    #expect(result.code == 64)
    #expect(result.errors.contains("--output"))
  }
}
