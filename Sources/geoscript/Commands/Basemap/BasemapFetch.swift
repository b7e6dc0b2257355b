import ArgumentParser
import GeoHost

/// `geoscript basemap fetch`.
struct BasemapFetch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Put the tiles of an area on the shelf.",
    usage: "geoscript basemap fetch <name> (--bbox <area> | --around <file> ...) --allow-net [<options>]",
    discussion: """
      Asks a server for the raster tiles of an area, two at a time, and puts them on
      the shelf as one .mbtiles file. It prints what list prints. The server is that
      of --basemap, of $GEOSCRIPT_BASEMAP or of geoscript.toml. Name one that allows
      this: openstreetmap.org does not. A map has at most 20,000 tiles. If a tile
      does not come, the shelf stays as it was, and the next try takes the tiles that
      came from the cache.

      Examples:
        geoscript basemap fetch town --basemap http://tiles.lan/{z}/{x}/{y}.png \\
          --bbox 24.9,60.1,25.1,60.2 --allow-net
        geoscript basemap fetch rex --around walk.gpx --margin 500 --zoom 12-16 \\
          --allow-net
      """)

  @Argument(help: ArgumentHelp("The name that the map gets on the shelf.", valueName: "name"))
  var name: String

  @Option(
    help: ArgumentHelp(
      "The server: https://…/{z}/{x}/{y}.png. (default: that of the configuration)", valueName: "url"))
  var basemap: String?

  @Option(
    help: ArgumentHelp("The area, in degrees.", valueName: "west,south,east,north"), transform: MapBounds.init
  )
  var bbox: MapBounds?

  @Option(
    help: ArgumentHelp("Files of fixes or shapes; the area is around them. Repeatable.", valueName: "file"),
    completion: .file())
  var around: [String] = []

  @Option(help: ArgumentHelp("Meters around each place of --around.", valueName: "m"))
  var margin: Meters = 1000.0

  @Option(
    help: ArgumentHelp("Levels of zoom, 0 to 19. (default: 8-15)", valueName: "low-high"),
    transform: MapLevels.init)
  var zoom: MapLevels?

  @Option(
    help: ArgumentHelp("What pictures say about the source. (default: the server's name)", valueName: "text"))
  var attribution: String?

  @Option(
    help: ArgumentHelp(
      "Areas that the server is not asked about, read as run --fences reads them. Repeatable.",
      valueName: "file"),
    completion: .file(extensions: ["geojson", "json", "kml", "kmz", "wkt", "otrw"]))
  var privacyZone: [String] = []

  @Flag(help: "Allow asking the server.")
  var allowNet = false

  @Flag(name: [.short, .long], help: "Replace a map of the same name.")
  var force = false

  func validate() throws {
    guard bbox != nil || !around.isEmpty else {
      throw ValidationError("name the area with --bbox W,S,E,N, or files with --around")
    }
    guard margin.value == 1000 || !around.isEmpty else {
      throw ValidationError("--margin needs --around: it is the distance around those places")
    }
    guard margin.value >= 1, margin.value <= 100_000 else {
      throw ValidationError("--margin must be 1 to 100000 meters, got \(margin.value)")
    }
  }

  func run() throws {
    let configured = basemap == nil ? try RunConfiguration.configured([]).valuesByName["basemap"]?.last : nil
    guard let template = basemap ?? configured else {
      throw ValidationError("name a server with --basemap https://…/{z}/{x}/{y}.png")
    }
    var fetch = ShelfFetch(name, from: template)
    fetch.area = bbox?.rect
    fetch.files = around
    fetch.margin = margin.value
    if let levels = zoom?.levels { fetch.levels = levels }
    fetch.attribution = attribution
    fetch.privacyZones = privacyZone
    fetch.allowsNet = allowNet
    fetch.replaces = force
    let report = try fetch.run()
    for note in report.notes { Geoscript.complain(note) }
    print(report.map.line)
  }
}
