public import GeoCore

/// The view of an annotation: an image, or the drawing of a subclass.
///
/// A map centers it on the coordinate, moved by ``centerOffset``; its size is the same at every zoom.
///
/// Ownership: the map holds it while its annotation is in sight, and then for reuse.
///
/// - Source: AV-1 … AV-8, F-12.
open class MKAnnotationView: UIView {
  /// The annotation; nil while the view waits for reuse.
  public var annotation: (any MKAnnotation)?
  /// The identifier for reuse; nil if it is not to be reused.
  public let reuseIdentifier: String?
  /// The image it shows; the view takes the size of the image.
  public var image: UIImage? { didSet { imageChanged() } }
  /// The offset of its center from the coordinate.
  ///
  /// - Units: points; y grows downward.
  public var centerOffset = CGPoint.zero { didSet { map?.place(self) } }
  /// The offset of the callout from its place above the middle of the upper edge.
  ///
  /// - Units: points.
  public var calloutOffset = CGPoint.zero { didSet { map?.refreshCallout(of: self) } }
  /// Whether it receives touches.
  public var enabled = true
  public var highlighted = false { didSet { if highlighted != oldValue { setNeedsDisplay() } } }
  /// Whether it is selected; ``setSelected(_:animated:)`` changes it.
  public private(set) var selected = false

  /// Whether selecting it shows a callout, if its annotation has a title.
  public var canShowCallout = false { didSet { map?.refreshCallout(of: self) } }
  public var leftCalloutAccessoryView: UIView? { didSet { map?.refreshCallout(of: self) } }
  public var rightCalloutAccessoryView: UIView? { didSet { map?.refreshCallout(of: self) } }
  /// The view in the callout instead of the subtitle.
  public var detailCalloutAccessoryView: UIView? { didSet { map?.refreshCallout(of: self) } }

  /// Whether the user can drag it, if its annotation can be moved.
  public var draggable = false
  private var state = MKAnnotationViewDragState.none
  /// The drag state to report while the delegate is being notified.
  var reported: MKAnnotationViewDragState?

  /// Views with the same identifier that would overlap are clustered; nil for no clustering.
  public var clusteringIdentifier: String? {
    didSet { if clusteringIdentifier != oldValue { map?.needsLayout = true } }
  }
  /// Which view yields when views would overlap; see ``MKFeatureDisplayPriority``.
  public var displayPriority = MKFeatureDisplayPriorityRequired {
    didSet { if displayPriority != oldValue { map?.needsLayout = true } }
  }
  public var collisionMode = MKAnnotationViewCollisionMode.rectangle {
    didSet { if collisionMode != oldValue { map?.needsLayout = true } }
  }
  /// The cluster view that replaces it and others, while it is clustered.
  public internal(set) weak var cluster: MKAnnotationView?

  /// The map that uses it.
  weak var map: MKMapView?
  /// Whether it is in a pool for reuse.
  var isWaiting = false
  /// The number of pending calls that name it; until they are made it keeps its annotation.
  var waitingCalls = 0

  public init(annotation: (any MKAnnotation)?, reuseIdentifier: String?) {
    self.annotation = annotation
    self.reuseIdentifier = reuseIdentifier
    super.init()
  }

  /// Called before the view serves another annotation; the base resets its highlighting.
  open func prepareForReuse() throws {
    highlighted = false
    selected = false
    state = .none
  }

  /// Called when it has its annotation and a map is about to show it.
  ///
  /// - Source: MV-43.
  open func prepareForDisplay() throws {}

  /// Called when it is selected, when it is tapped again, and when it is deselected; changes its looks.
  open func setSelected(_ selected: Bool, animated: Bool) throws {
    self.selected = selected
    setNeedsDisplay()
  }

  /// The phase of its drag.
  public var dragState: MKAnnotationViewDragState { reported ?? state }

  /// Called during a drag. A map sets Starting, Ending and Canceling; when ready, the view continues from
  /// Starting to Dragging, and from the others to None. The base does so at once.
  ///
  /// - Source: AV-26, F-12.
  open func setDragState(_ newState: MKAnnotationViewDragState, animated: Bool) throws {
    enterDragState(newState)
    switch newState {
    case .starting: enterDragState(.dragging)
    case .ending, .canceling: enterDragState(.none)
    case .none, .dragging: break
    }
  }

  /// Enters a drag state, reports it to the map's delegate, and continues to None.
  public func enterDragState(_ newState: MKAnnotationViewDragState) {
    let old = state
    guard newState != old else { return }
    state = newState
    reported = nil
    map?.queue(self, .changeDragState(self, newState, old: old))
  }

  open override func hitTest(_ point: CGPoint, with event: UIEvent?) throws -> UIView? {
    enabled ? try super.hitTest(point, with: event) : nil
  }

  /// A finger that is lifted within the view selects it.
  open override func touchesEnded(_ touches: [UITouch], with event: UIEvent?) throws {
    guard let map else { return try super.touchesEnded(touches, with: event) }
    guard let touch = touches.first, try containsTouch(touch, event) else { return }
    map.tapped(self)
  }

  /// A touch in a subview, such as a custom callout, may be outside its bounds.
  private func containsTouch(_ touch: UITouch, _ event: UIEvent?) throws -> Bool {
    if let view = touch.view, view !== self, view.isDescendant(of: self) {
      return try view.covers(touch.location(in: view), with: event)
    }
    return try covers(touch.location(in: self), with: event)
  }

  /// Draws its image over its bounds, darker while a finger is on it.
  open override func draw(_ rect: CGRect, in context: CGContext) throws {
    guard let image else { return }
    guard highlighted else { return try context.draw(image, in: bounds) }
    try context.layer {
      try context.draw(image, in: bounds)
      context.state.blending.mode = .sourceAtop
      context.state.fill = .color(UIColor(white: 0, alpha: 0.4))
      context.fill(CGPath(bounds))
    }
  }

  private func imageChanged() {
    if let image { bounds.size = image.size }
    setNeedsDisplay()
  }
}

/// The phase of a view's drag.
public enum MKAnnotationViewDragState: Int, ConstantGroup {
  case none = 0
  case starting, dragging, canceling, ending

  public static let constantPrefix = "MKAnnotationViewDragState"
}
