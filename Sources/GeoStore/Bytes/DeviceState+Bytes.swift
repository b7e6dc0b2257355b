import Geo

extension DeviceState {
  /// The forms of the bytes; another is another version of geoscript's.
  private enum Form {
    static let plain: UInt8 = 1
    /// What the device's geocoders remember comes last.
    static let geocoding: UInt8 = 2
    /// After that comes what it told of itself.
    static let attributes: UInt8 = 3
  }

  /// Who needs no more keeps the form that older programs know.
  private var form: UInt8 {
    guard device.attributes.isEmpty else { return Form.attributes }
    return device.geocoding.isEmpty ? Form.plain : Form.geocoding
  }

  /// The state as bytes for the database.
  public var bytes: [UInt8] {
    var writer = ByteWriter(capacity: 256)
    let form = form
    writer.put(form)
    writer.put(count: sequence)
    writer.put(timers) { writer, timer in
      writer.put(timer.place)
      writer.put(timer.due ?? .nan)
    }
    writer.put(count: lostTimers)
    writer.put(device)
    if form >= Form.geocoding { writer.put(device.geocoding) }
    if form >= Form.attributes {
      writer.put(device.attributes) { writer, attributes in
        writer.put(attributes.form)
        writer.put(attributes.json)
      }
    }
    return writer.bytes
  }

  /// - Errors: ``ByteReader/Fault`` for bytes that another program wrote.
  init(bytes: [UInt8]) throws(ByteReader.Fault) {
    var reader = ByteReader(bytes)
    let form = try reader.byte()
    guard (Form.plain...Form.attributes).contains(form) else { throw ByteReader.Fault() }
    sequence = try reader.count()
    timers = try reader.array { (reader) throws(ByteReader.Fault) in
      let place = try reader.text()
      let due = try reader.double()
      return DeviceTimer.Snapshot(place: place, due: due.isNaN ? nil : due)
    }
    lostTimers = try reader.count()
    device = try reader.snapshot()
    if form >= Form.geocoding { device.geocoding = try reader.geocoding() }
    if form >= Form.attributes {
      device.attributes = try reader.array { (reader) throws(ByteReader.Fault) in
        DeviceMessage(.attributes, form: try reader.text(), json: try reader.text())
      }
    }
    guard reader.isAtEnd else { throw ByteReader.Fault() }
  }
}

extension ByteWriter {
  fileprivate mutating func put(_ snapshot: Device.Snapshot) {
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

  private mutating func put(_ window: ReorderWindow.Snapshot) {
    for value in [window.newestFix, window.floor, window.newest, window.newestTime] { put(value) }
    put(window.last.map { [$0] } ?? []) { $0.put($1) }
    put(window.suspect) { $0.put($1) }
    put(window.strays) { $0.put($1) }
    put(window.held) { writer, held in
      writer.put(held.event)
      writer.put(held.releaseAt)
      writer.put(held.rebases)
    }
  }

  private mutating func put(_ regions: RegionMonitor.Snapshot) {
    put(regions.inside) { writer, visit in
      writer.put(visit.identifier)
      writer.put(visit.id)
      writer.put(visit.begin)
    }
    put(regions.pending) { writer, pending in
      writer.put(pending.identifier)
      writer.put(pending.isEnter)
      writer.put(pending.since)
      writer.put(pending.due)
      writer.put(pending.isCrossed)
    }
    put(regions.dwells) { writer, dwell in
      writer.put(dwell.identifier)
      writer.put(dwell.due)
    }
    put(regions.lastFix.map { [$0] } ?? []) { writer, fix in
      for value in [fix.latitude, fix.longitude, fix.accuracy, fix.altitude ?? .nan, fix.timestamp] {
        writer.put(value)
      }
    }
    put(regions.isUnsettled)
    put(regions.unknown) { $0.put($1) }
    put(regions.sequence)
    put(regions.lastTimestamp)
  }

  private mutating func put(_ due: RegionMonitor.Snapshot.Due) {
    put(due.time)
    put(due.lag)
  }
}

extension ByteReader {
  fileprivate mutating func snapshot() throws(Fault) -> Device.Snapshot {
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

  private mutating func proximity() throws(Fault) -> Proximity.Snapshot {
    let watch = ProximityWatch(
      device: try text(), radius: try double(), exitRadius: try double(), maximumAge: try double())
    guard let state = RegionState(rawValue: Int(try byte())) else { throw Fault() }
    return Proximity.Snapshot(
      watch: watch, state: state, visit: try word(), begin: try double(), coordinate: try coordinate(),
      timestamp: try double())
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

  private mutating func window() throws(Fault) -> ReorderWindow.Snapshot {
    var window = ReorderWindow.Snapshot()
    window.newestFix = try double()
    window.floor = try double()
    window.newest = try double()
    window.newestTime = try double()
    window.last = try events().first
    window.suspect = try events()
    window.strays = try events()
    window.held = try array { (reader) throws(Fault) in
      ReorderWindow.Snapshot.Held(
        event: try reader.event(), releaseAt: try reader.double(), rebases: try reader.flag())
    }
    return window
  }

  private mutating func events() throws(Fault) -> [DeviceEvent] {
    try array { (reader) throws(Fault) in try reader.event() }
  }

  private mutating func regions() throws(Fault) -> RegionMonitor.Snapshot {
    var regions = RegionMonitor.Snapshot()
    regions.inside = try array { (reader) throws(Fault) in
      RegionMonitor.Snapshot.Visit(
        identifier: try reader.text(), id: try reader.word(), begin: try reader.double())
    }
    regions.pending = try array { (reader) throws(Fault) in
      RegionMonitor.Snapshot.Pending(
        identifier: try reader.text(), isEnter: try reader.flag(), since: try reader.double(),
        due: try reader.due(), isCrossed: try reader.flag())
    }
    regions.dwells = try array { (reader) throws(Fault) in
      RegionMonitor.Snapshot.Dwell(identifier: try reader.text(), due: try reader.due())
    }
    regions.lastFix =
      try array { (reader) throws(Fault) in
        RegionMonitor.Snapshot.LastFix(
          latitude: try reader.double(), longitude: try reader.double(), accuracy: try reader.double(),
          altitude: try reader.optional(), timestamp: try reader.double())
      }.first
    regions.isUnsettled = try flag()
    regions.unknown = try array { (reader) throws(Fault) in try reader.text() }
    regions.sequence = try word()
    regions.lastTimestamp = try double()
    return regions
  }

  private mutating func due() throws(Fault) -> RegionMonitor.Snapshot.Due {
    RegionMonitor.Snapshot.Due(time: try double(), lag: try double())
  }
}
