import GeoCore
public import GeoLocation

/// A device's screen: its map views, their drawing services, and the pending calls to their delegates.
///
/// Ownership: the device owns this object after the first map was created; this object owns the maps until
/// they leave it.
public final class Screen: DeviceScreen {
  unowned let device: Device
  /// The size of a map created without a frame, instead of the profile's screen.
  public var mapSize: CGSize?
  /// The map below the maps' content; nil for none.
  public var baseMap: (any BaseMap)?
  /// The loader of the maps' tiles; nil if nothing is loaded.
  public var tileLoader: (any TileLoader)?
  /// Pixels per point in pictures of the maps.
  public var contentScaleFactor = 1.0
  /// Waits, in real time, for the tiles being loaded; nil if nothing is loaded.
  public var awaitTiles: (() -> Void)?
  /// Creates the canvases for pictures; nil if nothing can be drawn.
  public var canvasFactory: (any CanvasFactory)?
  /// The contexts of the script's UIKit drawing functions.
  public var graphics = GraphicsStack()
  /// In the order of creation.
  private(set) var maps: [MKMapView] = []
  /// The running snapshotters, in the order of starting.
  private(set) var snapshotters: [MKMapSnapshotter] = []
  /// The number of snapshots requested at one time of the clock.
  var snapshotBurst = (time: -TimeInterval.infinity, count: 0)
  /// The pixels of snapshots.
  var snapshotPace = RequestPace(most: MKMapSnapshotter.mostPixels)
  package private(set) var createdCount = 0
  package var mapCount: Int { maps.count }
  /// The finger on one of the maps.
  var finger: Finger?
  package var handEnds = -TimeInterval.infinity
  /// `calls[..<head]` have been made.
  private var calls: [Waiting] = []
  private var head = 0
  private var isSettling = false
  /// Whether dropped calls have not been reported yet.
  private var hasDropped = false
  /// The length of the chain of calls and layout passes, each caused by the previous one, up to the current
  /// one.
  private var round = 0

  private struct Waiting {
    let map: MKMapView
    let call: MapDelegateCall
    let round: Int
  }

  init(_ device: Device) { self.device = device }

  /// The size of a map created without a frame.
  package var size: CGSize { mapSize ?? CGSize(device.profile.screenSize) }

  func add(_ map: MKMapView) -> Int {
    maps.append(map)
    createdCount += 1
    return createdCount
  }

  func add(_ snapshotter: MKMapSnapshotter) { snapshotters.append(snapshotter) }

  func remove(_ snapshotter: MKMapSnapshotter) { snapshotters.removeAll { $0 === snapshotter } }

  func remove(_ map: MKMapView) {
    maps.removeAll { $0 === map }
    calls.removeSubrange(..<head)
    head = 0
    calls.removeAll { $0.map === map }
  }

  package func close() {
    for snapshotter in snapshotters { snapshotter.stop() }
    for map in maps {
      map.leaveScreen()
      map.onLeave = nil
      map.attachment = nil
    }
    finger = nil
    maps = []
    calls = []
    head = 0
  }

  /// Queues a call for the time when the outermost callback has returned, or drops it if ``mostWaiting``
  /// already wait.
  func queue(_ call: MapDelegateCall, of map: MKMapView) {
    guard waitingCount < Screen.mostWaiting else { return hasDropped = true }
    calls.append(Waiting(map: map, call: call, round: isSettling ? round + 1 : 0))
  }

  /// Whether one more change may wait until a call has returned.
  func mayWait(_ others: Int) -> Bool {
    guard others < Screen.mostWaiting else {
      hasDropped = true
      return false
    }
    return true
  }

  package var waitingCount: Int { calls.count - head }

  package var isUnsettled: Bool { head < calls.count || maps.contains(where: \.isUnsettled) }

  /// Makes the waiting calls, then lays the maps out, until nothing is left to do.
  ///
  /// - Errors: ``Device/Hooks/onError`` gets a delegate's errors, and an error for a chain of more than
  ///   ``longestChain``, after which the waiting calls are dropped.
  package func flushCallbacks() {
    guard !isSettling else { return }
    isSettling = true
    round = 0
    var caused = 0
    while isUnsettled {
      round = head < calls.count ? max(round, calls[head].round) : round + 1
      if head < calls.count, calls[head].round > 0 { caused += 1 }
      guard round <= Screen.longestChain, caused <= Screen.mostCaused else {
        device.hooks.onError?(Screen.chainError)
        break
      }
      if head < calls.count {
        let next = calls[head]
        head += 1
        forgetMade()
        do { try next.map.deliver(next.call) } catch { device.hooks.onError?(error) }
      } else {
        for map in maps where map.isUnsettled { map.layoutIfNeeded() }
      }
    }
    calls.removeAll(keepingCapacity: calls.capacity <= 16)
    head = 0
    isSettling = false
    if hasDropped {
      hasDropped = false
      device.hooks.onError?(Screen.overflow)
    }
  }

  /// Releases calls that have been made, before there are many.
  private func forgetMade() {
    guard head >= 1024, head * 2 >= calls.count else { return }
    calls.removeFirst(head)
    head = 0
  }

  /// The maximum number of waiting calls: the host stores them outside a script's memory.
  static let mostWaiting = 200_000
  private static let overflow = GeoError(
    .data, "\(mostWaiting) map delegate calls were waiting at once; later ones were dropped")

  /// The maximum length of a chain of changes, each caused by the previous one.
  private static let longestChain = 100
  /// The maximum number of consecutive calls caused by others: a branching chain might take forever.
  private static let mostCaused = 20_000
  private static let chainError = GeoError(
    .data,
    "a map's changes keep causing each other (does regionDidChangeAnimated set the region each time?); "
      + "the waiting calls are dropped")
}

extension Device {
  /// Its screen, created on first use; ``equipScreen(_:)`` provides its drawing services.
  public var screen: Screen {
    if let madeScreen { return madeScreen }
    let made = Screen(self)
    display = made
    hooks.rare.onScreen?(made)
    return made
  }

  /// The same; nil before the first use.
  package var madeScreen: Screen? { display as? Screen }

  /// Calls `body` with each screen that the device creates: one on first use, one more for each later script.
  public func equipScreen(_ body: @escaping (Screen) -> Void) {
    hooks.rare.onScreen = { if let screen = $0 as? Screen { body(screen) } }
  }

  /// Its map views in the order of creation.
  public var maps: [MKMapView] { madeScreen?.maps ?? [] }
}

extension CGSize {
  /// The size of a device's screen, in points.
  package init(_ screen: ScreenSize) { self.init(width: screen.width, height: screen.height) }
}
