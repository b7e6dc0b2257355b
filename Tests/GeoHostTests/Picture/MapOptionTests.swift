import CommandTesting
import Foundation
import Testing

@Suite("--map")
struct MapOptionTests {
  static let track = """
    {"time":0,"latitude":45,"longitude":14}
    {"time":60,"latitude":45.001,"longitude":14.001}
    {"time":120,"latitude":45.002,"longitude":14}

    """
  static let mapless = """
    local app = {}
    function app:didEnterRegion(_, region) geoscript.alert{ title = "At " .. region.identifier } end
    local manager = CLLocationManager.new{ delegate = app }
    manager:startMonitoringForRegion(CLCircularRegion.new{
      identifier = "gate", center = CLLocationCoordinate2DMake(45.001, 14.001), radius = 40 })
    """
  static let twoMaps = """
    for n = 1, 2 do
      local map = MKMapView.new{ frame = CGRectMake(0, 0, 60, 40) }
      map:setRegion(MKCoordinateRegionMakeWithDistance(CLLocationCoordinate2DMake(45, 14), 500, 500), false)
    end
    """

  func command(_ script: String, _ more: [String: String] = [:]) throws -> Command {
    try Command(["s.lua": script, "van.ndjson": MapOptionTests.track].merging(more) { $1 })
  }

  /// Width and height as a PNG's header has them.
  private func size(_ url: URL) throws -> [Int] {
    let bytes = [UInt8](try Data(contentsOf: url))
    #expect(bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]))
    return [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test func aScriptWithoutMapsGetsTheAutomaticPicture() throws {
    let command = try command(MapOptionTests.mapless)
    let result = try command.run(
      "run", "s.lua", "--from", "van.ndjson", "--map", "out.png", "--map-size", "300x200", "--map-scale", "2")
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.reports.contains("picture: out.png"))
    #expect(try size(command.url("out.png")) == [600, 400])
  }

  @Test func whatIsDrawnDoesNotDependOnJobsOrOnTheTimeThatItTook() throws {
    let bus = MapOptionTests.track.replacingOccurrences(of: "14", with: "14.01")
    let command = try command(
      MapOptionTests.mapless, ["bus.ndjson": bus, "car.ndjson": MapOptionTests.track])
    let words = [
      "run", "s.lua", "--from", "van.ndjson", "--from", "bus.ndjson", "--from", "car.ndjson", "--map",
    ]
    for (name, jobs) in [("a.png", "1"), ("b.png", "3")] {
      let result = try command.start(words + [name, "--jobs", jobs]).wait()
      #expect(result.code == 0, "\(result.errors)")
    }
    #expect(try Data(contentsOf: command.url("a.png")) == Data(contentsOf: command.url("b.png")))
  }

  @Test func severalMapsOfSeveralDevicesAreNumberedInOrder() throws {
    for jobs in ["1", "2"] {
      let command = try command(MapOptionTests.twoMaps, ["bus.ndjson": MapOptionTests.track])
      let result = try command.run(
        "run", "s.lua", "--from", "van.ndjson", "--from", "bus.ndjson", "--map", "out.svg", "--jobs", jobs)
      #expect(result.code == 0, "\(result.errors)")
      #expect(
        result.reports.filter { $0.hasPrefix("picture") }
          == ["out.svg", "out-2.svg", "out-3.svg", "out-4.svg"].map { "picture: \($0)" })
      #expect(["out.svg", "out-2.svg", "out-3.svg", "out-4.svg"].allSatisfy(command.exists))
      #expect(!command.exists("out-5.svg"))
    }
  }

  @Test func hostileDeviceNamesStayInTheFolder() throws {
    let log = #"{"time":0,"device":"../../x/$(touch y)","latitude":45,"longitude":14}"# + "\n"
    let command = try command(MapOptionTests.twoMaps, ["log.ndjson": log])
    let result = try command.run("run", "s.lua", "--from", "log.ndjson", "--map", "{device}.{map}.png")
    #expect(result.code == 0, "\(result.errors)")
    let files = try FileManager.default.contentsOfDirectory(atPath: command.folder.path)
    #expect(
      files.filter { $0.hasSuffix(".png") }.sorted() == [
        "%2E.%2F..%2Fx%2F$(touch y).1.png", "%2E.%2F..%2Fx%2F$(touch y).2.png",
      ])
  }

  @Test func framesAreNumberedByDeviceTime() throws {
    let command = try command(MapOptionTests.twoMaps)
    let result = try command.run(
      "run", "s.lua", "--from", "van.ndjson", "--map", "f{n}.{map}.png", "--map-every", "50")
    #expect(result.code == 0, "\(result.errors)")
    for name in ["f0000.1.png", "f0001.1.png", "f0002.1.png", "f0002.2.png"] { #expect(command.exists(name)) }
    #expect(!command.exists("f0003.1.png"))
    #expect(result.reports.contains("pictures: f0000.2.png … f0002.2.png (3 frames)"))
  }

  @Test func framesOfTheAutomaticPictureGrow() throws {
    let command = try command(MapOptionTests.mapless)
    let result = try command.run(
      "run", "s.lua", "--from", "van.ndjson", "--map", "f.png", "--map-every", "60", "--basemap", "none",
      "--json")
    #expect(result.code == 0, "\(result.errors)")
    let frames = try (0...2).map { try Data(contentsOf: command.url("f-000\($0).png")) }
    #expect(Set(frames).count == 3)
    #expect(!command.exists("f-0003.png"))
    let pictures = result.lines.filter { $0.contains("\"type\":\"picture\"") }
    #expect(pictures.count == 3)
    #expect(pictures.last?.contains(#""path":"f-0002.png","frame":2"#) == true)
  }

  @Test func theStreetsOfAFileLieUnderTheMapWhateverTheJobs() throws {
    let town = String(#filePath.split(separator: "Tests/GeoHostTests")[0]) + "Tests/streets/town.osm.pbf"
    let script = """
      local map = MKMapView(CGRectMake(0, 0, 200, 100))
      map.region = MKCoordinateRegionMake({ latitude = 52.004, longitude = 5.008 }, { latitudeDelta = 0.008, \
      longitudeDelta = 0.016 })
      """
    let command = try command(script)
    func picture(_ name: String, _ words: String...) throws -> Data {
      let result = try command.start(["run", "s.lua", "--from", "van.ndjson", "--map", name] + words).wait()
      #expect(result.code == 0, "\(result.errors)")
      return try Data(contentsOf: command.url(name))
    }
    let streets = try picture("a.png", "--basemap", town)
    #expect(try picture("b.png", "--basemap", town, "--jobs", "2") == streets)
    #expect(try picture("c.png", "--basemap", "none") != streets)
    #expect(try picture("d.png") != streets)
  }

  @Test func aPictureIsARecordOfItsDevice() throws {
    let command = try command(MapOptionTests.twoMaps)
    let result = try command.run("run", "s.lua", "--from", "van.ndjson", "--map", "o.pdf", "--json")
    #expect(
      result.lines.dropLast() == [
        #"{"time":"1970-01-01T00:02:00Z","device":"van","sequence":0,"type":"picture","path":"o.pdf","map":1}"#,
        #"{"time":"1970-01-01T00:02:00Z","device":"van","sequence":0,"type":"picture","path":"o-2.pdf","map":2}"#,
      ])
    #expect(command.exists("o.pdf"))
  }

  @Test func aPictureWaitsForATimerOfTheScript() throws {
    let script = """
      local ready, renderer = false
      local Slow = MKOverlayRenderer:subclass("Slow")
      function Slow:canDrawMapRect() return ready end
      function Slow:drawMapRect(rect, scale, context)
        CGContextSetFillColorWithColor(context, UIColor:redColor())
        CGContextFillRect(context, self:rectForMapRect(rect))
      end
      local app = {}
      function app:rendererForOverlay(_, overlay)
        renderer = Slow.new{ overlay = overlay }
        return renderer
      end
      local map = MKMapView.new{ frame = CGRectMake(0, 0, 60, 40), delegate = app }
      map:addOverlay(MKCircle:circleWithCenterCoordinate(CLLocationCoordinate2DMake(45, 14), 200))
      map:setRegion(MKCoordinateRegionMakeWithDistance(CLLocationCoordinate2DMake(45, 14), 500, 500), false)
      geoscript.after(125, function() ready = true; renderer:setNeedsDisplay() end)
      """
    let command = try command(script)
    func picture(_ wait: String) throws -> (Data, String) {
      let result = try command.run(
        "run", "s.lua", "--from", "van.ndjson", "--map", "out.png", "--map-wait", wait, "--basemap", "none")
      #expect(result.code == 0, "\(result.errors)")
      return (try Data(contentsOf: command.url("out.png")), result.errors)
    }
    let (without, said) = try picture("3")
    #expect(
      said.contains(
        "1 picture did not get everything within 3 s (--map-wait), first: out.png"))
    let (with, quiet) = try picture("10")
    #expect(!quiet.contains("did not get") && with != without)
  }

  @Test func overlaysWithoutARendererAreReported() throws {
    let script = """
      local place = CLLocationCoordinate2DMake(45, 14)
      local map = MKMapView.new{ frame = CGRectMake(0, 0, 60, 40) }
      map:addOverlay(MKCircle:circleWithCenterCoordinate(place, 200))
      map:setRegion(MKCoordinateRegionMakeWithDistance(place, 500, 500), false)
      """
    let said =
      "1 picture without the overlays of a map whose delegate has no rendererForOverlay, first: out.png"
    func errors(_ script: String) throws -> String {
      try command(script).run("run", "s.lua", "--from", "van.ndjson", "--map", "out.png").errors
    }
    #expect(try errors(script).contains(said))
    #expect(
      try !errors(script + "\nmap.delegate = { rendererForOverlay = function() end }").contains("without"))
  }

  @Test func aScriptThatDrawsForeverIsStoppedAndThePictureIsFinished() throws {
    let script = """
      local Endless = MKOverlayRenderer:subclass("Endless")
      function Endless:drawMapRect() while true do end end
      local app = {}
      function app:rendererForOverlay(_, overlay) return Endless.new{ overlay = overlay } end
      local map = MKMapView.new{ frame = CGRectMake(0, 0, 60, 40), delegate = app }
      for i = 1, 50 do
        map:addOverlay(MKCircle:circleWithCenterCoordinate(CLLocationCoordinate2DMake(45, 14), 10 * i))
      end
      map:setRegion(MKCoordinateRegionMakeWithDistance(CLLocationCoordinate2DMake(45, 14), 500, 500), false)
      """
    let command = try command(script)
    let result = try command.run(
      "run", "s.lua", "--from", "van.ndjson", "--map", "out.png", "--max-instructions", "100000")
    #expect(command.exists("out.png"), "\(result.errors)")
    #expect(result.errors.contains("over their limits three times in a row"), "\(result.errors)")
    #expect(result.errors.contains("×3  s.lua:2: stopped after"), "\(result.errors)")
  }

  @Test func aStopBySignalStillGivesThePicture() throws {
    let command = try command("print 'begun'")
    let running = try command.start(
      [
        "run", "s.lua", "--from", "van.ndjson", "--speed", "1", "--reorder-window", "0", "--map", "out.png",
        "--map-size", "80x60",
      ])
    #expect(running.waitFor("begun"))
    running.send(SIGINT)
    let result = running.wait()
    #expect(result.code == 130 && command.exists("out.png"), "\(result.errors)")
  }

  @Test func withoutSourcesTheMapsOfTheScriptAreDrawn() throws {
    let command = try command(MapOptionTests.twoMaps + "\ngeoscript.after(0.2, function() print 'done' end)")
    let result = try command.run("run", "s.lua", "--map", "out.png")
    #expect(result.code == 0 && result.output == "done\n" && command.exists("out-2.png"), "\(result.errors)")
  }

  @Test func withoutTheOptionNothingIsWritten() throws {
    let command = try command(MapOptionTests.twoMaps)
    let result = try command.run("run", "s.lua", "--from", "van.ndjson")
    #expect(result.code == 0 && result.reports.isEmpty)
  }
}
