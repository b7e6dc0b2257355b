import GeoCore
package import GeoLocation

/// The user's touches of the maps.
///
/// A touch belongs to the view on which it began, until it ends. The effects of its callbacks are delivered
/// before it continues.
///
/// - Source: LG-1 … LG-16, AV-20 … AV-24.
extension Screen {
  package func perform(_ gesture: Gesture) -> Bool {
    guard let map = maps.first(where: { $0.number == gesture.map }) else { return false }
    perform(gesture.action, on: map)
    return true
  }

  private func perform(_ action: Gesture.Action, on map: MKMapView) {
    // Views that have come into sight can be touched.
    device.deliver()
    // A map that is hidden or has user interaction disabled ignores touches.
    guard !map.hidden, map.userInteractionEnabled else { return }
    switch action {
    case .tap(let place):
      press(place, map)
      lift()
    case .doubleTap(let place):
      press(place, map)
      lift()
      press(place, map, tapCount: 2)
      lift()
    case .longPress(let place): hold(place, map)
    case .touch(.began, let place):
      press(place, map)
      if finger?.waiting != nil { handEnds = device.clock.now + Finger.scrollDelay }
    case .touch(let phase, let place): continueTouch(phase, place, map)
    case .drag(let name, let path): drag(name, path, map)
    case .pan(let dx, let dy):
      map.pan(by: CGSize(width: dx, height: dy))
      if map.scrollEnabled { map.userPanned(by: CGSize(width: dx, height: dy)) }
    case .zoom(let levels, let place):
      guard let place else { return map.zoom(by: levels, at: nil) }
      if let spot = spot(place, map) { map.zoom(by: levels, at: spot.point) }
    case .rotate(let degrees): map.rotate(by: degrees)
    case .tapControl(let name, let side): tapControl(side, name, map)
    }
  }

  // MARK: A finger

  private func hold(_ place: Gesture.Place, _ map: MKMapView) {
    press(place, map)
    guard let held = finger else { return }
    handEnds = device.clock.now + Finger.holdTime
    _ = device.madeServiceTimers.after(Finger.holdTime) { [weak self, weak held] in
      if let self, let held, finger === held { lift() }
    }
  }

  private func press(_ place: Gesture.Place, _ map: MKMapView, tapCount: Int = 1) {
    cancel()
    guard let spot = spot(place, map) else { return }
    guard map.bounds.contains(spot.point) else {
      return device.counts.skip(.besideMap, "\(spot.point.x), \(spot.point.y)")
    }
    let now = device.clock.now
    let event = UIEvent(allTouches: [], timestamp: now)
    var view: UIView?
    report { view = try hit(spot, map, event) }
    let touch = UITouch(at: spot.point, of: map, view: view, timestamp: now, tapCount: tapCount)
    let finger = Finger(touch, on: map)
    self.finger = finger
    if map.annotationView(holding: view)?.draggable == true {
      finger.holding = device.madeServiceTimers.after(Finger.holdTime) { [weak self, weak finger] in
        if let self, let finger, self.finger === finger { startDrag(finger) }
      }
    }
    if map.scrollEnabled, map.annotationView(holding: view) != nil { return wait(finger) }
    send(finger) { try $0.beginTouches($1, with: $2) }
  }

  /// Holds a touch back until it is clear whether it scrolls (LG-2).
  private func wait(_ finger: Finger) {
    finger.waiting = device.madeServiceTimers.after(Finger.scrollDelay) { [weak self, weak finger] in
      guard let self, let finger, self.finger === finger else { return }
      begin(finger)
      if finger.touch.phase == .moved { send(finger) { try $0.moveTouches($1, with: $2) } }
    }
  }

  /// Delivers the beginning of a touch that was held back, as it was then.
  private func begin(_ finger: Finger) {
    guard finger.stopWaiting() else { return }
    finger.atStart { send(finger) { try $0.beginTouches($1, with: $2) } }
  }

  /// The view that a finger touches; nil for the bare map. A view named by the event takes precedence over
  /// covering views.
  private func hit(_ spot: Spot, _ map: MKMapView, _ event: UIEvent) throws -> UIView? {
    if let view = spot.view, let parent = view.superview,
      let hit = try view.findHit(inSuperview: map.convert(spot.point, to: parent), with: event)
    {
      return hit
    }
    let hit = try map.findHit(spot.point, with: event)
    return hit === map ? nil : hit
  }

  private func continueTouch(_ phase: Gesture.Phase, _ place: Gesture.Place, _ map: MKMapView) {
    guard let finger, finger.map === map else { return device.counts.skip(.noTouch, "\(phase)") }
    guard let spot = spot(place, map) else { return }
    if phase == .cancelled { return cancel() }
    finger.move(to: spot.point, at: device.clock.now, phase == .ended ? .ended : .moved)
    if finger.hasMoved, finger.stopWaiting() { finger.touch.view = nil }
    if finger.isDragging { map.moveDrag(by: finger.way) } else if finger.touch.view == nil { pan(finger) }
    if phase == .ended {
      lift()
    } else if !finger.isDragging, finger.waiting == nil {
      send(finger) { try $0.moveTouches($1, with: $2) }
    }
  }

  /// Pans the map with a finger that first touched no view.
  private func pan(_ finger: Finger) {
    guard finger.isPanning || finger.hasMoved else { return }
    finger.isPanning = true
    guard finger.map.scrollEnabled else { return }
    let point = finger.touch.point
    finger.map.pan(by: CGSize(width: point.x - finger.applied.x, height: point.y - finger.applied.y))
    finger.applied = point
    finger.map.userPanned(by: finger.way)
    device.deliver()
  }

  private func lift() {
    if let finger { begin(finger) }
    guard let finger = endFinger(.ended) else { return }
    if finger.isDragging { return finger.map.endDrag() }
    guard let view = finger.touch.view else {
      if finger.isPanning { return }
      if finger.touch.tapCount == 2 {
        finger.map.zoom(by: 1, at: finger.touch.point)
      } else {
        finger.map.tappedEmptyMap()
      }
      return device.deliver()
    }
    let control = pressed(view, finger)
    send(finger) { try $0.endTouches($1, with: $2) }
    // The control's own actions come first.
    if let control, finger.map.calloutControlTapped(control) { device.deliver() }
  }

  /// The control that a finger lifted from `view` triggers, if any.
  private func pressed(_ view: UIView, _ finger: Finger) -> UIControl? {
    guard let control = view as? UIControl, control.enabled else { return nil }
    var isInside = false
    report { isInside = try control.covers(finger.touch.location(in: control), with: nil) }
    return isInside ? control : nil
  }

  /// Cancels the touch, as an incoming call does.
  func cancel() {
    guard let finger = endFinger(.cancelled), !finger.stopWaiting() else { return }
    if finger.isDragging { return finger.map.cancelDrag() }
    send(finger) { try $0.cancelTouches($1, with: $2) }
  }

  private func endFinger(_ phase: UITouchPhase) -> Finger? {
    guard let finger else { return nil }
    self.finger = nil
    finger.letGo()
    finger.touch.phase = phase
    finger.touch.timestamp = device.clock.now
    // A map that has left the screen ignores touches.
    return maps.contains { $0 === finger.map } ? finger : nil
  }

  private func send(_ finger: Finger, _ phase: (UIView, [UITouch], UIEvent) throws -> Void) {
    guard let view = finger.touch.view else { return }
    let event = UIEvent(allTouches: [finger.touch], timestamp: finger.touch.timestamp)
    report { try phase(view, [finger.touch], event) }
    device.deliver()
  }

  private func report(_ body: () throws -> Void) {
    do { try body() } catch { device.hooks.onError?(error) }
  }

  // MARK: Annotations

  /// A finger that has stayed on a view drags its annotation, if possible; the view's own touch ends.
  private func startDrag(_ finger: Finger) {
    finger.holding = nil
    guard let view = finger.map.annotationView(holding: finger.touch.view), let annotation = view.annotation,
      finger.map.beginDrag(annotation)
    else { return }
    finger.isDragging = true
    finger.touch.phase = .cancelled
    send(finger) { try $0.cancelTouches($1, with: $2) }
  }

  private func drag(_ name: String, _ path: [CLLocationCoordinate2D], _ map: MKMapView) {
    guard let annotation = visibleAnnotation(name, map) else { return }
    cancel()
    if !map.drag(annotation, along: path) { device.counts.skip(.cannotDrag, "\"\(name)\"") }
  }

  private func tapControl(_ side: Gesture.Side, _ name: String, _ map: MKMapView) {
    guard let annotation = visibleAnnotation(name, map) else { return }
    cancel()
    if !map.tappedControl(side, of: annotation) {
      device.counts.skip(.noControl, "\(side) of \"\(name)\"")
    }
  }

  private func visibleAnnotation(_ name: String, _ map: MKMapView) -> (any MKAnnotation)? {
    if let annotation = map.annotation(called: name), map.view(for: annotation) != nil { return annotation }
    device.counts.skip(.noAnnotation, "\"\(name)\"")
    return nil
  }

  /// A place on a map, and the view that an event names.
  private struct Spot {
    let point: CGPoint
    var view: UIView?
  }

  private func spot(_ place: Gesture.Place, _ map: MKMapView) -> Spot? {
    switch place {
    case .point(let x, let y): return Spot(point: CGPoint(x: x, y: y))
    case .coordinate(let coordinate): return Spot(point: map.point(for: MKMapPointForCoordinate(coordinate)))
    case .annotation(let name):
      guard let annotation = visibleAnnotation(name, map), let view = map.view(for: annotation) else {
        return nil
      }
      let middle = CGPoint(x: view.bounds.midX, y: view.bounds.midY)
      return Spot(point: map.convert(middle, from: view), view: view)
    }
  }
}
