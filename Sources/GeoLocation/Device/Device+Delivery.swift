import GeoCore

extension Device {
  /// Runs the waiting callbacks and those that they cause; does nothing inside a callback.
  ///
  /// The host calls it after running a script's main chunk; all other entry points call it themselves.
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

/// Counts callbacks that cause callbacks: they could continue forever without moving the clock.
private struct CallbackChain {
  /// The maximum length of a chain of callbacks, each caused by the previous one.
  private static let longest = 1000
  /// The maximum number of callbacks caused by others.
  private static let most = 1_000_000

  static let error = GeoError(
    .data,
    "callbacks keep causing each other (does one request what calls it?); the waiting ones are dropped")

  private var links = 0
  private var caused = 0
  /// The number of queued callbacks that belong to the current link of the chain.
  private var rest: Int

  init(_ queued: Int) { rest = queued }

  /// - Parameter waiting: the number of callbacks behind the one about to run.
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
