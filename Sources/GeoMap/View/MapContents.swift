public import GeoCore

/// What is on a map, as data for a view outside: read without asking the delegate, so that reading changes nothing.
public struct MapContents {
  /// An annotation.
  public struct Pin: Hashable {
    public let coordinate: CLLocationCoordinate2D
    public let title: String?
    public let subtitle: String?
    /// The color of its view; nil for a view of another class, and while it has none.
    public let color: UIColor?
    public let glyph: String?
    /// Whether the map shows its callout.
    public let hasCallout: Bool
    public let isUser: Bool
  }

  /// An overlay.
  public struct Shape {
    public enum Geometry {
      /// Lines and rings on the map; across the 180th meridian they extend beyond the world.
      case lines([[MKMapPoint]])
      /// Polygons, each of an outline and its holes.
      case areas([[[MKMapPoint]]])
      case circle(CLLocationCoordinate2D, radius: CLLocationDistance)
      /// What only its renderer knows.
      case drawing(MKMapRect)
    }

    public let geometry: Geometry
    public let title: String?
    /// Nil as long as the overlay was never in sight, and if the delegate gave none.
    public let style: Style?
  }

  /// How the renderer of an overlay draws it.
  ///
  /// - Units: points of the screen.
  public struct Style: Hashable {
    public var fill: UIColor?
    public var stroke: UIColor?
    public var width = 0.0
    public var alpha = 1.0
  }

  public let pins: [Pin]
  public let shapes: [Shape]
  /// The corners of the visible area, clockwise from the upper left one.
  public let corners: [MKMapPoint]
}

extension MKMapView {
  /// A number that changes with the contents, in this process: it takes less time than they do.
  public func contentsHash(most: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(viewport)
    hasher.combine(annotationCount)
    var count = 0
    for case let entry? in annotationList.entries where count < most {
      count += 1
      guard entry.view == nil else {
        hasher.combine(pin(entry.annotation, entry.view))
        continue
      }
      hasher.combine(ObjectIdentifier(entry.annotation))
      hasher.combine(entry.annotation.coordinate)
      hasher.combine(entry.annotation.title)
      hasher.combine(entry.annotation.subtitle)
    }
    let overlays = overlayList.overlays
    hasher.combine(overlays.count)
    // Shapes do not change.
    for overlay in overlays.prefix(most) {
      hasher.combine(ObjectIdentifier(overlay))
      hasher.combine(overlay.title)
      guard let entry = overlayList[overlay] else { continue }
      hasher.combine(entry.boundingMapRect)
      hasher.combine(entry.renderer.map { style($0) })
    }
    return hasher.finalize()
  }

  /// What is on the map; `most` annotations and overlays at most.
  public func contents(most: Int) -> MapContents {
    var pins: [MapContents.Pin] = []
    for case let entry? in annotationList.entries where pins.count < most {
      pins.append(pin(entry.annotation, entry.view))
    }
    let shapes = overlayList.overlays.prefix(most).map { overlay in
      MapContents.Shape(
        geometry: MapContents.geometry(overlay), title: overlay.title,
        style: overlayList[overlay]?.renderer.map { style($0) })
    }
    let (width, height) = (viewport.size.width, viewport.size.height)
    let corners = [(0, 0), (width, 0), (width, height), (0, height)].map {
      viewport.mapPoint(for: CGPoint(x: $0.0, y: $0.1))
    }
    return MapContents(pins: pins, shapes: shapes, corners: corners)
  }

  private func pin(_ annotation: any MKAnnotation, _ view: MKAnnotationView?) -> MapContents.Pin {
    let marker = view as? MKMarkerAnnotationView
    let callout = callout.flatMap { $0.annotationView.annotation === annotation ? $0 : nil }
    return MapContents.Pin(
      coordinate: annotation.coordinate, title: annotation.title, subtitle: annotation.subtitle,
      color: marker?.balloonColor ?? (view as? MKPinAnnotationView)?.pinTintColor, glyph: marker?.glyphText,
      hasCallout: callout != nil, isUser: annotation is MKUserLocation)
  }

  private func style(_ renderer: MKOverlayRenderer) -> MapContents.Style {
    var style = MapContents.Style()
    style.alpha = renderer.alpha
    guard let path = renderer as? MKOverlayPathRenderer else { return style }
    (style.fill, style.stroke) = (path.fillColor, path.strokeColor)
    style.width =
      path.lineWidth > 0 ? path.lineWidth : MKRoadWidthAtZoomScale(zoomScale) * zoomScale
    return style
  }

  /// Whether overlays in sight have renderers that draw what no shape says: those of a script's class, and tiles.
  public var hasDrawings: Bool { !drawings(scene).isEmpty }

  private func drawings(_ scene: MapScene) -> [MKOverlayRenderer] {
    visibleRenderers(scene).filter {
      $0.alpha > 0 && ($0.isDrawnInTiles || !($0 is MKOverlayPathRenderer))
    }
  }

  /// Draws these renderers alone, at the origin of the context.
  public func drawDrawings(in context: CGContext) {
    var scene = scene
    scene.contentScale = context.canvas.scale
    for renderer in drawings(scene) { report { try renderer.render(scene, in: context) } }
  }
}

extension MapContents {
  fileprivate static func geometry(_ overlay: any MKOverlay) -> Shape.Geometry {
    switch overlay {
    case let line as MKPolyline: .lines([line.points])
    case let lines as MKMultiPolyline: .lines(lines.polylines.map(\.points))
    case let area as MKPolygon: .areas([area.rings])
    case let areas as MKMultiPolygon: .areas(areas.polygons.map(\.rings))
    case let circle as MKCircle: .circle(circle.coordinate, radius: circle.radius)
    default: .drawing(overlay.boundingMapRect)
    }
  }
}
