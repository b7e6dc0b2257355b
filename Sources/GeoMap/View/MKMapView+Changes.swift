import GeoCore
import GeoLocation

/// Changes of the visible area, and their delegate calls.
///
/// - Source: MV-26, MV-33, MV-34.
extension MKMapView {
  /// How long an animated change takes, on the device's clock.
  static let animationDuration: TimeInterval = 0.3

  /// Changes the visible area. The map reads so at once; its delegate is called when the outermost callback
  /// has returned.
  ///
  /// A change without effect makes no calls. A change made while the delegate is notified of another one
  /// comes after that.
  func change(animated: Bool, _ edit: @escaping (Viewport) -> Viewport) {
    guard past == nil else {
      if device?.madeScreen?.mayWait(postponed.count) ?? true { postponed.append((animated, edit)) }
      return
    }
    let before = viewport
    let after = edit(before).within(zoomRange, snaps: zoomSnapping).centered(within: boundary)
    guard !after.isSame(as: before) else { return }
    isFresh = false
    finishAnimation(isInterrupted: true)
    viewport = after
    queue(.regionWillChange(animated: animated, before: before))
    guard animated, let device else { return queueChange(animated: animated) }
    animation = device.madeServiceTimers.after(MKMapView.animationDuration) { [weak self] in
      self?.finishAnimation()
    }
  }

  /// Ends the animated change that runs, if one does.
  ///
  /// - Parameter isInterrupted: whether another change follows at once.
  func finishAnimation(isInterrupted: Bool = false) {
    guard let running = animation else { return }
    animation = nil
    running.cancel()
    queueChange(animated: true, seen: isInterrupted ? viewport : nil)
  }

  private func queueChange(animated: Bool, seen: Viewport? = nil) {
    if delegate?.implements(.mapViewDidChangeVisibleRegion) == true {
      queue(.changeVisibleRegion(seen: seen))
    }
    queue(.regionDidChange(animated: animated, seen: seen))
  }

  /// Runs `body` with the map reading as `viewport`; changes made meanwhile come afterward.
  func reading<Result>(_ before: Viewport, _ body: () throws -> Result) rethrows -> Result {
    past = before
    defer {
      past = nil
      let changes = postponed
      postponed = []
      for (animated, edit) in changes { change(animated: animated, edit) }
    }
    return try body()
  }
}
