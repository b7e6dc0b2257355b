public import GeoCore
public import GeoLocation

/// Draws a part of the map once, without a screen.
///
/// Unlike Apple's, it also draws the overlays and annotations of a given map view.
///
/// Ownership: while it works its device holds it, and it holds its handler; a script instance that ends
/// releases both.
///
/// - Source: Apple's reference of `MKMapSnapshotter`, PI-7, GC-25.
public final class MKMapSnapshotter {
  public typealias CompletionHandler = (MKMapSnapshot?, NSError?) throws -> Void

  let options: MKMapSnapshotOptions
  weak var device: Device?
  /// Whether it has been started and has not answered yet.
  public var isLoading: Bool { handler != nil && !isCancelled }
  /// Called before drawing with the needed bytes; returns a reason to refuse them.
  public var refusal: ((_ bytes: Int) -> String?)?
  private var wasStarted = false
  /// Whether it is within what its device may draw.
  private var isAllowed = false
  private var isCancelled = false
  private var handler: CompletionHandler?
  private var turn: DeviceTimer?
  /// When it stops waiting for content, on the device's clock.
  private var patienceEnds = -TimeInterval.infinity

  /// - Parameter options: copied.
  public init(options: MKMapSnapshotOptions = MKMapSnapshotOptions(), device: Device) {
    self.options = options.copy()
    self.device = device
  }

  /// Starts the snapshot.
  ///
  /// The handler is called once, in its own turn at the same time of the device's clock: with the snapshot,
  /// or with an error in ``MKErrorDomain``. The clock stands still while tiles load. While a script's
  /// renderer cannot draw yet, it is asked again later on that clock, for at most ``patience``; then the
  /// picture is made without it.
  ///
  /// - Errors: ``GeoError`` if it was started before: each makes one snapshot.
  public func start(completionHandler: @escaping CompletionHandler) throws(GeoError) {
    guard !wasStarted else {
      throw GeoError(.data, "the snapshotter was already started (create a new one for each snapshot)")
    }
    guard let device else { throw GeoError(.data, "the device of the snapshotter is gone") }
    try device.countSnapshot()
    wasStarted = true
    handler = completionHandler
    patienceEnds = device.clock.now + MKMapSnapshotter.patience
    device.screen.add(self)
    wait(0)
  }

  /// Cancels it: the handler gets an error in its turn. Does nothing if it is not running.
  public func cancel() {
    guard isLoading else { return }
    isCancelled = true
    turn?.cancel()
    wait(0)
  }

  /// The maximum wait for a script's renderers, on the device's clock.
  public static let patience: TimeInterval = 10
  /// The interval between checks meanwhile.
  private static let pause: TimeInterval = 0.1

  private func wait(_ delay: TimeInterval) {
    turn = device?.clock.after(delay) { [weak self] in try self?.work(mayWait: true) }
  }

  /// Makes the snapshot and delivers it, or schedules another attempt.
  ///
  /// - Errors: what the handler throws.
  func work(mayWait: Bool) throws {
    guard let device, handler != nil else { return }
    turn?.cancel()
    guard !isCancelled else { return try answer(nil, "The snapshot was canceled.") }
    // What no picture can have is an error of its own.
    isAllowed =
      isAllowed || !(options.cost <= MKMapSnapshotter.mostPixels)
      || device.screen.snapshotPace.take(options.cost, at: device.clock.now)
    guard isAllowed else { return try answer(nil, MKMapSnapshotter.tooMany, .loadingThrottled) }
    let snapshot: MKMapSnapshot?
    do throws(GeoError) {
      snapshot = try options.snapshot(
        on: device, mayWait: mayWait && device.clock.now < patienceEnds, refusal)
    } catch {
      return try answer(nil, "The snapshot cannot be made: \(error.message)")
    }
    guard let snapshot else { return wait(MKMapSnapshotter.pause) }
    try answer(snapshot, nil)
  }

  private func answer(
    _ snapshot: MKMapSnapshot?, _ sentence: String?, _ code: MKErrorCode = .unknown
  ) throws {
    let handler = handler
    stop()
    try handler?(snapshot, sentence.map { code.error($0) })
  }

  /// The most pixels that the snapshots of a device have at once, and within a minute of its clock: some seconds of
  /// drawing.
  static let mostPixels = 64e6
  private static let tooMany =
    "The snapshots that were requested at once, or within a minute of the device's clock, have more than "
    + "\(Int(mostPixels) / 1_000_000) million pixels: request fewer or smaller ones, or some of them later "
    + "(geoscript.after)."

  /// Releases everything, whether or not it has answered.
  func stop() {
    turn?.cancel()
    turn = nil
    handler = nil
    refusal = nil
    device?.madeScreen?.remove(self)
  }
}
