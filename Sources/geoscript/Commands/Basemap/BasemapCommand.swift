import ArgumentParser
import GeoHost

/// `geoscript basemap`.
struct BasemapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "basemap",
    abstract: "Manage the maps that pictures use by default.",
    discussion: """
      A map on the shelf lies under each picture whose part of the world it covers,
      the one with the most detail first. --basemap FILE, world or none asks for
      another one. The shelf is the folder in $GEOSCRIPT_BASEMAPS; without that
      variable, $XDG_DATA_HOME/geoscript/basemaps (~/.local/share/geoscript).
      More: geoscript docs pictures.

      How to get a map of a town, from files that others offer:
        osmium extract -b 24.5,60.1,25.2,60.4 finland.osm.pbf -o helsinki.osm.pbf
        pmtiles extract https://HOST/FILE.pmtiles town.pmtiles --bbox=W,S,E,N

      Examples:
        geoscript basemap add helsinki.osm.pbf
        geoscript basemap add --link /srv/maps/aerial.mbtiles
        geoscript basemap list
        geoscript basemap remove helsinki.osm.pbf
        geoscript basemap fetch town --basemap URL --bbox W,S,E,N --allow-net
      """,
    subcommands: [BasemapAdd.self, BasemapFetch.self, BasemapList.self, BasemapRemove.self])
}

/// `geoscript basemap remove`.
struct BasemapRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Take maps from the shelf.",
    usage: "geoscript basemap remove <name> ...",
    discussion: """
      The file that was added stays where it is. If the shelf lacks one of several
      names, all stay.

      Examples:
        geoscript basemap remove helsinki.osm.pbf
      """)

  @Argument(help: ArgumentHelp("The map's name, as list shows it.", valueName: "name"))
  var names: [String]

  func run() throws { try MapShelf.user.remove(names) }
}
