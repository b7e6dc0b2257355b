/// A map as a view without a screen: what it shows, what lies on it, and whom it tells.
///
/// It paints nothing by itself. What scripts do to it holds at once; its delegate is told after the call that caused
/// it has ended.
///
/// Ownership: the device holds a map until it is taken away with `removeFromSuperview`; the map holds its annotations,
/// overlays and their views; the delegate is held weakly.
///
/// - Source: spec MV-1 … MV-29, F-4.
public final class MKMapView: UIView {
  /// The phone it is on, nil when that is gone.
  public private(set) weak var device: Device?
  /// Counts the maps of a device from 1, in the order of creation.
  public private(set) var number = 0

  /// Who is told; held weakly.
  public weak var delegate: (any MKMapViewDelegate)?
  /// Whatever its owner wants to keep as long as it lives, such as the Lua side's delegate.
  public var attachment: AnyObject?

  /// Whether it reads as it was before a change that its delegate is hearing of.
  var isReadingPast: Bool { past != nil }

  /// What it shows.
  var viewport: Viewport {
    get { past ?? model }
    set { model = newValue }
  }
  private var model = Viewport() {
    didSet { if model != oldValue { onViewportChange() } }
  }
  /// What the map reads as while its delegate hears that this is about to change.
  private var past: Viewport?
  /// Whether annotations or overlays wait for their views and renderers.
  var needsLayout = false
  /// Whether a layout pass has something to do.
  var isUnsettled: Bool { needsLayout || treeNeedsLayout }
  public let userLocation = MKUserLocation()

  var annotationList = AnnotationList()
  /// What their views lie in.
  let annotationLayer: AnnotationLayer
  var viewPool = AnnotationViewPool()
  /// Views whose annotations have left the map, or sight, since the last layout pass.
  var leavingViews: [MKAnnotationView] = []
  var clusters: [Cluster] = []
  var selection: AnnotationSelection?
  /// The bubble over the selected annotation, while it shows.
  public internal(set) var callout: Callout?
  /// What a finger holds.
  var draggedView: MKAnnotationView?
  var isLayingOutAnnotations = false

  public init(frame: CGRect? = nil, device: Device) {
    self.device = device
    let frame = frame ?? CGRect(x: 0, y: 0, width: 800, height: 600)
    annotationLayer = AnnotationLayer(frame: CGRect(origin: .zero, size: frame.size))
    super.init(frame: frame)
    annotationLayer.superview = self
    subviews = [annotationLayer]
    number = device.madeScreen.add(self)
  }

  deinit { leaveAnnotations() }

  /// Called when another part of the map comes into view: views and renderers must follow.
  func onViewportChange() { needsLayout = true }

  /// Screen points per map point.
  var zoomScale: MKZoomScale { viewport.zoomScale }

  /// The part of the map that is seen, in map points: the smallest upright rect around it where the map is turned.
  ///
  /// Across the 180th meridian it reaches beyond the world.
  public var visibleMapRect: MKMapRect { viewport.visibleRect }

  /// Where a place appears in the map's own coordinates: of its copies around the world the one nearest the middle.
  func point(for mapPoint: MKMapPoint) -> CGPoint { viewport.point(for: mapPoint) }

  /// What a point in the map's own coordinates shows; across the 180th meridian x lies beyond the world.
  func mapPoint(for point: CGPoint) -> MKMapPoint { viewport.mapPoint(for: point) }

  /// Queues a call for when the outermost callback has returned.
  func queue(_ call: MapCall) { device?.screen?.queue(call, of: self) }

  /// Gives views to annotations and renderers to overlays that have come into sight, and takes away what left it.
  func layoutIfNeeded() {
    if needsLayout {
      needsLayout = false
      layoutAnnotations()
      layoutOverlays()
    }
    layoutTree { device?.onError?($0) }
  }

  /// Runs `body` with the map as `viewport` shows it; a change made meanwhile stays.
  func reading(_ before: Viewport, _ body: () throws -> Void) rethrows {
    past = before
    defer { past = nil }
    try body()
  }
}
