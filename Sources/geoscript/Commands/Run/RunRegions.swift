import ArgumentParser

/// Regions beside those of the script, and why regions fire.
struct RunRegions: OptionTable {
  var fences: [String] = []
  var fenceAccuracy = 0.0
  var privacyZone: [String] = []
  var explain: String?

  static func declare(_ o: inout OptionRows<Self>) {
    o.option(
      "fences", \.fences, "Regions that every device watches: GeoJSON, KML, WKT or .otrw. Repeatable.",
      value: "file", completion: .file(extensions: ["geojson", "json", "kml", "wkt", "csv", "otrw", "gz"]))
    o.amount(
      "fence-accuracy", \.fenceAccuracy, "Meters past the edge of --fences that count as a crossing.",
      value: "m", as: Meters.self)
    o.option(
      "privacy-zone", \.privacyZone,
      "Areas in which no output shows where a device is. Takes the same files as --fences. Repeatable.",
      value: "file", completion: .file(extensions: ["geojson", "json", "kml", "wkt", "csv", "otrw", "gz"]))
    o.option(
      "explain", \.explain,
      "For each fix, print why this region fired or not; all covers every region (nearby ones beyond 100).",
      value: "region|all")
  }
}
