import Geo
import GeoDelivery
import GeoFeeds
import GeoFormats
import Glibc

/// The parts of the map around the places in files.
struct TileSurroundings {
  /// - Units: meters.
  let margin: Double
  /// Lines for the user.
  private(set) var notes: [String] = []
  private var squares: Set<Square> = []

  init(margin: Double) { self.margin = margin }

  /// A part of the map with its edges on a grid, so that neighboring fixes of a long track share one.
  private struct Square: Hashable {
    /// In steps of the grid.
    let left, top, right, bottom: Int
    /// - Units: map points.
    let step: Double

    init(around point: MKMapPoint, reach: Double) {
      step = exp2(log2(max(reach / 4, 1)).rounded(.down))
      left = Int(((point.x - reach) / step).rounded(.down))
      right = Int(((point.x + reach) / step).rounded(.up))
      top = Int(((point.y - reach) / step).rounded(.down))
      bottom = Int(((point.y + reach) / step).rounded(.up))
    }

    var rect: MKMapRect {
      MKMapRect(
        x: Double(left) * step, y: Double(top) * step, width: Double(right - left) * step,
        height: Double(bottom - top) * step)
    }
  }

  var parts: [MKMapRect] { squares.map(\.rect) }

  /// Adds what is around the fixes or shapes of a file.
  ///
  /// - Errors: ``GeoError`` of ``ShapeFile`` and ``FileFeed``; `data` for a file without a place.
  mutating func read(_ path: String, _ privacy: PrivacyZones?) throws(GeoError) {
    var places = 0
    if path != "-" { try MissingFile.check(path, "file", endings: FileForm.endings.map(\.ending)) }
    switch try ShapeFile.read(path) {
    case .shapes(let shapes, let skips):
      for shape in (privacy?.masked(shapes) ?? shapes).flatMap(\.shapes) {
        for place in TileSurroundings.places(of: shape) { add(place, &places) }
      }
      explain(skips)
    case .events:
      let source = try FileFeed.open(path, directory: DeviceDirectory())
      try source.forEachEvent { event in
        guard case .location(let fix) = event.payload, fix.horizontalAccuracy >= 0 else { return }
        add(privacy?.shown(fix.coordinate) ?? fix.coordinate, &places)
      }
      explain(source.skips)
    }
    guard places > 0 else { throw GeoError(.data, "contains no place", at: path) }
  }

  private mutating func explain(_ skips: SkipCounts) {
    notes += skips.warnings
  }

  private mutating func add(_ place: CLLocationCoordinate2D, _ count: inout Int) {
    guard CLLocationCoordinate2DIsValid(place) else { return }
    count += 1
    let reach = margin * MKMapPointsPerMeterAtLatitude(place.latitude)
    squares.insert(Square(around: MKMapPointForCoordinate(place), reach: reach))
  }

  /// The corners of a shape.
  private static func places(of shape: MKShape) -> [CLLocationCoordinate2D] {
    switch shape {
    case let points as MKMultiPoint: points.coordinates
    case let lines as MKMultiPolyline: lines.polylines.flatMap(\.coordinates)
    case let areas as MKMultiPolygon: areas.polygons.flatMap(\.coordinates)
    default: [shape.coordinate]
    }
  }
}
