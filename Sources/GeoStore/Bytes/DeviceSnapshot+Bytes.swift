import Geo
import SQLite

extension ByteWriter {
  mutating func put(_ snapshot: Device.Snapshot) {
    put(snapshot.clock)
    put(snapshot.hasStarted)
    put(snapshot.appState.rawValue)
    put(snapshot.runsUntil)
    put(snapshot.wasLaunchedForLocation)
    put(snapshot.settings.servicesEnabled)
    put(count: snapshot.settings.authorization.rawValue)
    put(snapshot.settings.networkUp)
    put(snapshot.settings.airplaneMode)
    put(snapshot.monitorsSignificantChanges)
    put(snapshot.monitorsVisits)
    put(snapshot.significantCoordinate)
    put(snapshot.significantTime)
    put(snapshot.visits.map { [$0] } ?? []) { $0.put($1) }
    put(snapshot.profile?.json.description ?? "")
    put(snapshot.lastKnown != nil)
    if let last = snapshot.lastKnown {
      put(last.fix)
      put(last.timestamp)
      put(last.previous)
      put(last.previousTimestamp)
      put(last.signalWasLost)
    }
    put(snapshot.fastTimestamp)
    if !snapshot.fastTimestamp.isNaN { put(snapshot.fastFix) }
    put(snapshot.window)
    put(snapshot.regions)
    put(snapshot.proximities) { $0.put($1) }
    put(snapshot.proximityVisits)
  }

  private mutating func put(_ proximity: Proximity.Snapshot) {
    put(proximity.watch.device)
    put(proximity.watch.radius)
    put(proximity.watch.exitRadius)
    put(proximity.watch.maximumAge)
    put(UInt8(proximity.state.rawValue))
    put(proximity.visit)
    put(proximity.begin)
    put(proximity.coordinate)
    put(proximity.timestamp)
  }
}

extension ByteReader {
  mutating func snapshot() throws(Fault) -> Device.Snapshot {
    var snapshot = Device.Snapshot()
    snapshot.clock = try double()
    snapshot.hasStarted = try flag()
    guard let appState = AppState(rawValue: try text()) else { throw Fault() }
    snapshot.appState = appState
    snapshot.runsUntil = try double()
    snapshot.wasLaunchedForLocation = try flag()
    snapshot.settings.servicesEnabled = try flag()
    guard let authorization = CLAuthorizationStatus(rawValue: try count()) else { throw Fault() }
    snapshot.settings.authorization = authorization
    snapshot.settings.networkUp = try flag()
    snapshot.settings.airplaneMode = try flag()
    snapshot.monitorsSignificantChanges = try flag()
    snapshot.monitorsVisits = try flag()
    snapshot.significantCoordinate = try coordinate()
    snapshot.significantTime = try double()
    snapshot.visits = try array { (reader) throws(Fault) in try reader.visits() }.first
    snapshot.profile = try profile()
    if try flag() {
      snapshot.lastKnown = Device.LastKnown(
        fix: try fix(), timestamp: try double(), previous: try coordinate(),
        previousTimestamp: try double(), signalWasLost: try flag())
    }
    snapshot.fastTimestamp = try double()
    if !snapshot.fastTimestamp.isNaN { snapshot.fastFix = try fix() }
    snapshot.window = try window()
    snapshot.regions = try regions()
    snapshot.proximities = try array { (reader) throws(Fault) in try reader.proximity() }
    snapshot.proximityVisits = try word()
    return snapshot
  }

  private mutating func profile() throws(Fault) -> DeviceProfile? {
    let json = try text()
    if json.isEmpty { return nil }
    var profile = DeviceProfile.default
    try change(json).apply(to: &profile)
    return profile
  }

  /// A change of a profile from its JSON.
  mutating func change(_ json: String) throws(Fault) -> ProfileChange {
    do { return try ProfileChange(try JSONParser.parse(json)) } catch { throw Fault() }
  }

  private mutating func proximity() throws(Fault) -> Proximity.Snapshot {
    let watch = ProximityWatch(
      device: try text(), radius: try double(), exitRadius: try double(), maximumAge: try double())
    guard let state = RegionState(rawValue: Int(try byte())) else { throw Fault() }
    return Proximity.Snapshot(
      watch: watch, state: state, visit: try word(), begin: try double(), coordinate: try coordinate(),
      timestamp: try double())
  }
}
