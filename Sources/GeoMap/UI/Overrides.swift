/// A method that a script's subclass may override, by its name in scripts.
package enum Overridable: Int32, CaseIterable, Sendable {
  // Responders
  case touchesBegan, touchesMoved, touchesEnded, touchesCancelled
  // Views
  case hitTest, hitTest_withEvent, pointInside, layoutSubviews, drawRect
  // Annotation views
  case prepareForReuse, prepareForDisplay, setSelected, setDragState
  // Controllers
  case viewDidLoad, loadView
  // Renderers
  case canDrawMapRect, drawMapRect
  // Path renderers
  case createPath, applyStrokePropertiesToContext, applyFillPropertiesToContext, strokePath, fillPath
}

/// The arguments of an overridden method besides a context.
package enum OverrideArgument {
  case touches([UITouch])
  case event(UIEvent?)
  case point(CGPoint)
  case rect(CGRect)
  case mapRect(MKMapRect)
  case scale(MKZoomScale)
  case path(CGPath)
  case flag(Bool)
  case state(MKAnnotationViewDragState)
}

/// The overrides of a view, controller or renderer: a script's subclass.
///
/// Before the host calls one of these methods, it tries the overrides of the object. An object without
/// overrides pays for one comparison.
package protocol Overrides: AnyObject {
  func overrides(_ method: Overridable) -> Bool

  /// Runs the override of a method without a result; returns false if there is none.
  func run(
    _ method: Overridable, of object: AnyObject, _ arguments: [OverrideArgument], in context: CGContext?
  ) throws -> Bool

  /// Runs the override of a method that returns a Bool; returns nil if there is none.
  func decide(_ method: Overridable, of object: AnyObject, _ arguments: [OverrideArgument]) throws -> Bool?

  /// Runs the override of a method that returns a view; returns nil if there is none.
  func find(_ method: Overridable, of object: AnyObject, _ arguments: [OverrideArgument]) throws -> UIView??
}

extension Optional where Wrapped == any Overrides {
  /// Runs the override of a method, or else `base`.
  func run(
    _ method: Overridable, of object: AnyObject, _ arguments: @autoclosure () -> [OverrideArgument] = [],
    in context: CGContext? = nil, base: () throws -> Void
  ) throws {
    if case .some(let overrides) = self,
      try overrides.run(method, of: object, arguments(), in: context)
    {
      return
    }
    try base()
  }

  /// Returns the result of an override, or else of `base`.
  func decide(
    _ method: Overridable, of object: AnyObject, _ arguments: @autoclosure () -> [OverrideArgument],
    base: () throws -> Bool
  ) throws -> Bool {
    guard case .some(let overrides) = self else { return try base() }
    return try overrides.decide(method, of: object, arguments()) ?? base()
  }

  /// Returns the view that an override finds, or else that of `base`.
  func find(
    _ method: Overridable, of object: AnyObject, _ arguments: @autoclosure () -> [OverrideArgument],
    base: () throws -> UIView?
  ) throws -> UIView? {
    guard case .some(let overrides) = self else { return try base() }
    return try overrides.find(method, of: object, arguments()) ?? base()
  }
}

// The host calls these; the open methods are the implementations of the classes themselves.
extension UIResponder {
  func beginTouches(_ touches: [UITouch], with event: UIEvent?) throws {
    try overrides.run(.touchesBegan, of: self, [.touches(touches), .event(event)]) {
      try touchesBegan(touches, with: event)
    }
  }

  func moveTouches(_ touches: [UITouch], with event: UIEvent?) throws {
    try overrides.run(.touchesMoved, of: self, [.touches(touches), .event(event)]) {
      try touchesMoved(touches, with: event)
    }
  }

  func endTouches(_ touches: [UITouch], with event: UIEvent?) throws {
    try overrides.run(.touchesEnded, of: self, [.touches(touches), .event(event)]) {
      try touchesEnded(touches, with: event)
    }
  }

  func cancelTouches(_ touches: [UITouch], with event: UIEvent?) throws {
    try overrides.run(.touchesCancelled, of: self, [.touches(touches), .event(event)]) {
      try touchesCancelled(touches, with: event)
    }
  }
}

extension UIView {
  func findHit(inSuperview point: CGPoint, with event: UIEvent?) throws -> UIView? {
    try overrides.find(.hitTest, of: self, [.point(point), .event(event)]) {
      try hitTest(inSuperview: point, with: event)
    }
  }

  func findHit(_ point: CGPoint, with event: UIEvent?) throws -> UIView? {
    try overrides.find(.hitTest_withEvent, of: self, [.point(point), .event(event)]) {
      try hitTest(point, with: event)
    }
  }

  func covers(_ point: CGPoint, with event: UIEvent?) throws -> Bool {
    try overrides.decide(.pointInside, of: self, [.point(point), .event(event)]) {
      try pointInside(point, with: event)
    }
  }

  /// Whether an app's or a script's class draws it.
  var isDrawnByApp: Bool { overridesDrawing || overrides?.overrides(.drawRect) == true }
}

extension MKAnnotationView {
  func select(_ selected: Bool, animated: Bool) throws {
    try overrides.run(.setSelected, of: self, [.flag(selected), .flag(animated)]) {
      try setSelected(selected, animated: animated)
    }
  }
}

extension MKOverlayRenderer {
  /// Whether it is drawn tile by tile: always if a script draws it, or decides when it can be drawn.
  var isDrawnInTiles: Bool {
    drawsInTiles || overrides?.overrides(.drawMapRect) == true
      || overrides?.overrides(.canDrawMapRect) == true
  }

  func drawMapRect(_ mapRect: MKMapRect, zoomScale: MKZoomScale, in context: CGContext) throws {
    try overrides.run(.drawMapRect, of: self, [.mapRect(mapRect), .scale(zoomScale)], in: context) {
      try draw(mapRect, zoomScale: zoomScale, in: context)
    }
  }
}

extension MKOverlayPathRenderer {
  func applyFill(to context: CGContext, atZoomScale scale: MKZoomScale) throws {
    try overrides.run(.applyFillPropertiesToContext, of: self, [.scale(scale)], in: context) {
      try applyFillProperties(to: context, atZoomScale: scale)
    }
  }

  func applyStroke(to context: CGContext, atZoomScale scale: MKZoomScale) throws {
    try overrides.run(.applyStrokePropertiesToContext, of: self, [.scale(scale)], in: context) {
      try applyStrokeProperties(to: context, atZoomScale: scale)
    }
  }

  func fill(_ path: CGPath, in context: CGContext) throws {
    try overrides.run(.fillPath, of: self, [.path(path)], in: context) { try fillPath(path, in: context) }
  }

  func stroke(_ path: CGPath, in context: CGContext) throws {
    try overrides.run(.strokePath, of: self, [.path(path)], in: context) { try strokePath(path, in: context) }
  }
}
