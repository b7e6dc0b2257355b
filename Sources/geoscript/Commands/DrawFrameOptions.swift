import ArgumentParser
import Geo
import GeoHost

/// What `geoscript draw` shows, and what it writes over it.
struct DrawFrameOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Middle of the picture. (default: that of the contents)", valueName: "lat,lon"),
    transform: MapPlace.init)
  var center: MapPlace?

  @Option(
    help: ArgumentHelp(
      "Level of zoom, 0 to 21. (default: one that shows everything; 13 for --center without files)",
      valueName: "level"))
  var zoom: Double?

  @Option(
    help: ArgumentHelp(
      "Show this part of the map, instead of the contents.", valueName: "west,south,east,north"),
    transform: MapBounds.init)
  var bbox: MapBounds?

  @Option(help: ArgumentHelp("Title over the map.", valueName: "text"))
  var title = ""

  @Flag(help: "Name files and devices by their colors.")
  var legend = false

  func validate() throws {
    if let zoom, !(0...21).contains(zoom) { throw ValidationError("--zoom must be 0 to 21, got \(zoom)") }
    guard bbox == nil || (center == nil && zoom == nil) else {
      throw ValidationError("--bbox and --center or --zoom both choose the part of the map: give one of them")
    }
  }

  var frame: DrawingFrame {
    var frame = DrawingFrame()
    frame.center = center?.coordinate
    frame.level = zoom
    frame.rect = bbox?.rect
    frame.title = title
    frame.hasLegend = legend
    return frame
  }
}

/// A place as a word of the command line: `47.37,8.54`.
struct MapPlace {
  let coordinate: CLLocationCoordinate2D

  /// - Errors: ``ValidationError`` unless it is a latitude and a longitude.
  init(_ argument: String) throws {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
    guard numbers.count == 2, argument.filter({ $0 == "," }).count == 1, abs(numbers[0]) <= 90,
      abs(numbers[1]) <= 180
    else { throw ValidationError("expected latitude and longitude in degrees, as 47.37,8.54") }
    coordinate = CLLocationCoordinate2D(latitude: numbers[0], longitude: numbers[1])
    guard !coordinate.isBeyondMap else {
      throw ValidationError("the map ends at latitude ±85.05: give a latitude between −85.05 and 85.05")
    }
  }
}

/// A part of the map as a word of the command line, in the order of GeoJSON: `8.4,47.3,8.7,47.5`.
///
/// - Source: RFC 7946, section 5; the west is greater than the east across the 180th meridian.
struct MapBounds {
  let rect: MKMapRect

  /// - Errors: ``ValidationError`` unless it is such a part.
  init(_ argument: String) throws {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
    guard numbers.count == 4, argument.filter({ $0 == "," }).count == 3, abs(numbers[0]) <= 180,
      abs(numbers[2]) <= 180, numbers[0] != numbers[2], numbers[1] < numbers[3], abs(numbers[1]) <= 90,
      abs(numbers[3]) <= 90
    else {
      throw ValidationError("expected west, south, east and north in degrees, as 8.4,47.3,8.7,47.5")
    }
    func point(_ latitude: Double, _ longitude: Double) -> MKMapPoint {
      MKMapPointForCoordinate(CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
    }
    let (low, high) = (point(numbers[3], numbers[0]), point(numbers[1], numbers[2]))
    let width = high.x - low.x
    rect = MKMapRect(
      x: low.x, y: low.y, width: width > 0 ? width : width + MKMapSizeWorld.width, height: high.y - low.y)
  }
}
