import Geo
import GeoDelivery

/// A map that the host itself draws, on its own device, with the same classes as a script.
final class HostMap: MKMapViewDelegate {
  let map: MKMapView
  let palette: Palette
  /// The tiles that the map waits for.
  let tiles: TileFetchQueue
  private let device: Device
  private var styles: [ObjectIdentifier: LineStyle] = [:]
  /// Why something could not be drawn; each reason once.
  private(set) var faults: [String] = []
  /// Whether tiles of the base map are missing.
  private(set) var lacksTiles = false

  /// The style of an overlay.
  struct LineStyle {
    var stroke: UIColor?
    var fill: UIColor?
    /// - Units: points.
    var width = 2.0
    var dashes: [Double]?
  }

  init(size: CGSize, renderer: PictureRenderer, fetcher: TileFetcher) {
    palette = Palette(renderer.options.style)
    device = Device(id: DeviceID(index: 0), name: "picture")
    tiles = TileFetchQueue(fetcher)
    renderer.equip(device.screen, tiles)
    map = MKMapView(frame: CGRect(origin: .zero, size: size), device: device)
    map.zoomSnapping = false
    map.showsScale = true
    map.delegate = self
    device.hooks.onError = { [unowned self] error in add("\(error)") }
  }

  private func add(_ fault: String) { if faults.count < 20, !faults.contains(fault) { faults.append(fault) } }

  func add(_ overlay: any MKOverlay, _ style: LineStyle) {
    guard !overlay.boundingMapRect.isNull else { return }
    styles[ObjectIdentifier(overlay)] = style
    map.addOverlay(overlay)
  }

  func add(_ mark: Mark) { map.addAnnotation(mark) }

  /// Marks the beginning and the end of a track; if both are one place, the ring lies around the dot.
  func addEnds(of parts: [[CLLocationCoordinate2D]], color: UIColor) {
    guard let first = parts.first?.first, let last = parts.last?.last else { return }
    let (from, to) = (map.convert(first, toPointTo: map), map.convert(last, toPointTo: map))
    let isRound = max(abs(from.x - to.x), abs(from.y - to.y)) < DotView.side / 2
    let side = isRound ? DotView.side + 9 : DotView.side
    add(Mark(isRound ? last : first) { DotView($0, color: color, isRing: true, side: side) })
    guard parts.count > 1 || parts[0].count > 1 else { return }
    add(Mark(last) { DotView($0, color: color, isRing: false) })
  }

  /// Removes everything from the map.
  func clear() {
    map.removeOverlays(map.overlays)
    map.removeAnnotations(map.annotations)
    styles = [:]
  }

  /// Shows a whole rect, with a margin of a tenth of the picture on each side, or the padding if that is
  /// larger.
  func show(_ rect: MKMapRect, padding: UIEdgeInsets = .zero) {
    guard !rect.isNull else { return }
    let (width, height) = (map.bounds.size.width, map.bounds.size.height)
    let insets = UIEdgeInsets(
      top: max(padding.top, height / 10), left: max(padding.left, width / 10),
      bottom: max(padding.bottom, height / 10), right: max(padding.right, width / 10))
    // Around a single place, the map must show enough to recognize it.
    let least = rect.width == 0 && rect.height == 0 ? 2_000.0 : 200
    map.setVisibleMapRect(rect.atLeast(meters: least), edgePadding: insets, animated: false)
  }

  func mapViewDidFailLoadingMap(_ mapView: MKMapView, withError error: NSError) throws {
    lacksTiles = true
    add(error.localizedDescription)
  }

  func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) throws -> MKAnnotationView? {
    guard let mark = annotation as? Mark else { return nil }
    return mark.makeView(mark)
  }

  func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) throws -> MKOverlayRenderer? {
    guard let style = styles[ObjectIdentifier(overlay)] else { return nil }
    let renderer: MKOverlayPathRenderer
    switch overlay {
    case let circle as MKCircle: renderer = MKCircleRenderer(circle: circle)
    case let polygon as MKPolygon: renderer = MKPolygonRenderer(polygon: polygon)
    case let polygons as MKMultiPolygon: renderer = MKMultiPolygonRenderer(multiPolygon: polygons)
    case let line as MKPolyline: renderer = MKPolylineRenderer(polyline: line)
    case let lines as MKMultiPolyline: renderer = MKMultiPolylineRenderer(multiPolyline: lines)
    default: return nil
    }
    renderer.strokeColor = style.stroke
    renderer.fillColor = style.fill
    renderer.lineWidth = style.width
    renderer.lineDashPattern = style.dashes
    return renderer
  }
}

/// An annotation that knows its view.
final class Mark: MKPointAnnotation {
  fileprivate let makeView: (Mark) -> MKAnnotationView

  init(_ coordinate: CLLocationCoordinate2D, makeView: @escaping (Mark) -> MKAnnotationView) {
    self.makeView = makeView
    super.init(coordinate: coordinate)
  }
}

extension MKMapRect {
  /// The rect, or a larger one around its middle: a rect without extent would show nothing.
  func atLeast(meters: CLLocationDistance) -> MKMapRect {
    let middle = MKCoordinateForMapPoint(MKMapPoint(x: midX, y: midY))
    let least = meters * MKMapPointsPerMeterAtLatitude(middle.latitude)
    return insetBy(dx: min(0, (width - least) / 2), dy: min(0, (height - least) / 2))
  }
}
