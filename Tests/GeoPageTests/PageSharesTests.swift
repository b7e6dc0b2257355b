import CommandTesting
import Foundation
import Geo
import Testing

@testable import GeoHost
@testable import GeoPage

/// Links that show one device of a served page (HO-146).
@Suite struct PageSharesTests {
  private static let script = """
    local manager = CLLocationManager()
    manager.delegate = {
      didEnterRegion = function(_, region) geoscript.alert{ title = "secret " .. region.identifier } end,
    }
    manager:startMonitoringForRegion(CLCircularRegion({ latitude = 47, longitude = 8 }, 100, "lair"))
    """

  private static let log = [("rex", 0, 47.01), ("mum", 30, 48.5), ("rex", 60, 47.0), ("rex", 120, 47.0)].map {
    #"{"type":"location","device":"\#($0)","time":\#(1_777_889_703 + $1),"latitude":\#($2),"longitude":8}"#
      + "\n"
  }.joined()

  private let command: Command
  private let client: Command

  init() throws {
    client = try Command()
    command = try Command([
      "a.lua": PageSharesTests.script, "a.ndjson": PageSharesTests.log, "token.txt": "0123456789abcdef\n",
    ])
  }

  /// Starts a replay with a state, and returns the address of its page when it has ended.
  private func serve(_ words: String...) throws -> (Running, String) {
    let running = try command.start(
      ["run", "a.lua", "--from", "a.ndjson", "--state", "state", "--page", "127.0.0.1:0"] + words)
    try #require(running.waitFor("the page stays at", in: ".errors"), "\(command.read(".errors"))")
    let note = try #require(
      command.read(".errors").split(separator: "\n").first { $0.contains("page: http://127.0.0.1:") })
    return (running, String(try #require(note.split(separator: " ").last)))
  }

  private func page(_ words: String) throws -> Command.Result {
    try client.shell("cd '\(command.path("."))' && TZ=UTC \"$geoscript\" page \(words)")
  }

  private func share(_ device: String, until: String = "23:59:59") throws -> String {
    let result = try page("share \(device) --until \(until) --state state")
    #expect(result.code == 0, "\(result.errors)")
    return try #require(result.lines.first)
  }

  private func status(_ address: String, _ words: String = "") throws -> String {
    try client.shell("curl -s -o body -w '%{http_code}' \(words) '\(address)'").output
  }

  private func stream(_ link: String) throws -> [JSONValue] {
    let token = try #require(link.split(separator: "/").last)
    let origin = link.components(separatedBy: "/share/")[0]
    return try client.shell(
      "curl -s -m 2 -d 0 -H 'Origin: \(origin)' -H 'X-Geoscript-Page: \(token)' '\(link)/stream'"
    ).lines.map { try JSONParser.parse($0) }
  }

  @Test func aLinkShowsOneDeviceAndNothingElse() throws {
    let (running, base) = try serve("--page-token", "token.txt")
    let link = try share("rex")
    #expect(link.hasPrefix("\(base)share/"))
    #expect(try status(base) == "401" && status(link) == "200")
    // A browser follows it from a message of another server; other requests of other servers are refused.
    let foreign = "-H 'Sec-Fetch-Site: cross-site'"
    #expect(try status(link, "\(foreign) -H 'Sec-Fetch-Mode: navigate'") == "200")
    #expect(try status(link, "\(foreign) -H 'Sec-Fetch-Mode: no-cors'") == "403")
    let messages = try stream(link)
    let all = messages.map(\.description).joined()
    for word in ["mum", "lair", "secret", "a.lua", "a.ndjson"] { #expect(!all.contains(word), "\(word)") }
    #expect(messages.first?["script"]?.text == "rex" && messages.last?["type"]?.text == "end")
    guard case .array(let devices)? = messages.first?["devices"] else {
      Issue.record("no devices")
      return
    }
    #expect(devices.count == 1)
    let changes = messages.filter { $0["type"]?.text == "changes" }
    // From the last position on.
    guard case .array(let parts)? = changes.first?["devices"] else {
      Issue.record("no positions")
      return
    }
    #expect(changes.count == 1 && parts.count == 1 && parts[0]["fixes"]?.description == "1")
    running.send(SIGTERM)
    #expect(running.wait().code == 0)
  }

  @Test func aLinkChangesNothingAndOpensNothingElse() throws {
    let (running, base) = try serve("--page-token", "token.txt")
    let link = try share("rex")
    let token = String(try #require(link.split(separator: "/").last))
    let own = "-H 'Origin: \(base.dropLast())' -H 'X-Geoscript-Page: \(token)'"
    #expect(try status("\(link)/events", "\(own) -d 'x'") == "405")
    #expect(try status("\(base)stream", "\(own) -d 0") == "401")
    #expect(try status("\(base)events", "\(own) -d 0") == "401")
    #expect(try status("\(link)/stream", "-H 'Origin: \(base.dropLast())' -d 0") == "403")
    #expect(try status("\(link)/world") == "200" && status("\(link)/fences") == "404")
    // A changed device, a changed signature, no signature.
    let parts = token.split(separator: ".").map(String.init)
    let other = Data(#"["mum",1,4102444800]"#.utf8).base64EncodedString()
    for wrong in ["\(other).\(parts[1])", "\(parts[0]).\(String(parts[1].reversed()))", parts[0], "", "%2e"] {
      #expect(try status("\(base)share/\(wrong)") == "404", "\(wrong)")
    }
    running.send(SIGTERM)
    _ = running.wait()
  }

  @Test func linksEndWithTheirTimeOrAreWithdrawn() throws {
    let (running, base) = try serve()
    let (rex, mum) = (try share("rex"), try share("mum"))
    let withdrawn = try page("unshare rex --state state")
    #expect(withdrawn.code == 0 && withdrawn.errors.contains("Ended 1 link to rex."))
    #expect(try status(rex) == "410" && status(mum) == "200")
    #expect(client.read("body").contains("id=\"key\""))
    #expect(try status(try share("rex")) == "200" && status(rex) == "410")
    #expect(try page("unshare --all --state state").code == 0)
    #expect(try status(mum) == "410")
    let shares = try PageShares(directory: command.path("state"))
    let now = Date().timeIntervalSince1970
    let over = try shares.token(.init(device: "rex", made: now + 5, until: now))
    #expect(try status("\(base)share/\(over)") == "410")
    #expect(try PageShares(directory: nil).grant(over) == nil)
    running.send(SIGTERM)
    _ = running.wait()
    let attributes = try FileManager.default.attributesOfItem(atPath: command.path("state/page-share.key"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func anOpenPageClosesWhenItsLinkEnds() throws {
    let (running, base) = try serve()
    let shares = try PageShares(directory: command.path("state"))
    let now = Date().timeIntervalSince1970
    let link = "\(base)share/" + (try shares.token(.init(device: "rex", made: now, until: now + 2)))
    let token = try #require(link.split(separator: "/").last)
    // Curl ends by itself, not by its limit.
    let result = try client.shell(
      "curl -s -m 60 -d 0 -H 'Origin: \(base.dropLast())' -H 'X-Geoscript-Page: \(token)' '\(link)/stream' >body; echo $?"
    )
    #expect(result.lines == ["18"] || result.lines == ["0"])
    #expect(try status(link) == "410")
    running.send(SIGTERM)
    _ = running.wait()
  }

  @Test func mistakesAreNamed() throws {
    let state = try command.run("run", "a.lua", "--from", "a.ndjson", "--state", "state")
    #expect(state.code == 0)
    for (words, code, message) in [
      ("share rx --until 18:00 --state state", 64, "there is no device 'rx' here (did you mean 'rex'?)"),
      ("share rex --until 18:00 --state state", 64, "no run with this state has served a page"),
      ("share rex --until 2020-01-01 --state state", 64, "--until must lie ahead, within a year"),
      ("share rex --until soon --state state", 64, "--until takes a time such as 10:02"),
      ("share rex --until 18:00 --state nowhere", 66, "nowhere"),
      (
        "share rex --until 18:00 --state state --address ftp://x", 64,
        "--address begins with http:// or https://"
      ),
      ("share rex --state state", 64, "--until"),
      ("unshare --state state", 64, "name a device, or give --all"),
      ("unshare nobody --state state", 64, "nobody"),
      ("unshare rex --state state", 0, "There was no link to rex."),
    ] {
      let result = try page(words)
      #expect(result.code == Int32(code) && result.errors.contains(message), "\(words): \(result.errors)")
    }
    let named = try page("share rex --until 23:59:59 --state state --address https://page.example.org/")
    #expect(named.lines.first?.hasPrefix("https://page.example.org/share/") == true)
  }
}
