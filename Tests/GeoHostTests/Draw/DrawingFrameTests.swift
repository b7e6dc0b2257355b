import CommandTesting
import Geo
import GeoDelivery
import Testing

@testable import GeoHost

/// `geoscript draw --center --zoom --bbox --title --legend`.
@Suite struct DrawingFrameTests {
  private static let size = CGSize(width: 800, height: 600)

  /// The part of the map that a picture of a square of a tenth of a degree shows.
  private func shown(_ frame: DrawingFrame, around all: MKMapRect? = nil) throws -> MKMapRect {
    var options = PictureOptions(name: try PictureName("x.png"))
    options.baseMap = .none
    let renderer = try PictureRenderer(options, advise: { _ in }, warn: { _ in })
    let fetcher = TileFetcher(cachePath: nil) { _ in }
    defer { fetcher.close() }
    let map = ShapeMap(size: DrawingFrameTests.size, renderer: renderer, fetcher: fetcher)
    map.hostMap.show(frame, around: all ?? square)
    return map.hostMap.map.visibleMapRect
  }

  private func point(_ latitude: Double, _ longitude: Double) -> MKMapPoint {
    MKMapPointForCoordinate(CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
  }

  private var square: MKMapRect {
    let (low, high) = (point(45.1, 14), point(45, 14.1))
    return MKMapRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  private func near(_ a: Double, _ b: Double, _ most: Double = 1e-6) -> Bool {
    abs(a - b) <= most * max(abs(a), abs(b))
  }

  /// A tile of 256 points is 360°/2^zoom wide: wiki.openstreetmap.org/wiki/Zoom_levels.
  @Test func aLevelIsThatOfTiles() throws {
    var frame = DrawingFrame()
    frame.center = CLLocationCoordinate2D(latitude: 47.37, longitude: 8.54)
    frame.level = 12
    let rect = try shown(frame)
    #expect(near(rect.width / MKMapSizeWorld.width * 360, 800 / 256 * 360 / 4096))
    #expect(near(rect.height / rect.width, 600 / 800))
    let middle = point(47.37, 8.54)
    #expect(near(rect.midX, middle.x) && near(rect.midY, middle.y))
  }

  @Test func aLevelAloneKeepsTheMiddle() throws {
    var frame = DrawingFrame()
    let all = try shown(frame)
    #expect(all.contains(square))
    frame.level = 14
    let rect = try shown(frame)
    #expect(near(rect.midX, all.midX) && near(rect.midY, all.midY))
    #expect(near(rect.width / MKMapSizeWorld.width, 800.0 / 256 / 16384))
  }

  @Test func aCenterAloneKeepsTheScale() throws {
    var frame = DrawingFrame()
    let all = try shown(frame)
    frame.center = CLLocationCoordinate2D(latitude: 45.2, longitude: 14.3)
    let rect = try shown(frame)
    #expect(near(rect.width, all.width))
    #expect(near(rect.midX, point(45.2, 14.3).x))
  }

  /// Without files there is no scale to keep: a town is shown.
  @Test func aCenterWithoutFilesShowsATown() throws {
    var frame = DrawingFrame()
    frame.center = CLLocationCoordinate2D(latitude: 47.37, longitude: 8.54)
    let rect = try shown(frame, around: .null)
    #expect(near(rect.width / MKMapSizeWorld.width, 800.0 / 256 / 8192))
    #expect(near(rect.midX, point(47.37, 8.54).x))
    frame.level = 5
    #expect(near(try shown(frame, around: .null).width / MKMapSizeWorld.width, 800.0 / 256 / 32))
  }

  /// MG-23: what lies beyond the end of the map is drawn at its edge, and told.
  @Test func placesBeyondTheMapAreCounted() throws {
    func line(_ time: Int, _ latitude: Double) -> String {
      #"{"type":"location","time":\#(1_777_889_703 + time),"latitude":\#(latitude),"longitude":8}"# + "\n"
    }
    let command = try Command([
      "polar.ndjson": line(0, 84) + line(60, 86) + line(120, -87) + line(180, 85),
      "walk.ndjson": line(0, 47) + line(60, 47.1),
      "s.lua": "",
      "pole.geojson": #"{"type":"LineString","coordinates":[[0,80],[0,85],[0,90]]}"#,
    ])
    func errors(_ file: String) throws -> String {
      let result = try command.run("draw", file, "-o", "x.svg", "--basemap", "none")
      #expect(result.code == 0, "\(result.errors)")
      return result.errors
    }
    let note = "x.svg: the map ends at latitude ±85.05°; it shows "
    #expect(try errors("polar.ndjson").contains(note + "2 places beyond that at its edge"))
    #expect(try errors("pole.geojson").contains(note + "1 place beyond that at its edge"))
    #expect(try !errors("walk.ndjson").contains("85.05"))
    let page = try command.run("page", "s.lua", "--from", "polar.ndjson", "-o", "day.html")
    let warning = "the map ends at latitude ±85.05°; it shows 2 fixes beyond that at its edge"
    #expect(page.code == 0 && page.errors.contains(warning), "\(page.errors)")
  }

  @Test func aBoxIsShownWhole() throws {
    var frame = DrawingFrame()
    let (low, high) = (point(47.5, 8.4), point(47.3, 8.7))
    frame.rect = MKMapRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    let box = try #require(frame.rect)
    let rect = try shown(frame)
    #expect(rect.insetBy(dx: -1, dy: -1).contains(box))
    // And no more than that, in one direction.
    #expect(near(rect.width, box.width, 1e-3) || near(rect.height, box.height, 1e-3))
  }

  @Test func titleAndLegendAreInThePicture() throws {
    let command = try Command([
      "a.geojson": DrawCommandTests.square, "b.csv": "name,lat,lon\nhut,45.05,14.05\n",
    ])
    func draw(_ words: String...) throws -> String {
      let result = try command.start(
        ["draw", "a.geojson", "b.csv", "-o", "x.svg", "--basemap", "none"] + words
      ).wait()
      #expect(result.code == 0, "\(result.errors)")
      return command.read("x.svg")
    }
    let plain = try draw()
    let titled = try draw("--title", "Huts of the north")
    let legend = try draw("--legend")
    #expect(titled != plain && legend != plain && titled != legend)
    #expect(titled.utf8.count > plain.utf8.count && legend.utf8.count > plain.utf8.count)
    // The same words make the same picture.
    #expect(try draw("--legend") == legend)
    #expect(try draw("--center", "45.05,14.05") != plain)
  }

  @Test(arguments: [
    (["--center", "91,0"], "as 47.37,8.54"), (["--center", "1"], "as 47.37,8.54"),
    (["--center", "86,0"], "the map ends at latitude ±85.05"),
    (["--center", "1,2,3"], "as 47.37,8.54"), (["--zoom", "22"], "--zoom must be 0 to 21"),
    (["--bbox", "1,2,3"], "as 8.4,47.3,8.7,47.5"), (["--bbox", "1,3,2,2"], "as 8.4,47.3,8.7,47.5"),
    (["--bbox", "1,2,3,4", "--zoom", "3"], "give one of them"),
  ])
  func whatDoesNotFit(_ words: [String], _ message: String) throws {
    let command = try Command(["a.geojson": DrawCommandTests.square])
    let result = try command.start(["draw", "a.geojson", "-o", "x.png"] + words).wait()
    #expect(result.code == 64)
    #expect(result.errors.contains(message), "\(result.errors)")
  }
}
