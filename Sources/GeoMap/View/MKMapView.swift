public import GeoLocation

/// A map as a view without a screen: what it shows, what lies on it, and whom it tells.
///
/// It paints nothing by itself. What scripts do to it holds at once; its delegate is told after the call that caused
/// it has ended.
///
/// Ownership: the device holds a map until it is taken away with `removeFromSuperview`; the map holds its annotations,
/// overlays and their views; the delegate is held weakly.
///
/// - Source: MV-1 … MV-39, F-4.
public final class MKMapView: UIView {
  /// The phone it is on, nil when that is gone.
  public private(set) weak var device: Device?
  /// Counts the maps of a device from 1, in the order of creation.
  public private(set) var number = 0

  /// Who is told; held weakly. A new one is asked for the renderers that nobody was asked for.
  public weak var delegate: (any MKMapViewDelegate)? {
    didSet { needsLayout = true }
  }
  /// Whatever its owner wants to keep as long as it lives, such as the Lua side's delegate.
  public var attachment: AnyObject?

  /// Whether it reads as it was before a change that its delegate is hearing of.
  var isReadingPast: Bool { past != nil }

  /// What it shows.
  var viewport: Viewport {
    get { past ?? model }
    set { model = newValue }
  }
  private var model: Viewport {
    didSet { if model != oldValue { onViewportChange() } }
  }
  /// What the map reads as while its delegate hears that this is about to change.
  var past: Viewport?
  /// Changes asked for in the meantime.
  var postponed: [(animated: Bool, edit: (Viewport) -> Viewport)] = []
  /// The end of the animated change that runs.
  var animation: DeviceTimer?
  /// Whether only whole levels are shown. Ours: map engines after the guide zoom continuously.
  public var zoomSnapping = true
  /// How much it is tilted; see ``MKMapCamera/pitch``.
  var pitch = 0.0

  public var mapType = MKMapType.standard
  // What the user's hand may do.
  public var zoomEnabled = true
  public var scrollEnabled = true
  public var rotateEnabled = true
  public var pitchEnabled = true
  // What is drawn beside the map itself.
  public var showsCompass = true
  public var showsScale = false
  /// Whether meridians and parallels are drawn (ours).
  public var showsGraticule = false
  public var showsTraffic = false
  public var showsBuildings = true
  public var showsPointsOfInterest = true

  /// Whether annotations or overlays wait for their views and renderers.
  var needsLayout = true
  /// Whether nothing has been shown or changed yet: another size still shows the world as far as it fits.
  var isFresh = true
  /// Whether another area than the last one laid out is seen.
  private var showsNewArea = true
  /// Whether a layout pass has something to do.
  var isUnsettled: Bool { needsLayout || treeNeedsLayout || loading.isDue }
  /// Where the user is; always there, while its location may not be.
  public let userLocation = MKUserLocation()
  /// Finds the user, nil while nobody wants to know.
  var locator: UserLocator?
  var tracking = UserTracking()

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
  var drag: AnnotationDrag?
  var isLayingOutAnnotations = false
  /// Whether it shows another area for the moment of a snapshot.
  var isLent = false
  /// What pins are drawn with.
  var sprites = SpriteCache()

  var overlayList = OverlayList()
  /// What is told of tiles that are loaded for it.
  var loading = MapLoading()

  /// Called when the map leaves the screen, so that nobody need hold it any more.
  public var onLeave: (() -> Void)?

  /// Makes a map on the device's screen; without a frame it covers it.
  public convenience init(frame: CGRect? = nil, device: Device) {
    self.init(frame, device)
    number = device.screen.add(self)
  }

  /// Makes a map that is on no screen.
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

  /// The rectangle that it covers, in its own coordinates; another size keeps the middle and the level.
  public override var bounds: CGRect {
    didSet {
      let size = bounds.size.possible
      guard size != model.size else { return }
      // What `MKMapView.new{frame = …}` does is no change.
      guard !isFresh else { return model = Viewport(size: size) }
      let snaps = zoomSnapping
      change(animated: false) { $0.resized(to: size, snaps: snaps) }
    }
  }

  /// Takes it off the screen for good: its device forgets it, and its delegate hears no more.
  public override func removeFromSuperview() {
    super.removeFromSuperview()
    device?.madeScreen?.remove(self)
    leaveScreen()
    onLeave?()
    onLeave = nil
  }

  /// The device does not show it any more.
  func leaveScreen() {
    animation?.cancel()
    animation = nil
    endLocating()
    device = nil
  }

  /// Called when another part of the map comes into view: views and renderers must follow.
  func onViewportChange() {
    needsLayout = true
    showsNewArea = true
  }

  /// Screen points per map point.
  var zoomScale: MKZoomScale { viewport.zoomScale }

  /// Where a place appears in the map's own coordinates: of its copies around the world the one nearest the middle.
  func point(for mapPoint: MKMapPoint) -> CGPoint { viewport.point(for: mapPoint) }

  /// What a point in the map's own coordinates shows; across the 180th meridian x lies beyond the world.
  func mapPoint(for point: CGPoint) -> MKMapPoint { viewport.mapPoint(for: point) }

  /// Queues a call for when the outermost callback has returned.
  func queue(_ call: MapDelegateCall) { device?.madeScreen?.queue(call, of: self) }

  /// Gives views to annotations and renderers to overlays that have come into sight, and takes away what left it.
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
  /// The size as far as a view can have it: a side that is negative, infinite or no number is 0.
  fileprivate var possible: CGSize {
    CGSize(width: width.isFinite ? max(0, width) : 0, height: height.isFinite ? max(0, height) : 0)
  }
}
