import ArgumentParser

/// Regions beside those of the script, and why regions fire.
struct RunRegions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Regions that every device watches: GeoJSON, KML, WKT or .otrw. Repeatable.", valueName: "file"),
    completion: .file(extensions: ["geojson", "json", "kml", "wkt", "csv", "otrw", "gz"]))
  var fences: [String] = []

  @Option(
    help: ArgumentHelp("Meters past the edge of --fences that count as a crossing.", valueName: "m"))
  var fenceAccuracy = 0.0

  @Option(
    help: ArgumentHelp(
      "Areas inside of which no output says where a device is, read as --fences reads them. Repeatable.",
      valueName: "file"),
    completion: .file(extensions: ["geojson", "json", "kml", "wkt", "csv", "otrw", "gz"]))
  var privacyZone: [String] = []

  @Option(
    help: ArgumentHelp(
      "For each fix, print why this region fired or not; all covers every region (nearby ones beyond 100).",
      valueName: "region|all"))
  var explain: String?
}
