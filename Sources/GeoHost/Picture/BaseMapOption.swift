public import Geo
import GeoRender

extension PictureOptions.BaseMapSource {
  /// What a word of the command line means. A file of streets is read here, once for all threads.
  ///
  /// - Errors: ``GeoError``: `usage` for a word that names no base map, `noInput` for a file that is not there, `data` for
  ///   one that cannot be drawn.
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
