import GeoCore

extension Device {
  /// Runs the callbacks that wait, and those that they cause; does nothing inside a callback.
  ///
  /// The host calls it after running a script's main chunk; every other way in does so itself.
  public func deliver() {
    guard !handling.isDelivering, !queue.isEmpty || display?.isUnsettled == true, isAwake else { return }
    handling.isDelivering = true
    display?.flushCallbacks()
    var chain = CallbackChain(queue.count)
    while let delivery = queue.pop() {
      guard chain.shouldContinue(with: queue.count) else {
        queue = DeliveryQueue()
        hooks.onError?(CallbackChain.error)
        break
      }
      do { try delivery.manager.receive(delivery.message) } catch { hooks.onError?(error) }
      display?.flushCallbacks()
    }
    handling.isDelivering = false
    currentRegionEvent = nil
    updateHolds()
  }
}

/// Callbacks that cause callbacks, counted: they could go on for ever without the clock moving.
private struct CallbackChain {
  /// How often a callback may have been caused by one that was caused by one, and so on.
  private static let longest = 1000
  /// How many callbacks may be caused by others in all.
  private static let most = 1_000_000

  static let error = GeoError(
    .data,
    "callbacks keep causing each other (does one request what calls it?); the waiting ones are dropped")

  private var links = 0
  private var caused = 0
  /// How many of those queued belong to the link that is being delivered.
  private var rest: Int

  init(_ queued: Int) { rest = queued }

  /// - Parameter waiting: how many wait behind the callback that is about to run.
  mutating func shouldContinue(with waiting: Int) -> Bool {
    if links > 0 { caused += 1 }
    rest -= 1
    if rest <= 0 {
      links += 1
      rest = waiting
    }
    return links <= CallbackChain.longest && caused <= CallbackChain.most
  }
}
