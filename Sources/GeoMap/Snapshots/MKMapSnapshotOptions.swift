/// The content and the size of a snapshot.
///
/// The last assigned of `region`, `mapRect` and `camera` applies. A snapshot shows exactly that area as large
/// as possible, at any zoom level. Without one of them it shows the area of ``mapView``, or else the world.
///
/// - Source: Apple's reference of `MKMapSnapshotOptions`; ``mapView`` is ours.
public final class MKMapSnapshotOptions {
  public var mapType = MKMapType.standard
  public var showsPointsOfInterest = true
  public var showsBuildings = true
  /// See ``MKMapView/pointOfInterestFilter``.
  public var pointOfInterestFilter: MKPointOfInterestFilter?
  /// - Units: points.
  public var size = CGSize(width: 256, height: 256)
  /// Pixels per point.
  public var scale = 1.0
  /// The pixels of a snapshot; small ones count as 250,000, because much of the work does not depend on the size.
  var cost: Double {
    let pixels = size.width * size.height * scale * scale
    return pixels > 250_000 ? pixels : 250_000
  }
  /// The map whose overlays and annotations are drawn as well; held weakly, because its screen owns it.
  public weak var mapView: MKMapView?
  private var area = Area.unknown

  private enum Area {
    case unknown
    case region(MKCoordinateRegion)
    case mapRect(MKMapRect)
    case camera(MKMapCamera)
  }

  /// The allowed pixels per point of a snapshot.
  public static let scales = 1.0...3.0

  public init() {}

  /// The area to show.
  public var region: MKCoordinateRegion {
    get {
      if case .region(let region) = area { return region }
      return MKCoordinateRegionForMapRect(mapRect)
    }
    set { area = .region(newValue) }
  }

  /// The area to show, in map points.
  public var mapRect: MKMapRect {
    get {
      switch area {
      case .region(let region): MKMapRectForCoordinateRegion(region)
      case .mapRect(let rect): rect
      default: viewport.visibleRect
      }
    }
    set { area = .mapRect(newValue) }
  }

  /// A copy of the camera.
  public var camera: MKMapCamera {
    get {
      if case .camera(let camera) = area { return camera.copy() }
      return MKMapCamera(viewport, pitch: 0)
    }
    set { area = .camera(newValue.copy()) }
  }

  /// The visible area of the snapshot.
  var viewport: Viewport {
    let blank = Viewport(size: size)
    switch area {
    case .region(let region): return region.showableRect.map { blank.showing($0, snaps: false) } ?? blank
    case .mapRect(let rect): return rect.isShowable ? blank.showing(rect, snaps: false) : blank
    case .camera(let camera): return blank.seen(from: camera, snaps: false)
    case .unknown:
      guard var shown = mapView?.viewport else { return blank }
      guard shown.size != size else { return shown }
      let rect = shown.visibleRect
      shown.size = size
      return shown.showing(rect, snaps: false)
    }
  }

  /// What is wrong with the options; nil if nothing is.
  var flaw: String? {
    if !MKMapSnapshotOptions.scales.contains(scale) {
      return "scale must be a number from 1 to 3, got \(scale)"
    }
    switch area {
    case .region(let region) where !region.isShowable: return "its region is not on the earth"
    case .mapRect(let rect) where !rect.isShowable: return "its mapRect has a number that is infinite or NaN"
    case .camera(let camera) where !camera.isUsable: return "its camera's center is not on the earth"
    default: return nil
    }
  }

  /// An independent copy: later changes of one do not affect the other.
  func copy() -> MKMapSnapshotOptions {
    let copy = MKMapSnapshotOptions()
    copy.mapType = mapType
    copy.pointOfInterestFilter = pointOfInterestFilter
    copy.showsPointsOfInterest = showsPointsOfInterest
    copy.showsBuildings = showsBuildings
    copy.size = size
    copy.scale = scale
    copy.mapView = mapView
    copy.area = area
    return copy
  }
}
