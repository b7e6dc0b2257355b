import ArgumentParser

/// `geoscript gazetteer`.
struct GazetteerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gazetteer",
    abstract: "Build, extend or show a file of places, for geocoding offline.",
    discussion: """
      A gazetteer holds places, borders, streets and houses. CLGeocoder in scripts
      and `geoscript geocode` ask the first of these:
        --geocoder gazetteer:FILE
        $GEOSCRIPT_GAZETTEER
        $XDG_DATA_HOME/geoscript/gazetteer.sqlite, your own
          (without that variable: ~/.local/share)
        the built-in set of larger cities
      More: geoscript docs geocoders.

      Examples:
        geoscript gazetteer info
        geoscript gazetteer build cities500.txt admin1CodesASCII.txt
        geoscript gazetteer build -o helsinki.sqlite helsinki.osm.pbf
        geoscript gazetteer import JP.txt --languages ja,en
      """,
    subcommands: [GazetteerBuild.self, GazetteerAdd.self, GazetteerInfo.self])

  /// The help text about file formats, for the commands that read them.
  static let formats = """
    The format of each file follows from its name and first bytes; .gz and .zip
    are read directly:
      geonames         GeoNames: allCountries.txt, cities500.txt, JP.txt
      geonames-names   alternateNamesV2.txt
      geonames-areas   admin1CodesASCII.txt, admin2Codes.txt, countryInfo.txt
      geonames-postal  GeoNames' postal codes
      openaddresses    OpenAddresses, GeoJSON or CSV
      osm              OpenStreetMap, .osm.pbf: places, streets, houses
      borders          GeoJSON from Natural Earth, geoBoundaries and others
      csv              a table with the columns name, latitude, longitude
    """
}
