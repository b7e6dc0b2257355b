import ArgumentParser
import Geo
public import GeoHost

/// The options for the look of pictures, shared by all commands that draw.
struct PictureStyleOptions: OptionTable {
  var mapScale: Int?
  var mapStyle: PictureOptions.Style?
  var basemap: String?
  var mapWait: Double?

  static func declare(_ o: inout OptionRows<Self>) {
    o.option("map-scale", \.mapScale, "Pixels per point of a PNG: 1, 2 or 3.", value: "n")
    o.option("map-style", \.mapStyle, "Colors of the base map.", value: "light|dark")
    o.option(
      "basemap", \.basemap,
      """
      The map under the overlays, and under a page: none, world, an .osm.pbf, .mbtiles or .pmtiles file, or \
      https://…/{z}/{x}/{y}.png. (default: a map of geoscript basemap, else a map of the world)
      """, value: "none|world|file|url", completion: .file(extensions: ["mbtiles", "pmtiles", "pbf"]))
    o.option(
      "map-wait", \.mapWait,
      "How many seconds a picture waits, at most, for tiles and scripts. (default: 10)",
      value: "s", by: Seconds.value)
  }

  func validate() throws {
    if let mapScale, !(1...3).contains(mapScale) {
      throw ValidationError("--map-scale must be 1, 2 or 3, got \(mapScale)")
    }
    if let mapWait, !(mapWait >= 0 && mapWait <= 86_400) {
      throw ValidationError("--map-wait must be 0 to 86400, got \(mapWait)")
    }
  }

  /// The first of these options that was given and is about pictures alone; `--basemap` may be for a page.
  var given: String? {
    if mapScale != nil { return "--map-scale" }
    if mapStyle != nil { return "--map-style" }
    return mapWait != nil ? "--map-wait" : nil
  }

  /// The map of a page.
  ///
  /// - Parameters:
  ///   - page: the page of the run; nil without one.
  ///   - hasPictures: whether the run makes pictures, too.
  /// - Errors: ``GeoError``: `usage` for an option that is about nothing, and those of the map.
  func baseMap(for page: PageOptions?, hasPictures: Bool) throws(GeoError) -> PictureOptions.BaseMapSource {
    guard let basemap else { return .shelf }
    if page != nil { return try PictureOptions.BaseMapSource(basemap) }
    guard hasPictures else {
      throw GeoError(.usage, "--basemap needs --map or --page: it is the map under pictures and pages")
    }
    return .shelf
  }

  /// The options of pictures with that name.
  func options(_ path: String) throws(GeoError) -> PictureOptions {
    var options = PictureOptions(name: try PictureName(path))
    options.scale = Double(mapScale ?? 1)
    if let mapStyle { options.style = mapStyle }
    if let mapWait { options.patience = mapWait }
    if let basemap { options.baseMap = try PictureOptions.BaseMapSource(basemap) }
    return options
  }
}

extension PictureOptions.Style: WordChoice {}
