import ArgumentParser
import Geo
import GeoDelivery
import GeoFeeds
import GeoFormats
import GeoHost
import GeoLua

/// `geoscript draw`.
struct DrawCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "draw",
    abstract: "Draw a map of files: shapes, places, tracks, logs.",
    usage: "geoscript draw [<files> ...] --output <file> [<options>]",
    discussion: """
      Reads GeoJSON, GPX, KML, KMZ, WKT, OwnTracks, tables of places, and the logs,
      tables, activities and simulations that `geoscript run` reads; - is
      standard input.
      The map fits around all of it. Without files, --center or --bbox chooses
      the part of the map. GeoJSON features are styled by simplestyle-spec:
      stroke, stroke-width, stroke-opacity, fill, fill-opacity, marker-color,
      marker-symbol; title or name becomes a label.
      More: geoscript docs pictures.

      Examples:
        geoscript draw fences.geojson -o fences.png
        geoscript draw walk.gpx fences.geojson -o walk.svg --map-size 1200x800
        curl -s https://example.org/trees.geojson | geoscript draw - -o trees.png
        geoscript draw vans.csv -o town.png --center 47.37,8.54 --zoom 12 --legend
        geoscript draw 'sim:walk?from=47.37,8.54&to=47.38,8.55' -o walk.png
      """)

  @Argument(
    help: "Files, or - for standard input.",
    completion: .file(
      extensions: ["json", "wkt", "otrw", "gz"] + FileForm.endings.map { String($0.ending.dropFirst()) }))
  var files: [String] = []

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The picture: a .png, .svg or .pdf file.", valueName: "file"),
    completion: .file(extensions: ["png", "svg", "pdf"]))
  var output: String

  @Option(
    help: ArgumentHelp("Size of the picture in points. (default: 800x600)", valueName: "WxH"),
    transform: MapSize.init)
  var mapSize: MapSize?

  @Option(
    help: ArgumentHelp(
      "Areas at whose edge tracks end, read as run --fences reads them. Repeatable.", valueName: "file"),
    completion: .file(extensions: ["geojson", "json", "kml", "kmz", "wkt", "otrw"]))
  var privacyZone: [String] = []

  @Flag(name: [.short, .long], help: "Replace the output file even if geoscript did not draw it.")
  var force = false

  @OptionGroup(title: "Tables") var table: TableColumns

  @OptionGroup var frame: DrawFrameOptions

  @OptionGroup var style: PictureStyleOptions

  func validate() throws {
    guard !files.isEmpty || frame.frame.choosesPart else {
      throw ValidationError("there is no file to draw: name one, or a part of the map by --bbox or --center")
    }
    guard files.filter({ $0 == "-" }).count <= 1 else {
      throw ValidationError("- can be given once: there is one standard input")
    }
  }

  func run() throws {
    var drawing = Drawing(try SourcePaths.expanded(files), try style.options(output))
    drawing.options.replaces = force
    drawing.privacyZones = privacyZone
    drawing.frame = frame.frame
    if !files.isEmpty { try SourceFit.check(files, deviceBy: .file, table) }
    table.apply(to: &drawing.feed)
    if let zone = table.timeZone, zone.rules == nil {
      throw GeoError(.usage, "--time-zone auto is for what people read: name the zone of the table's times")
    }
    if let size = mapSize?.size { drawing.size = size }
    let report = try drawing.run()
    for note in report.notes { Geoscript.complain(note) }
    if let fault = report.fault { throw fault }
  }
}
