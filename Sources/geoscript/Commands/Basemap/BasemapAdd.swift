import ArgumentParser
import GeoHost

/// `geoscript basemap add`.
struct BasemapAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Put maps on the shelf.",
    usage: "geoscript basemap add <files> ... [<options>]",
    discussion: """
      Reads an .osm.pbf file of OpenStreetMap, or tiles in an .mbtiles or .pmtiles
      archive, and copies it if pictures can be drawn of it. Tiles are pictures or
      vector tiles (MVT: OpenMapTiles, Protomaps, Shortbread). It prints what list
      prints. For a part of a country that is too large, use osmium extract.

      Examples:
        geoscript basemap add helsinki.osm.pbf
        geoscript basemap add -f helsinki.osm.pbf
        geoscript basemap add --link /srv/maps/aerial.mbtiles
      """)

  @Argument(
    help: ArgumentHelp("Maps: .osm.pbf, .mbtiles or .pmtiles files.", valueName: "files"),
    completion: .file(extensions: ["mbtiles", "pmtiles", "pbf"]))
  var files: [String]

  @Flag(help: "Link to the file instead of copying it; it must stay where it is.")
  var link = false

  @Flag(name: [.short, .long], help: "Replace a map of the same name.")
  var force = false

  func run() throws {
    for file in files { print(try MapShelf.user.add(file, asLink: link, replaces: force).line) }
  }
}
