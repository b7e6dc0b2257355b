import ArgumentParser
import Geo
import GeoHost

/// The options of `geoscript run` that ask for pictures.
struct RunPictures: OptionTable {
  var path: String?
  var interval: Double?
  var mapSize: MapSize?
  var style = PictureStyleOptions()

  static func declare(_ o: inout OptionRows<Self>) {
    o.option(
      "map", \.path,
      """
      Draw the script's maps to a .png, .svg or .pdf file, or a map of tracks, regions and alerts if it has none. \
      The name may hold {device}, {map} and {n}.
      """, value: "file", completion: .file(extensions: ["png", "svg", "pdf"]))
    o.option(
      "map-every", \.interval,
      "Write a numbered picture each time this many seconds of device time have passed, instead of one at the end.",
      value: "s",
      by: Seconds.value)
    o.option(
      "map-size", \.mapSize,
      "Size, in points, of a map that the script makes without a frame. (default: the profile's screen)",
      value: "WxH",
      by: MapSize.init)
    o.group("style", \.style)
  }

  func validate() throws {
    if let interval, !(interval >= 0.001 && interval.isFinite) {
      throw ValidationError("--map-every must be 0.001 or more, got \(interval)")
    }
    guard path == nil, let option = interval != nil ? "--map-every" : style.given else { return }
    throw ValidationError("\(option) needs --map: it is about the pictures that it makes")
  }

  func options() throws(GeoError) -> PictureOptions? {
    guard let path else { return nil }
    var options = try style.options(path)
    options.interval = interval
    return options
  }
}
