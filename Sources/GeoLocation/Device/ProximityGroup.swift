import GeoCore

/// Devices that watch each other's distance: who is told when one of them moves.
///
/// One for the devices of one thread. A device that moves only notes it here; whoever feeds the devices calls
/// ``deliver(_:)`` after each event, so that no callback of one device runs inside another's.
///
/// Ownership: host → proximity group; devices are held weakly.
public final class ProximityGroup {
  private struct Watcher {
    weak var device: Device?
  }

  /// A fix of a watched device, for one of its watchers.
  private struct Move {
    let watcher: Watcher
    let device: String
    let position: NeighborPosition
    let time: TimeInterval
  }

  /// By the watched device's name, in the order of registration.
  private var watchers: [String: [Watcher]] = [:]
  @exclusivity(unchecked) private var moves: [Move] = []
  private var isDelivering = false
  private let find: (String) -> Device?
  /// Runs its last argument on behalf of a device, such as inside of its script.
  public var enter: (Device, () -> Void) -> Void = { _, body in body() }
  /// Has a device handle what its window lets go.
  public var drain: (Device) -> Void = { device in while device.handleNext() {} }
  /// The devices that hold an event in hand, which nothing they set off may overtake.
  private var busy: [Device] = []

  /// - Parameter find: returns the device of that name, nil where none has been seen yet.
  public init(find: @escaping (String) -> Device?) { self.find = find }

  /// Tells the watchers of what has moved; does nothing inside itself.
  public func deliver() {
    guard !moves.isEmpty, !isDelivering else { return }
    isDelivering = true
    defer { isDelivering = false }
    while !moves.isEmpty {
      let due = moves
      moves.removeAll(keepingCapacity: true)
      for move in due {
        guard let device = move.watcher.device else { continue }
        enter(device) { device.neighborMoved(move.device, to: move.position, at: move.time) }
      }
    }
  }

  /// Has those who watch a device, before that handles an event of `time`, handle what has waited long enough by then.
  ///
  /// So each event is handled, and told, on its own, in an order that a recording can keep.
  func catchUp(with moved: Device, to time: TimeInterval) {
    busy.append(moved)
    defer { busy.removeLast() }
    for watcher in watchers[moved.name] ?? [] {
      guard let device = watcher.device, device.window.earliestRelease ?? .infinity <= time else { continue }
      enter(device) {
        device.makeReady(by: time)
        if !busy.contains(where: { $0 === device }) { drain(device) }
      }
      deliver()
    }
  }

  func isWatched(_ name: String) -> Bool { !watchers.isEmpty && watchers[name] != nil }

  /// Returns the position of the watched device, if one is known.
  func add(_ watcher: Device, watching name: String) -> NeighborPosition? {
    watchers[name, default: []].append(Watcher(device: watcher))
    guard let device = find(name) else { return nil }
    device.isWatched = true
    return device.lastKnown.map { NeighborPosition(coordinate: $0.fix.coordinate, timestamp: $0.timestamp) }
  }

  func remove(_ watcher: Device, watching name: String) {
    watchers[name]?.removeAll { $0.device === watcher || $0.device == nil }
    guard watchers[name]?.isEmpty == true else { return }
    watchers[name] = nil
    find(name)?.isWatched = false
  }

  func moved(_ device: Device, to position: NeighborPosition) {
    for watcher in watchers[device.name] ?? [] {
      moves.append(Move(watcher: watcher, device: device.name, position: position, time: device.clock.now))
    }
  }
}

/// Where another device was, and when that was measured.
struct NeighborPosition {
  let coordinate: CLLocationCoordinate2D
  let timestamp: TimeInterval
}
