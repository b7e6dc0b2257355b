import CommandTesting
import Foundation
import Geo
import Testing

@testable import GeoHost

/// A run with every output turned on: under a privacy zone nothing written has a position inside, and without one the
/// same search finds them.
///
/// - Source: PR-1.
@Suite struct PrivacyLeakTests {
  /// What every true position in the zone has at three decimals, as text.
  private static let needles = ["47.318", "8.529"]

  private static let script = """
    local manager = CLLocationManager()
    manager.delegate = {
      didUpdateLocations = function() end,
      didEnterRegion = function(_, region)
        geoscript.alert{ title = "in " .. region.identifier, key = region.identifier }
        geoscript.send("friends", { region = region.identifier })
      end,
      didExitRegion = function(_, region) geoscript.resolve(region.identifier) end,
    }
    manager:startUpdatingLocation()
    """

  /// From the shop home, around the garden, and away.
  private static let places = [
    (47.33, 8.55), (47.3287, 8.5473), (47.3252, 8.5391), (47.31862, 8.52981), (47.31848, 8.52964),
    (47.31846, 8.52962), (47.31857, 8.52951), (47.3253, 8.5392), (47.33, 8.55),
    (47.31859, 8.52977),
  ]

  private static func feature(_ name: String, _ place: String, _ radius: Int) -> String {
    #"{"type":"Feature","id":"\#(name)","properties":{"radius":\#(radius)},"#
      + #""geometry":{"type":"Point","coordinates":[\#(place)]}}"#
  }

  private static func collection(_ features: String...) -> String {
    #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
  }

  private func command() throws -> Command {
    let log = PrivacyLeakTests.places.enumerated().map { index, place in
      #"{"time":\#(1_777_889_700 + 60 * index),"device":"rex","latitude":\#(place.0),"longitude":\#(place.1),"#
        + #""horizontalAccuracy":5,"speed":1.2,"course":240}"# + "\n"
    }.joined()
    // A tap in the garden, too.
    let tap =
      #"{"time":1777889990,"device":"rex","type":"tap","latitude":47.31851,"longitude":8.52967}"# + "\n"
    return try Command([
      "a.lua": PrivacyLeakTests.script, "a.ndjson": log + tap,
      "fences.geojson": PrivacyLeakTests.collection(
        PrivacyLeakTests.feature("home", "8.52963,47.31847", 60),
        PrivacyLeakTests.feature("shop", "8.55,47.33", 80)),
      "zone.geojson": PrivacyLeakTests.collection(PrivacyLeakTests.feature("garden", "8.5311,47.3201", 400)),
    ])
  }

  /// Everything that the commands write, by name.
  private func outputs(_ command: Command, _ zone: String) throws -> [String: String] {
    let line = "$geoscript run a.lua --from a.ndjson --fences fences.geojson \(zone)"
    let run = try command.shell(
      "\(line) --json --explain all --verbose --alerts ndjson:alerts.ndjson"
        + " --alerts 'ndjson:moment.ndjson?why=1' --alerts 'exec:cat >> hook #why=1&map=1'"
        + " --alerts 'exec:cat >> words #template=@words.txt' --channel 'friends=exec:cat >> channel #map=1'"
        + " --page day.html --map way.svg --record share.ndjson --record-exact mine.ndjson --state s")
    #expect(run.code == 0, "\(run.errors)")
    var found = ["json": run.output, "messages": run.errors]
    for name in ["alerts.ndjson", "moment.ndjson", "hook", "words", "channel", "share.ndjson"] {
      found[name] = command.read(name)
    }
    found["page"] = try page(command.read("day.html"))
    found["text"] = try both(command, "\(line) --explain all --page day2.html -f")
    found["state show"] = try both(command, "$geoscript state show rex --state s")
    found["state show --json"] = try both(command, "$geoscript state show rex --state s --json")
    found["alerts list"] = try both(command, "$geoscript alerts list --state s --json")
    let exact = line.replacing("run a.lua --from a.ndjson", with: "why 'in home' a.lua --from mine.ndjson")
    found["why"] = try both(command, "\(exact) --json; \(exact) --bundle b.zip")
    found["bundle"] = String(decoding: try Data(contentsOf: command.url("b.zip")), as: UTF8.self)
    let not = line.replacing(
      "run a.lua --from a.ndjson", with: "why a.lua --not home --at 10:19 --from mine.ndjson")
    found["why not"] = try both(command, not)
    let console = line.replacing("run", with: "repl")
    found["repl"] = try both(command, "printf ':at 10:20\\n:devices\\n:explain\\n' | \(console)")
    found["report"] = try both(
      command,
      "$geoscript report trips --from a.ndjson --start 2026-05-04T10:18:00Z --end 2026-05-04T10:21:00Z \(zone)"
    )
    return found
  }

  private func both(_ command: Command, _ line: String) throws -> String {
    let result = try command.shell(line)
    return result.output + result.errors
  }

  /// The data of a page as text: its JSON, and the positions of its fixes.
  private func page(_ html: String) throws -> String {
    func part(_ start: String) throws -> String {
      try #require(html.components(separatedBy: start).dropFirst().first).components(
        separatedBy: "</script>")[0]
    }
    let json = try part(#"<script type="application/json" id="data">"#)
    let packed = try #require(
      Base64.decode(try part(#"<script type="application/gzip;base64" id="columns">"#).utf8))
    let folder = try Command()
    defer { withExtendedLifetime(folder) {} }
    try Data(packed).write(to: folder.url("columns.gz"))
    _ = try folder.shell("gunzip -c columns.gz > columns")
    var numbers = Numbers(bytes: [UInt8](try Data(contentsOf: folder.url("columns"))))
    let document = try JSONParser.parse(json)
    guard case .array(let devices)? = document["devices"], case .integer(let count)? = devices.first?["fixes"]
    else { return json }
    _ = numbers.sums(Int(count))
    let (latitudes, longitudes) = (numbers.sums(Int(count)), numbers.sums(Int(count)))
    #expect(count == PrivacyLeakTests.places.count)
    return json + "\n"
      + zip(latitudes, longitudes).map { "\(Double($0) / 1e6),\(Double($1) / 1e6)" }.joined(separator: "\n")
  }

  /// Numbers as a page writes them: LEB128, differences zigzagged.
  private struct Numbers {
    let bytes: [UInt8]
    var place = 0

    mutating func next() -> Int {
      var (value, shift) = (0, 0)
      while true {
        let byte = Int(bytes[place])
        place += 1
        value |= (byte & 0x7f) << shift
        shift += 7
        if byte < 0x80 { return value }
      }
    }

    mutating func sums(_ count: Int) -> [Int] {
      var last = 0
      return (0..<count).map { _ in
        let code = next()
        last += code >> 1 ^ -(code & 1)
        return last
      }
    }
  }

  private func leaks(_ outputs: [String: String]) -> [String] {
    outputs.filter { output in PrivacyLeakTests.needles.contains { output.value.contains($0) } }.keys.sorted()
  }

  @Test func nothingWrittenHasAPositionInsideOfAZone() throws {
    let command = try command()
    try "{{title}} at {{latitude}} {{longitude}} {{link}} {{zone}}\n".write(
      to: command.url("words.txt"), atomically: false, encoding: .utf8)
    let masked = try outputs(command, "--privacy-zone zone.geojson")
    #expect(leaks(masked).isEmpty)
    for (name, text) in masked
    where !["messages", "channel", "why not", "alerts list"].contains(name) {
      #expect(text.contains("garden"), "\(name): \(text.prefix(2000))")
    }
    // The fence in the zone has fired for the script.
    #expect(
      masked["json"]?.contains("in home") == true && masked["alerts.ndjson"]?.contains("in home") == true)
    let decisions = (masked["json"] ?? "").split(separator: "\n").filter {
      $0.contains(#""zone":"garden","region""#)
    }
    #expect(!decisions.isEmpty && decisions.allSatisfy { !$0.contains(#""d":"#) && !$0.contains(#""a":"#) })
    // Nor does anything say how far the fence in the zone is.
    let home = (masked["json"] ?? "").split(separator: "\n").filter {
      $0.contains(#""type":"explain""#) && $0.contains(#""region":"home""#)
    }
    #expect(home.count > 5 && home.allSatisfy { !$0.contains(#""d":"#) })
    // The true recording is for its owner.
    #expect(command.read("mine.ndjson").contains("47.31848"))
    let mode = try FileManager.default.attributesOfItem(atPath: command.path("mine.ndjson"))[
      .posixPermissions]
    #expect(mode as? Int == 0o600)
    #expect(
      command.read("share.ndjson").split(separator: "\n").first?.contains(#""masked":["garden"]"#) == true)
  }

  @Test func withoutAZoneTheSearchFindsThem() throws {
    let command = try command()
    try "{{title}} at {{latitude}} {{longitude}} {{link}} {{zone}}\n".write(
      to: command.url("words.txt"), atomically: false, encoding: .utf8)
    let found = Set(leaks(try outputs(command, "")))
    let telling = [
      "json", "alerts.ndjson", "moment.ndjson", "hook", "words", "page", "share.ndjson", "bundle", "text",
      "state show", "state show --json", "why", "repl", "report",
    ]
    #expect(found.isSuperset(of: telling), "\(telling.filter { !found.contains($0) })")
  }

  @Test func idsOfAlertsStay() throws {
    func ids(_ zone: String) throws -> [String] {
      let command = try command()
      let run = try command.shell(
        "$geoscript run a.lua --from a.ndjson --fences fences.geojson --json --alerts none \(zone)")
      return try run.lines.map { try JSONParser.parse($0) }.compactMap { $0["id"]?.text }
    }
    let plain = try ids("")
    #expect(plain.count >= 3)
    #expect(try ids("--privacy-zone zone.geojson") == plain)
  }

  @Test func aMaskedRecordingSaysSoWhenItIsPlayed() throws {
    let command = try command()
    let words = "--fences fences.geojson"
    _ = try command.shell(
      "$geoscript run a.lua --from a.ndjson \(words) --privacy-zone zone.geojson --record m.ndjson")
    let again = try command.shell("$geoscript run a.lua --from m.ndjson \(words)")
    #expect(again.code == 0)
    #expect(
      again.errors.contains("m.ndjson: was recorded under --privacy-zone, without the positions in garden"))
    #expect(!again.output.contains("in home"))
    let why = try command.shell("$geoscript why a.lua --from m.ndjson \(words) --not home --at 10:19")
    #expect(why.errors.contains("was recorded under --privacy-zone"))
    // Without zones both recordings are the same.
    _ = try command.shell(
      "$geoscript run a.lua --from a.ndjson \(words) --record plain.ndjson --record-exact exact.ndjson")
    func lines(_ name: String) -> [Substring] { Array(command.read(name).split(separator: "\n").dropFirst()) }
    #expect(lines("plain.ndjson") == lines("exact.ndjson") && lines("plain.ndjson").count >= 10)
    let both = try command.shell(
      "$geoscript run a.lua --from a.ndjson --record x.ndjson --record-exact x.ndjson")
    #expect(both.code == 64 && both.errors.contains("need two files"))
  }
}
