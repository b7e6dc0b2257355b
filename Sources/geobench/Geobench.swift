import Geo

/// Prints measurements, one JSON object per line: `{"name":…, "value":…, "unit":…}`.
@main
struct Geobench {
  static func main() throws {
    let arguments = Arguments(CommandLine.arguments.dropFirst())
    switch arguments.command {
    case "engine": try EngineRows.run(arguments)
    case "polygons": try EngineRows.runPolygons(arguments)
    case "feeds": try FeedRows.run(arguments)
    case "record": try RecordRows.run(arguments)
    case "feeds-memory": FeedRows.memory(arguments)
    case "nmea": FeedRows.nmea(arguments)
    case "owntracks": try OwnTracksRows.run(arguments)
    case "bridge": try BridgeRows.run(arguments)
    case "oracle": try OracleRun.run(arguments)
    case "geodesics": try GeodesicLines.run()
    case "shapes": try ShapeLines.run()
    case "magnetic": MagneticRows.run(arguments)
    case "fixes": try FixLines.run(arguments)
    case "declinations": try MagneticRows.lines()
    case "map":
      MapRows.run(arguments)
      try AnnotationRows.run(arguments)
    case "map-values": try MapLines.run()
    case "pictures":
      try PictureRows.run(arguments)
      try PictureRows.tracks(arguments)
      try WorldMapRows.run(arguments)
    case "tracks": try PictureRows.tracks(arguments)
    case "drawing": try DrawingRows.run(arguments)
    case "pictures-world": try WorldMapRows.cold()
    case "gazetteer": try GazetteerRows.run(arguments)
    case "gazetteer-values": try GazetteerRows.lines(arguments)
    case "names": try GazetteerNameRows.run(arguments)
    case "gazetteer-names": try GazetteerNameRows.lines(arguments)
    case "world-values": try WorldMapRows.lines()
    case "gazetteer-import": try GazetteerImportRows.run(arguments)
    case "pictures-memory": try PictureRows.memory()
    default:
      throw GeoError(
        .usage,
        """
        geobench engine|polygons|feeds|record|feeds-memory|nmea|owntracks|bridge|magnetic|map|pictures|tracks|pictures-memory|pictures-world|drawing|gazetteer|gazetteer-import|names \
        --data DIR [--runs N] \
        | geobench oracle DIR [--buffer M] [--shapes polygons] | geobench geodesics | geobench shapes \
        | geobench declinations | geobench fixes FILE… | geobench map-values | geobench world-values | geobench gazetteer-values|gazetteer-names --data DIR
        """
      )
    }
  }
}

/// A command, words, and `--name value` pairs.
struct Arguments {
  var command = ""
  var words: [String] = []
  private var options: [String: String] = [:]

  init(_ arguments: some Sequence<String>) {
    var rest = arguments.makeIterator()
    while let word = rest.next() {
      if word.hasPrefix("--") {
        options[String(word.dropFirst(2))] = rest.next()
      } else if command.isEmpty {
        command = word
      } else {
        words.append(word)
      }
    }
  }

  subscript(name: String) -> String? { options[name] }

  /// The folder of the workload.
  var data: String { self["data"] ?? "." }
  /// How often to measure; the median counts.
  var runs: Int { max(1, self["runs"].flatMap(Int.init) ?? 5) }
}
