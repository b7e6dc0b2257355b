public import Geo
import GeoRender

extension PictureOptions.BaseMapSource {
  /// Parses a word of the command line. A file of streets is read here, once for all threads.
  ///
  /// - Errors: ``GeoError``: `usage` for a word that does not name a base map, `noInput` for a missing file,
  ///   `data` for a file that cannot be drawn.
  public init(_ word: String) throws(GeoError) {
    switch word {
    case "world": kind = .world
    case "none": kind = .none
    default:
      if TileMapOption.isMeant(by: word) {
        kind = .tiles(try TileMapOption(word))
      } else if word.hasSuffix(".pbf") {
        kind = .streets(try StreetData(path: word))
      } else {
        throw GeoError(
          .usage,
          "is not a base map (expected none, world, a file .osm.pbf, .mbtiles or .pmtiles, or "
            + "https://…/{z}/{x}/{y}.png)", at: word)
      }
    }
  }
}
