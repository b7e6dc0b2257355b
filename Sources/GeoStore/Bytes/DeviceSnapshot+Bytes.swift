import Geo
import SQLite

extension ByteWriter {
  mutating func write(_ snapshot: Device.Snapshot) {
    write(snapshot.clock)
    write(snapshot.hasStarted)
    write(snapshot.appState.rawValue)
    write(snapshot.runsUntil)
    write(snapshot.wasLaunchedForLocation)
    write(snapshot.settings.servicesEnabled)
    write(count: snapshot.settings.authorization.rawValue)
    write(snapshot.settings.networkUp)
    write(snapshot.settings.airplaneMode)
    write(snapshot.monitorsSignificantChanges)
    write(snapshot.monitorsVisits)
    write(snapshot.significantCoordinate)
    write(snapshot.significantTime)
    write(snapshot.visits.map { [$0] } ?? []) { $0.write($1) }
    write(snapshot.profile?.json.description ?? "")
    write(snapshot.lastKnown != nil)
    if let last = snapshot.lastKnown {
      write(last.fix)
      write(last.timestamp)
      write(last.previous)
      write(last.previousTimestamp)
      write(last.signalWasLost)
    }
    write(snapshot.fastTimestamp)
    if !snapshot.fastTimestamp.isNaN { write(snapshot.fastFix) }
    write(snapshot.window)
    write(snapshot.regions)
    write(snapshot.proximities) { $0.write($1) }
    write(snapshot.proximityVisits)
  }

  private mutating func write(_ proximity: Proximity.Snapshot) {
    write(proximity.watch.device)
    write(proximity.watch.radius)
    write(proximity.watch.exitRadius)
    write(proximity.watch.maximumAge)
    write(UInt8(proximity.state.rawValue))
    write(proximity.visit)
    write(proximity.begin)
    write(proximity.coordinate)
    write(proximity.timestamp)
  }
}

extension ByteReader {
  mutating func snapshot() throws(Fault) -> Device.Snapshot {
    var snapshot = Device.Snapshot()
    snapshot.clock = try double()
    snapshot.hasStarted = try flag()
    guard let appState = AppState(rawValue: try text()) else { throw Fault() }
    snapshot.appState = appState
    // Minus infinity: the app does not run.
    snapshot.runsUntil = try known()
    snapshot.wasLaunchedForLocation = try flag()
    snapshot.settings.servicesEnabled = try flag()
    guard let authorization = CLAuthorizationStatus(rawValue: try count()) else { throw Fault() }
    snapshot.settings.authorization = authorization
    snapshot.settings.networkUp = try flag()
    snapshot.settings.airplaneMode = try flag()
    snapshot.monitorsSignificantChanges = try flag()
    snapshot.monitorsVisits = try flag()
    snapshot.significantCoordinate = try coordinate()
    snapshot.significantTime = try measure()
    snapshot.visits = try array { (reader) throws(Fault) in try reader.visits() }.first
    snapshot.profile = try profile()
    if try flag() {
      snapshot.lastKnown = Device.LastKnown(
        fix: try fix(), timestamp: try double(), previous: try coordinate(),
        previousTimestamp: try measure(), signalWasLost: try flag())
    }
    snapshot.fastTimestamp = try measure()
    if !snapshot.fastTimestamp.isNaN { snapshot.fastFix = try fix() }
    snapshot.window = try window()
    snapshot.regions = try regions()
    snapshot.proximities = try array { (reader) throws(Fault) in try reader.proximity() }
    snapshot.proximityVisits = try naturalWord()
    return snapshot
  }

  private mutating func profile() throws(Fault) -> DeviceProfile? {
    let json = try text()
    if json.isEmpty { return nil }
    var profile = DeviceProfile.default
    try change(json).apply(to: &profile)
    return profile
  }

  /// Reads a profile change from its JSON.
  mutating func change(_ json: String) throws(Fault) -> ProfileChange {
    do { return try ProfileChange(try JSONParser.parse(json)) } catch { throw Fault() }
  }

  private mutating func proximity() throws(Fault) -> Proximity.Snapshot {
    let watch = ProximityWatch(
      device: try text(), radius: try double(), exitRadius: try double(), maximumAge: try coming())
    guard let state = RegionState(rawValue: Int(try byte())) else { throw Fault() }
    return Proximity.Snapshot(
      watch: watch, state: state, visit: try word(), begin: try double(), coordinate: try coordinate(),
      timestamp: try measure())
  }
}
