/// What a device shows: its map views, and the calls that they still owe their delegates.
///
/// Ownership: the device owns this once a map was made, this owns the maps until they leave it.
final class Screen {
  private unowned let device: Device
  /// In the order of creation.
  private(set) var maps: [MKMapView] = []
  /// The number of maps ever made.
  private(set) var created = 0
  /// `calls[..<head]` are made.
  private var calls: [(map: MKMapView, call: MapCall)] = []
  private var head = 0
  private var isSettling = false

  init(_ device: Device) { self.device = device }

  func add(_ map: MKMapView) -> Int {
    maps.append(map)
    created += 1
    return created
  }

  func remove(_ map: MKMapView) {
    maps.removeAll { $0 === map }
    calls.removeSubrange(..<head)
    head = 0
    calls.removeAll { $0.map === map }
  }

  /// Queues a call for when the outermost callback has returned.
  func queue(_ call: MapCall, of map: MKMapView) { calls.append((map, call)) }

  /// Whether ``settle()`` has something to do.
  var isUnsettled: Bool { head < calls.count || maps.contains(where: \.isUnsettled) }

  /// Makes the calls that wait, then lays the maps out, until nothing is left to do.
  func settle() {
    guard !isSettling else { return }
    isSettling = true
    while true {
      if head < calls.count {
        let (map, call) = calls[head]
        head += 1
        do { try map.deliver(call) } catch { device.onError?(error) }
      } else if let map = maps.first(where: \.isUnsettled) {
        map.layoutIfNeeded()
      } else {
        break
      }
    }
    calls.removeAll(keepingCapacity: calls.capacity <= 16)
    head = 0
    isSettling = false
  }
}

extension Device {
  /// Its map views in the order of creation.
  public var maps: [MKMapView] { screen?.maps ?? [] }

  /// What it shows, made with its first map.
  var madeScreen: Screen {
    if let screen { return screen }
    let made = Screen(self)
    screen = made
    return made
  }
}
