import CommandTesting
import Foundation
import Geo
import Testing

@testable import GeoHost

/// Runs that serve a page (HO-97 to HO-111). MapLibre GL JS comes from `scripts/setup`.
@Suite struct ServedPageTests {
  private static let script = """
    local manager = CLLocationManager()
    manager.delegate = {
      didEnterRegion = function(_, region) geoscript.alert{ title = "in " .. region.identifier } end,
    }
    manager:startMonitoringForRegion(CLCircularRegion({ latitude = 47, longitude = 8 }, 100, "home"))
    """

  private static let log = [(0, 47.01), (60, 47.0), (120, 47.0)].map { time, latitude in
    #"{"type":"location","device":"rex","time":\#(1_777_889_703 + time),"latitude":\#(latitude),"longitude":8}"#
      + "\n"
  }.joined()

  private func command() throws -> Command {
    try Command([
      "a.lua": ServedPageTests.script, "a.ndjson": ServedPageTests.log, "token.txt": "0123456789abcdef\n",
    ])
  }

  /// Starts a replay and returns the address of its page, when it has ended.
  private func serve(_ command: Command, _ words: String...) throws -> (Running, String) {
    let running = try command.start(["run", "a.lua", "--from", "a.ndjson", "--page", "127.0.0.1:0"] + words)
    try #require(running.waitFor("the page stays at", in: ".errors"), "\(command.read(".errors"))")
    let errors = command.read(".errors")
    let note = try #require(errors.split(separator: "\n").first { $0.contains("page: http://127.0.0.1:") })
    return (running, String(try #require(note.split(separator: " ").last)))
  }

  private func stream(_ base: String, _ command: Command) throws -> [JSONValue] {
    let page = try command.shell("curl -s \(base)").output
    let key = try #require(page.components(separatedBy: "id=\"key\">\"").last?.prefix(64))
    let origin = base.dropLast()
    let result = try command.shell(
      "curl -s -m 2 -d 0 -H 'Origin: \(origin)' -H 'X-Geoscript-Page: \(key)' \(base)stream")
    return try result.lines.map { try JSONParser.parse($0) }
  }

  @Test func aReplayStaysUntilASignal() throws {
    let command = try command()
    let (running, base) = try serve(command)
    // Other commands write their output to the same files.
    let client = try Command()
    let messages = try stream(base, client)
    #expect(messages.first?["type"]?.text == "run")
    #expect(messages.last?["type"]?.text == "end")
    var log: [JSONValue] = []
    for message in messages {
      if case .array(let entries)? = message["log"] { log += entries }
    }
    #expect(log.compactMap { $0["title"]?.text } == ["in home"])
    let world = try client.shell("curl -s -o world \(base)world && gzip -t world && echo right")
    #expect(world.output == "right\n")
    for name in ["maplibre-gl.js", "app.js", "live.js", "page.css", "favicon.ico"] {
      let status = try client.shell("curl -s -o file -w '%{http_code}' \(base)\(name)")
      #expect(status.output == "200", "\(name)")
    }
    running.send(SIGTERM)
    // The run itself had ended well.
    #expect(running.wait().code == 0)
  }

  @Test func aPageChangesNothingElse() throws {
    let command = try command()
    let plain = try command.run("run", "a.lua", "--from", "a.ndjson", "--json")
    let (running, _) = try serve(command, "--json")
    running.send(SIGTERM)
    #expect(running.wait().output == plain.output)
  }

  @Test(arguments: [
    (["--page", "0.0.0.0:0"], "--page-host NAME"), (["--page", "192.0.2.1:80"], "--page-token FILE"),
    (["--page", "127.0.0.1:0", "--page-host", "page.example.org"], "--page-token FILE"),
    (["--page", "127.0.0.1:0", "--page-token", "a.lua"], "is not a token"),
    (["--page-token", "token.txt"], "need --page ADDRESS:PORT"),
    (["--page", "day.html", "--page-token", "token.txt"], "need --page ADDRESS:PORT"),
    (["--page", "day.html", "--emulate"], "need --page ADDRESS:PORT"),
    (["--page-control"], "need --page ADDRESS:PORT"),
    (["--page", "127.0.0.1:0", "--page-control"], "work only live, and a.ndjson is replayed"),
    (["--page", "localhost:8099", "--from", "http://127.0.0.1:8099"], "write --page 127.0.0.1:8099"),
  ])
  func whatDoesNotFit(_ words: [String], _ message: String) throws {
    let source = words.contains("--from") ? [] : ["--from", "a.ndjson"]
    let result = try command().start(["run", "a.lua"] + source + words).wait()
    #expect(result.code == 64, "\(result.errors)")
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func aTakenPortEndsTheRunAtOnce() throws {
    let command = try command()
    let (running, base) = try serve(command)
    let port = base.split(separator: ":").last.map { $0.dropLast() } ?? ""
    let second = try self.command().run("run", "a.lua", "--from", "a.ndjson", "--page", "127.0.0.1:\(port)")
    #expect(second.code == 69)
    #expect(second.errors.contains("is taken by another program"), "\(second.errors)")
    #expect(second.output.isEmpty)
    running.send(SIGINT)
    #expect(running.wait().code == 0)
  }

  @Test func aLiveRunIsShownWhileItRuns() throws {
    let command = try command()
    let running = try command.start([
      "run", "a.lua", "--from", "http://127.0.0.1:0", "--page", "localhost:0", "--page-token", "token.txt",
    ])
    try #require(running.waitFor("listening for phones", in: ".errors"))
    func port(_ before: String) throws -> String {
      let rest = try #require(command.read(".errors").components(separatedBy: before).last)
      return String(rest.prefix { $0.isNumber })
    }
    let (source, page) = (try port("(port "), try port("page: http://localhost:"))
    let client = try Command()
    let fix =
      #"{"device":"rex","latitude":47,"longitude":8,"timestamp":\#(Int(Date().timeIntervalSince1970))}"#
    #expect(try client.shell("curl -s -d '\(fix)' http://127.0.0.1:\(source)/events").code == 0)
    let base = "http://localhost:\(page)"
    #expect(try client.shell("curl -s \(base)/").output.contains("Token of this page"))
    let html = try client.shell(
      "curl -s -c jar -o /dev/null -H 'Origin: \(base)' -d token=0123456789abcdef \(base)/token && curl -s -b jar \(base)/"
    ).output
    let key = try #require(html.components(separatedBy: "id=\"key\">\"").last?.prefix(64))
    let isThere = Running.eventually {
      let words = "-s -m 1 -b jar -d 0 -H 'Origin: \(base)' -H 'X-Geoscript-Page: \(key)' \(base)/stream"
      return (try? client.shell("curl \(words)").output.contains("\"name\":\"rex\"")) == true
    }
    #expect(isThere)
    running.send(SIGTERM)
    #expect(running.wait().code == 143)
  }

  /// The port and the value of the page of a live run.
  private func begin(_ command: Command, _ words: [String]) throws -> (Running, String, String) {
    let running = try command.start(["run"] + words + ["--page", "127.0.0.1:0"])
    try #require(running.waitFor("page: http://127.0.0.1:", in: ".errors"), "\(command.read(".errors"))")
    let rest = try #require(command.read(".errors").components(separatedBy: "page: ").last)
    let base = String(rest.prefix { !$0.isWhitespace }.dropLast())
    var key = ""
    _ = Running.eventually {
      let page = (try? Command().shell("curl -s \(base)/").output) ?? ""
      key =
        page.components(separatedBy: "id=\"key\">\"").dropFirst().first.map { String($0.prefix(64)) } ?? ""
      return !key.isEmpty
    }
    return (running, base, key)
  }

  /// Posts a line of the event log; waits until the run has begun.
  private func post(
    _ line: String, to base: String, _ key: String, at path: String = "/events"
  ) throws -> String {
    let client = try Command(["line": line + "\n"])
    var answer = ""
    _ = Running.eventually {
      let fields = "-H 'Origin: \(base)' -H 'X-Geoscript-Page: \(key)'"
      let words = "-s -w ' %{http_code}' \(fields) --data-binary @line \(base)\(path)"
      answer = (try? client.shell("curl \(words)").output) ?? ""
      return !answer.isEmpty && !answer.hasSuffix(" 503")
    }
    return answer
  }

  /// F-10: a location says what made it.
  @Test func aClickIsASimulatedFix() throws {
    let script = """
      local app = {}
      function app.didUpdateToLocation(_, new)
        print(geoscript.device.id, new.coordinate.latitude, new.sourceInformation and new.sourceInformation.isSimulatedBySoftware)
      end
      CLLocationManager.new{ delegate = app }:startUpdatingLocation()
      """
    let command = try Command(["a.lua": script])
    let (running, base, key) = try begin(command, ["a.lua", "--emulate", "--record", "day.ndjson"])
    let line = #"{"type":"location","device":"rex","latitude":47.5,"longitude":8,"horizontalAccuracy":5}"#
    #expect(try post(line, to: base, key).hasSuffix(" 200"))
    #expect(try post(line, to: base, "0").hasSuffix(" 403"))
    #expect(
      try post(#"{"type":"tap","device":"rex","latitude":47,"longitude":8}"#, to: base, key).hasSuffix(" 403")
    )
    #expect(running.waitFor("rex"))
    running.send(SIGTERM)
    let result = running.wait()
    #expect(result.code == 143)
    #expect(result.output == "rex\t47.5\ttrue\n", "\(result.output) \(result.errors)")
    // The recording keeps it.
    let replay = try command.run("run", "a.lua", "--from", "day.ndjson")
    #expect(replay.output == "rex\t47.5\ttrue\n", "\(replay.errors)")
  }

  @Test func aTapReachesTheScript() throws {
    let script = """
      local map = MKMapView()
      map.region = MKCoordinateRegionMakeWithDistance({ latitude = 47, longitude = 8 }, 1000, 1000)
      map:addAnnotation(MKPointAnnotation.new{ coordinate = { latitude = 47, longitude = 8 }, title = "Depot" })
      map.delegate = { didSelectAnnotationView = function(_, view) print("tapped " .. view.annotation.title) end }
      local app = {}
      function app.didUpdateToLocation() print("here") end
      CLLocationManager.new{ delegate = app }:startUpdatingLocation()
      """
    let command = try Command(["a.lua": script])
    let (running, base, key) = try begin(command, ["a.lua", "--emulate", "--page-control"])
    let place = #""device":"rex","latitude":47,"longitude":8}"#
    #expect(try post(#"{"type":"location","horizontalAccuracy":5,"# + place, to: base, key).hasSuffix(" 200"))
    #expect(running.waitFor("here"))
    // The marker stands above its place: 33 m are 13 points or so.
    let above = #"{"type":"tap","device":"rex","latitude":47.0003,"longitude":8}"#
    #expect(try post(above, to: base, key).hasSuffix(" 200"))
    #expect(running.waitFor("tapped Depot"), "\(command.read(".errors"))")
    running.send(SIGTERM)
    #expect(running.wait().code == 143)
  }

  /// HO-116.
  @Test func aDrawnFenceIsInForceAtOnce() throws {
    let script = """
      CLLocationManager.new{ delegate = {
        didEnterRegion = function(_, region) print("in " .. region.identifier) end,
        didExitRegion = function(_, region) print("out of " .. region.identifier) end,
      } }:startUpdatingLocation()
      """
    let empty = #"{"type":"FeatureCollection","features":[]}"#
    let command = try Command(["a.lua": script, "f.geojson": empty, "f.wkt": "a\tPOINT (9 47)\tradius=10\n"])
    let (running, base, key) = try begin(
      command, ["a.lua", "--emulate", "--page-control", "--fences", "f.geojson"])
    func fix(_ latitude: String) throws -> Bool {
      let place = #""device":"rex","latitude":\#(latitude),"longitude":8,"horizontalAccuracy":5}"#
      return try post(#"{"type":"location","# + place, to: base, key).hasSuffix(" 200")
    }
    #expect(try fix("47.1"))
    let shape = #""properties":{"radius":100},"geometry":{"type":"Point","coordinates":[8,47]}"#
    #expect(try post(#"{"save":{"id":"home",\#(shape)}}"#, to: base, key, at: "/fences").hasSuffix(" 200"))
    #expect(running.waitFor("reloaded a.lua", in: ".errors"))
    #expect(try fix("47.1"))
    #expect(try fix("47"))
    #expect(running.waitFor("in home"), "\(command.read(".errors"))")
    #expect(try post(#"{"remove":"home"}"#, to: base, key, at: "/fences").hasSuffix(" 200"))
    #expect(running.waitFor("not watched any more: 'home'", in: ".errors"))
    running.send(SIGTERM)
    #expect(running.wait().code == 143)
    #expect(command.read("f.geojson").contains("\"features\":[\n]"))
    #expect(command.read("f.geojson.old.1").contains("home"))
    // Other files are shown.
    let (other, otherBase, otherKey) = try begin(command, ["a.lua", "--page-control", "--fences", "f.wkt"])
    #expect(other.waitFor("it changes those of a GeoJSON FeatureCollection only", in: ".errors"))
    #expect(try post("{}", to: otherBase, otherKey, at: "/fences").hasSuffix(" 403"))
    other.send(SIGTERM)
    #expect(other.wait().code == 143)
  }
}
