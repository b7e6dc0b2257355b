import GeoCore
public import GeoLocation

/// What a device shows: its map views, what they are drawn with, and the calls that they still owe their delegates.
///
/// Ownership: the device owns this once a map was made, this owns the maps until they leave it.
public final class Screen: DeviceScreen {
  unowned let device: Device
  /// The size of a map that is made without a frame, in place of the profile's screen.
  public var mapSize: CGSize?
  /// What the maps lie on; nil for nothing.
  public var baseMap: (any BaseMap)?
  /// What brings the tiles of the maps; nil where nothing is loaded.
  public var tileLoader: (any TileLoader)?
  /// Pixels to a point of the pictures that are made of the maps.
  public var contentScaleFactor = 1.0
  /// Waits, on the wall's clock, for the tiles that are on their way; nil where nothing is loaded.
  public var awaitTiles: (() -> Void)?
  /// What gives pictures their canvases; nil where nothing can be drawn.
  public var canvasFactory: (any CanvasFactory)?
  /// Where UIKit's functions of the script draw now.
  public var graphics = GraphicsStack()
  /// In the order of creation.
  private(set) var maps: [MKMapView] = []
  /// What is at work on a snapshot, in the order of starting.
  private(set) var snapshotters: [MKMapSnapshotter] = []
  /// How many snapshots were asked for at which time of the clock.
  var snapshotBurst = (time: -TimeInterval.infinity, count: 0)
  package private(set) var createdCount = 0
  /// The finger that is on one of them.
  var finger: Finger?
  package var handEnds = -TimeInterval.infinity
  /// `calls[..<head]` are made.
  private var calls: [Waiting] = []
  private var head = 0
  private var isSettling = false
  /// Whether calls were dropped that nobody has been told of yet.
  private var hasDropped = false
  /// How many calls and layout passes, each caused by the one before, led to the one that is being made.
  private var round = 0

  private struct Waiting {
    let map: MKMapView
    let call: MapDelegateCall
    let round: Int
  }

  init(_ device: Device) { self.device = device }

  /// The size of a map that is made without a frame.
  var size: CGSize { mapSize ?? CGSize(device.profile.screenSize) }

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

  /// Queues a call for when the outermost callback has returned, or drops it when ``mostWaiting`` wait already.
  func queue(_ call: MapDelegateCall, of map: MKMapView) {
    guard waitingCount < Screen.mostWaiting else { return hasDropped = true }
    calls.append(Waiting(map: map, call: call, round: isSettling ? round + 1 : 0))
  }

  /// A change that waits until a call has returned is one too many, or not.
  func mayWait(_ others: Int) -> Bool {
    guard others < Screen.mostWaiting else {
      hasDropped = true
      return false
    }
    return true
  }

  package var waitingCount: Int { calls.count - head }

  package var isUnsettled: Bool { head < calls.count || maps.contains(where: \.isUnsettled) }

  /// Makes the calls that wait, then lays the maps out, until nothing is left to do.
  ///
  /// - Errors: a delegate's are told to ``Device/Hooks/onError``, and so is a chain of more than ``longestChain``; what waits
  ///   then is dropped.
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

  /// Lets go of calls that are made, before there are many.
  private func forgetMade() {
    guard head >= 1024, head * 2 >= calls.count else { return }
    calls.removeFirst(head)
    head = 0
  }

  /// How many calls may wait: the host keeps them outside of a script's memory.
  static let mostWaiting = 200_000
  private static let overflow = GeoError(
    .data, "\(mostWaiting) map delegate calls were waiting at once; later ones were dropped")

  /// How often a change may be caused by one that was caused by one, and so on.
  private static let longestChain = 100
  /// How many calls may be caused by others, one after the other: a chain that branches has no end worth waiting for.
  private static let mostCaused = 20_000
  private static let chainError = GeoError(
    .data,
    "a map's changes keep causing each other (does regionDidChangeAnimated set the region each time?); "
      + "the waiting calls are dropped")
}

extension Device {
  /// What it shows, made when it is first asked for: what it draws with comes from ``equipScreen(_:)``.
  public var screen: Screen {
    if let madeScreen { return madeScreen }
    let made = Screen(self)
    display = made
    hooks.onScreen?(made)
    return made
  }

  /// The same, nil before somebody asked for it.
  package var madeScreen: Screen? { display as? Screen }

  /// Calls `body` with each screen that the device makes: one when it is first needed, one more for each later script.
  public func equipScreen(_ body: @escaping (Screen) -> Void) {
    hooks.onScreen = { if let screen = $0 as? Screen { body(screen) } }
  }

  /// Its map views in the order of creation.
  public var maps: [MKMapView] { madeScreen?.maps ?? [] }
}

extension CGSize {
  /// The size of a device's screen, in points.
  package init(_ screen: ScreenSize) { self.init(width: screen.width, height: screen.height) }
}
