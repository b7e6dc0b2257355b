package import GeoCore

/// The queue of a device's geocoding requests.
///
/// A request runs in its own turn at the time at which it was made, before the device's next event, and never
/// inside the call. Rejected, canceled and failed requests are answered in such a turn, too.
///
/// Ownership: the device owns this object after the first request. While a request is pending, this object
/// owns it and, through it, its geocoder. Requests of a script instance that ends are dropped.
///
/// - Source: GC-3 … GC-7, GC-25 … GC-27.
package final class GeocodeQueue {
  var memory = GeocodeCache()
  /// Never dangling: a device that is freed sets it to nil.
  var deviceReference: Unmanaged<Device>?
  /// In the order of creation.
  private(set) var tasks: [GeocodeTask] = []
  /// The number of requests made at one time of the clock.
  private var burst = (time: -TimeInterval.infinity, count: 0)
  private var pace = RequestPace(most: Double(GeocodeQueue.most))

  private var device: Device? { deviceReference?.takeUnretainedValue() }

  init(_ device: Device) { deviceReference = .passUnretained(device) }

  /// Adds a request.
  ///
  /// - Parameter answer: the answer, if it is known already.
  /// - Errors: ``GeoError`` if so many were made at one time of the clock that it would never advance.
  package func add(_ task: GeocodeTask, answer: GeocodeAnswer? = nil) throws(GeoError) {
    guard let device else { throw GeoError(.data, "the device of the geocoder is gone") }
    if burst.time != device.clock.now { burst = (device.clock.now, 0) }
    burst.count += 1
    guard burst.count <= GeocodeQueue.mostAtOnce else {
      throw GeoError(
        .data,
        "\(GeocodeQueue.mostAtOnce) geocoding requests were made at one moment of the device's clock "
          + "(does each of them make the next?)")
    }
    let cost = Double(task.request.wordCount)
    task.answer = answer ?? (pace.take(cost, at: device.clock.now) ? nil : GeocodeQueue.tooMany)
    tasks.append(task)
    plan(task)
  }

  private static let mostAtOnce = 50_000
  /// Words in requests; a word takes up to 6 ms to look up.
  private static let most = 1000
  /// A request that finds nothing was compared with every misspelling: it counts as this many.
  private static let missCost = 5.0
  private static let tooMany = GeocodeAnswer.failed(
    .network,
    "More than \(most) positions or words were looked up at once, or \(most) within a minute of the device's "
      + "clock: ask later (geoscript.after) or less often.")

  /// Cancels a request; its handler gets an error in its turn.
  package func cancel(_ task: GeocodeTask) {
    task.answer = .failed(.geocodeCanceled, "")
    plan(task)
  }

  /// Drops a request silently.
  package func drop(_ task: GeocodeTask) {
    task.turn?.cancel()
    task.turn = nil
    guard let index = tasks.firstIndex(where: { $0 === task }) else { return }
    tasks.remove(at: index)
  }

  /// Drops the requests of a script instance that ends.
  func close() {
    for task in tasks { task.turn?.cancel() }
    tasks = []
  }

  private func plan(_ task: GeocodeTask) {
    guard task.turn == nil else { return }
    task.turn = device?.clock.after(0) { [weak self, weak task] in
      guard let self, let task else { return }
      task.turn = nil
      try work(task)
    }
  }

  /// Runs a request, or delivers its result.
  ///
  /// - Parameter isLast: whether later answers no longer count.
  /// - Errors: what the handler throws.
  func work(_ task: GeocodeTask, isLast: Bool = false) throws {
    if task.answer == nil, !task.isAsked { ask(task) }
    guard let answer = task.answer ?? (isLast ? GeocodeQueue.tooLate : nil) else { return }
    drop(task)
    if task.warnsOfPart, case .places(let places) = answer,
      let reason = places.first.flatMap(task.request.partialReason), let device
    {
      device.hooks.onNotice?(device, .geocodedInPart(reason: reason))
    }
    try task.finish(task, answer.outcome)
  }

  private static let tooLate = GeocodeAnswer.failed(.network, "The run ended before an answer came.")

  private func ask(_ task: GeocodeTask) {
    guard let device else { return }
    let request = task.request
    let now = device.clock.now
    if device.hooks.rare.shouldStop?() == true {
      task.answer = GeocodeQueue.tooLate
    } else if let work = task.work {
      task.answer = work()
    } else if let reason = device.settings.networkReason {
      task.answer = .failed(.network, reason)
    } else if let flaw = request.flaw {
      task.answer = .failed(.geocodeFoundNoResult, flaw)
    } else if let places = memory.places(near: request, at: now) {
      task.answer = .places(places)
    } else if let service = device.geocoding.services?.geocoder {
      task.isAsked = true
      var isInside = true
      service.ask(request, mayAskServers: { mayUseNetwork(device) }) { [weak self, weak task] answer in
        self?.receive(answer, request)
        guard let self, let task, task.answer == nil else { return }
        task.answer = answer
        if !isInside { plan(task) }
      }
      isInside = false
    } else {
      task.answer = .failed(.network, "No geocoder is available.")
    }
  }

  private func receive(_ answer: GeocodeAnswer, _ request: GeocodeRequest) {
    guard let device, case .places(let places) = answer else { return }
    if places.isEmpty { pace.charge(Double(request.wordCount) * (GeocodeQueue.missCost - 1)) }
    memory.store(places, for: request, at: device.clock.now)
  }

  private func mayUseNetwork(_ device: Device) -> Bool {
    guard memory.mayAsk(at: device.clock.now) else { return false }
    if device.life.state != .foreground, !memory.hasWarned {
      memory.hasWarned = true
      device.hooks.onNotice?(device, .geocodedInBackground)
    }
    return true
  }
}

extension DeviceSettings {
  /// Why the network is unavailable; nil if it is available.
  var networkReason: String? {
    if airplaneMode { return "There is no network in airplane mode." }
    return networkUp ? nil : "The network is down."
  }
}

extension Device {
  /// The number of pending requests of its geocoders.
  public var geocodeCount: Int { geocoding.queue?.tasks.count ?? 0 }

  /// The queue of its geocoders' requests, created with the first.
  package var madeGeocodeQueue: GeocodeQueue {
    if let queue = geocoding.queue { return queue }
    let made = GeocodeQueue(self)
    geocoding.queue = made
    return made
  }

  /// Drops the requests of a script instance that ends.
  public func closeGeocoding() { geocoding.queue?.close() }

  /// Answers the pending requests: the input has ended, and no timer fires any more.
  public func finishGeocoding() {
    // Limits the number of requests that answers may cause.
    for _ in 0..<Device.mostLastRequests {
      guard isAwake, let queue = geocoding.queue, let next = queue.tasks.first else { return }
      do { try queue.work(next, isLast: true) } catch { hooks.onError?(error) }
      deliver()
      hooks.rare.continueTasks?()
    }
  }

  private static let mostLastRequests = 100_000
}
