/// Changes of what is seen, and who hears of them.
///
/// - Source: MV-26, MV-33, MV-34.
extension MKMapView {
  /// How long an animated change takes, on the device's clock.
  static let animationDuration: TimeInterval = 0.3

  /// Changes what is seen; the map reads so at once, its delegate hears of it when the outermost callback has returned.
  ///
  /// A change that leaves everything where it is makes no calls. One made while the delegate hears that another is
  /// about to happen follows that.
  func change(animated: Bool, _ edit: @escaping (Viewport) -> Viewport) {
    guard past == nil else {
      if device?.madeScreen?.mayWait(postponed.count) ?? true { postponed.append((animated, edit)) }
      return
    }
    let before = viewport
    let after = edit(before)
    guard !after.isSame(as: before) else { return }
    isFresh = false
    finishAnimation()
    viewport = after
    queue(.regionWillChange(animated: animated, before: before))
    guard animated, let device else { return queue(.regionDidChange(animated: animated)) }
    animation = device.madeServiceTimers.after(MKMapView.animationDuration) { [weak self] in
      self?.finishAnimation()
    }
  }

  /// Ends the animated change that runs, if one does.
  func finishAnimation() {
    guard let running = animation else { return }
    animation = nil
    running.cancel()
    queue(.regionDidChange(animated: true))
  }

  /// Runs `body` with the map as `viewport` shows it; changes made meanwhile follow.
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
