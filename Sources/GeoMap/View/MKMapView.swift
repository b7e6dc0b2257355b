public import GeoLocation

/// A headless map view: visible region, annotations, overlays, delegate.
///
/// It paints nothing by itself. A script's changes take effect at once; its delegate is called after the call
/// that caused them has ended.
///
/// Ownership: the device holds a map until `removeFromSuperview`; the map holds its annotations, overlays and
/// their views; the delegate is held weakly.
///
/// - Source: MV-1 … MV-41, F-4.
public final class MKMapView: UIView {
  /// The device of the map; nil after it was freed.
  public private(set) weak var device: Device?
  /// Counts the maps of a device from 1, in the order of creation.
  public private(set) var number = 0

  /// The receiver of callbacks; held weakly. A new one is asked for renderers that were never requested.
  public weak var delegate: (any MKMapViewDelegate)? {
    didSet { needsLayout = true }
  }
  /// Any object that should live as long as the map, such as the Lua side's delegate.
  public var attachment: AnyObject?

  /// Whether it reads as before a change of which its delegate is being notified.
  var isReadingPast: Bool { past != nil }

  /// The visible area.
  var viewport: Viewport {
    get { past ?? model }
    set { model = newValue }
  }
  private var model: Viewport {
    didSet { if model != oldValue { onViewportChange() } }
  }
  /// The area to read while the delegate is notified of an upcoming change.
  var past: Viewport?
  /// Changes requested meanwhile.
  var postponed: [(animated: Bool, edit: (Viewport) -> Viewport)] = []
  /// The end of the running animated change.
  var animation: DeviceTimer?
  /// Whether only whole levels are shown. An extension: map engines after the guide zoom continuously.
  public var zoomSnapping = true
  /// Its tilt; see ``MKMapCamera/pitch``.
  var pitch = 0.0

  public var mapType = MKMapType.standard
  /// What a map of roads keeps of its configuration.
  var standardElevation = MKMapElevationStyle.flat
  var zoomRange = MKMapCameraZoomRange.all
  var boundary: MKMapCameraBoundary?
  // The allowed gestures.
  public var zoomEnabled = true
  public var scrollEnabled = true
  public var rotateEnabled = true
  public var pitchEnabled = true
  // What is drawn beside the map itself.
  public var showsCompass = true
  public var showsScale = false
  /// Whether meridians and parallels are drawn (an extension).
  public var showsGraticule = false
  public var showsTraffic = false
  public var showsBuildings = true
  public var showsPointsOfInterest = true
  /// Which points of interest to show; nil for all. Stored: the base map has none.
  ///
  /// - Source: MV-42.
  public var pointOfInterestFilter: MKPointOfInterestFilter?

  /// Whether annotations or overlays wait for their views and renderers.
  var needsLayout = true
  /// Whether nothing has been shown or changed yet: another size then still shows the world as far as it
  /// fits.
  var isFresh = true
  /// Whether the visible area differs from the last layout.
  private var showsNewArea = true
  /// Whether a layout pass has something to do.
  var isUnsettled: Bool { needsLayout || treeNeedsLayout || loading.isDue }
  /// The user's location; the object always exists, its location may be unknown.
  public let userLocation = MKUserLocation()
  /// Locates the user; nil while that is not needed.
  var locator: UserLocator?
  var tracking = UserTracking()

  var annotationList = AnnotationList()
  /// The container of annotation views.
  let annotationLayer: AnnotationLayer
  var viewPool = AnnotationViewPool()
  /// Views whose annotations have left the map, or sight, since the last layout pass.
  var leavingViews: [MKAnnotationView] = []
  var clusters: [Cluster] = []
  var selection: AnnotationSelection?
  /// The bubble over the selected annotation, while visible.
  public internal(set) var callout: Callout?
  /// The ongoing drag.
  var drag: AnnotationDrag?
  var isLayingOutAnnotations = false
  /// Whether it temporarily shows another area for a snapshot.
  var isLent = false
  /// The cache of pins.
  var sprites = SpriteCache()

  var overlayList = OverlayList()
  /// The state of reports about loading tiles.
  var loading = MapLoading()

  /// Called when the map leaves the screen, so that it can be released.
  public var onLeave: (() -> Void)?

  /// Creates a map on the device's screen; without a frame it covers the screen.
  public convenience init(frame: CGRect? = nil, device: Device) {
    self.init(frame, device)
    number = device.screen.add(self)
  }

  /// Creates a map that is on no screen.
  init(_ frame: CGRect?, _ device: Device) {
    self.device = device
    let frame = frame ?? CGRect(origin: .zero, size: device.screen.size)
    model = Viewport(size: frame.size.possible)
    annotationLayer = AnnotationLayer(frame: CGRect(origin: .zero, size: frame.size))
    super.init(frame: frame)
    annotationLayer.superview = self
    subviews = [annotationLayer]
  }

  deinit { leaveAnnotations() }

  /// The rectangle that it covers, in its own coordinates; another size keeps the center and the level.
  public override var bounds: CGRect {
    didSet {
      let size = bounds.size.possible
      guard size != model.size else { return }
      // `MKMapView.new{frame = …}` does not count as a change.
      guard !isFresh else { return model = Viewport(size: size) }
      let snaps = zoomSnapping
      change(animated: false) { $0.resized(to: size, snaps: snaps) }
    }
  }

  /// Removes it from the screen permanently: its device forgets it, and its delegate gets no more calls.
  public override func removeFromSuperview() {
    super.removeFromSuperview()
    device?.madeScreen?.remove(self)
    leaveScreen()
    onLeave?()
    onLeave = nil
  }

  /// The device no longer shows it.
  func leaveScreen() {
    animation?.cancel()
    animation = nil
    endLocating()
    device = nil
  }

  /// Called when the visible area changes: views and renderers must follow.
  func onViewportChange() {
    needsLayout = true
    showsNewArea = true
  }

  /// Screen points per map point.
  var zoomScale: MKZoomScale { viewport.zoomScale }

  /// The point of a place in the map's own coordinates: of its copies around the world, the one nearest to
  /// the middle.
  func point(for mapPoint: MKMapPoint) -> CGPoint { viewport.point(for: mapPoint) }

  /// The place at a point in the map's own coordinates; across the 180th meridian x is beyond the world.
  func mapPoint(for point: CGPoint) -> MKMapPoint { viewport.mapPoint(for: point) }

  /// Queues a call for the time when the outermost callback has returned.
  func queue(_ call: MapDelegateCall) { device?.madeScreen?.queue(call, of: self) }

  /// Gives views to annotations and renderers to overlays that have come into sight, and removes those that
  /// left it.
  func layoutIfNeeded() {
    isFresh = false
    if needsLayout {
      needsLayout = false
      layoutAnnotations()
      layoutOverlays()
    }
    layoutTree { device?.hooks.onError?($0) }
    if showsNewArea || loading.isWanted { startLoading() }
    if loading.isDue { finishLoading() }
    guard showsNewArea else { return }
    showsNewArea = false
    guard let delegate else { return }
    if delegate.implements(.mapViewWillStartRenderingMap) { queue(.startRendering) }
    if delegate.implements(.mapViewDidFinishRenderingMap) {
      queue(.finishRendering(fully: !loading.isUnderWay && !loading.hasFailed))
    }
  }
}

extension CGSize {
  /// The size with valid sides: a side that is negative, infinite or NaN becomes 0.
  fileprivate var possible: CGSize {
    CGSize(width: width.isFinite ? max(0, width) : 0, height: height.isFinite ? max(0, height) : 0)
  }
}
