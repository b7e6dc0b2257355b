public import GeoCore

/// What an annotation looks like on a map: an image, or what a subclass draws.
///
/// A map places it with its middle on the coordinate, moved by ``centerOffset``, and keeps its size at every zoom.
///
/// Ownership: the map holds it while its annotation is in sight, then until it is used again.
///
/// - Source: AV-1 … AV-8, F-12.
open class MKAnnotationView: UIView {
  /// What it shows; nil while it waits to be used again.
  public var annotation: (any MKAnnotation)?
  /// What it can be asked for by when it is no longer in use; nil when it is not to be used again.
  public let reuseIdentifier: String?
  /// What it shows by itself; it takes the size of the image.
  public var image: UIImage? { didSet { imageChanged() } }
  /// How far its middle lies from the coordinate.
  ///
  /// - Units: points; y grows downward.
  public var centerOffset = CGPoint.zero { didSet { map?.place(self) } }
  /// How far the callout lies from its place above the middle of the upper edge.
  ///
  /// - Units: points.
  public var calloutOffset = CGPoint.zero { didSet { map?.refreshCallout(of: self) } }
  /// Whether touches reach it.
  public var enabled = true
  public var highlighted = false { didSet { if highlighted != oldValue { setNeedsDisplay() } } }
  /// Whether it is selected; ``setSelected(_:animated:)`` changes it.
  public private(set) var selected = false

  /// Whether selecting it shows a callout, if its annotation has a title.
  public var canShowCallout = false { didSet { map?.refreshCallout(of: self) } }
  public var leftCalloutAccessoryView: UIView? { didSet { map?.refreshCallout(of: self) } }
  public var rightCalloutAccessoryView: UIView? { didSet { map?.refreshCallout(of: self) } }
  /// What the callout shows in place of the subtitle.
  public var detailCalloutAccessoryView: UIView? { didSet { map?.refreshCallout(of: self) } }

  /// Whether a finger may drag it, if its annotation can be moved.
  public var draggable = false
  private var state = MKAnnotationViewDragState.none
  /// What the drag state reads as while the delegate hears of it.
  var reported: MKAnnotationViewDragState?

  /// Views with the same identifier that would overlap become one; nil keeps it out of that.
  public var clusteringIdentifier: String? {
    didSet { if clusteringIdentifier != oldValue { map?.needsLayout = true } }
  }
  /// Who gives way when views would overlap; see ``MKFeatureDisplayPriority``.
  public var displayPriority = MKFeatureDisplayPriorityRequired {
    didSet { if displayPriority != oldValue { map?.needsLayout = true } }
  }
  public var collisionMode = MKAnnotationViewCollisionMode.rectangle {
    didSet { if collisionMode != oldValue { map?.needsLayout = true } }
  }
  /// The view that stands for it and others, while it is clustered.
  public internal(set) weak var cluster: MKAnnotationView?

  /// The map that uses it.
  weak var map: MKMapView?
  /// Whether it lies in a pool of views to be used again.
  var isWaiting = false
  /// How many calls that name it wait to be made; until then it keeps its annotation.
  var waitingCalls = 0

  public init(annotation: (any MKAnnotation)?, reuseIdentifier: String?) {
    self.annotation = annotation
    self.reuseIdentifier = reuseIdentifier
    super.init()
  }

  /// Called before the view serves another annotation; the base takes off what a touch left.
  open func prepareForReuse() throws {
    highlighted = false
    selected = false
    state = .none
  }

  /// Called when it is selected, each time it is tapped again, and when it no longer is; changes how it looks.
  open func setSelected(_ selected: Bool, animated: Bool) throws {
    self.selected = selected
    setNeedsDisplay()
  }

  /// How far a drag of it has come.
  public var dragState: MKAnnotationViewDragState { reported ?? state }

  /// Called as a drag goes on. A map asks for Starting, Ending and Canceling; the view is to go on from the first to
  /// Dragging, from the others to None, when it is ready. The base does so at once.
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

  /// Takes a drag state, of which the map's delegate hears, and goes on to none.
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

  /// A finger that leaves it where it came down, or elsewhere within it, selects it.
  open override func touchesEnded(_ touches: [UITouch], with event: UIEvent?) throws {
    guard let map else { return try super.touchesEnded(touches, with: event) }
    guard let touch = touches.first, try containsTouch(touch, event) else { return }
    map.tapped(self)
  }

  /// A touch in a view within it, such as a callout of its own, may lie outside of its bounds.
  private func containsTouch(_ touch: UITouch, _ event: UIEvent?) throws -> Bool {
    if let view = touch.view, view !== self, view.isDescendant(of: self) {
      return try view.covers(touch.location(in: view), with: event)
    }
    return try covers(touch.location(in: self), with: event)
  }

  /// Draws its image over all of it, darker while a finger is on it.
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

/// How far a drag of a view has come.
public enum MKAnnotationViewDragState: Int, ConstantGroup {
  case none = 0
  case starting, dragging, canceling, ending

  public static let constantPrefix = "MKAnnotationViewDragState"
}
