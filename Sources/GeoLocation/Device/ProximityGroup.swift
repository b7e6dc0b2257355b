import GeoCore

/// Devices that watch each other's distance, and the watchers to notify when one of them moves.
///
/// There is one group for the devices of a thread. A device that moves only adds a note here. The caller that
/// feeds the devices calls ``deliver(_:)`` after each event, so that no callback of one device runs inside
/// another's.
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
  /// Runs its last argument on behalf of a device, for example inside its script.
  public var enter: (Device, () -> Void) -> Void = { _, body in body() }
  /// Makes a device handle the events that its window releases.
  public var drain: (Device) -> Void = { device in while device.handleNext() {} }
  /// The devices in the middle of an event; events that they cause must not overtake it.
  private var busy: [Device] = []

  /// - Parameter find: returns the device of that name, nil if none has occurred yet.
  public init(find: @escaping (String) -> Device?) { self.find = find }

  /// Notifies the watchers of all moves; does nothing inside itself.
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

  /// Makes the watchers of a device handle their due events before that device handles an event of `time`.
  ///
  /// So each event is handled and reported separately, in an order that a recording can keep.
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

/// The position of another device, and when it was measured.
struct NeighborPosition {
  let coordinate: CLLocationCoordinate2D
  let timestamp: TimeInterval
}
