import Geo

/// The data of a page: one JSON object, and the numbers that it refers to.
struct PageDocument {
  /// The version of this form.
  static let version: Int64 = 1

  let json: JSONValue
  let columns: [UInt8]
  /// The parts of the map in which it shows something.
  let rects: [MKMapRect]

  /// - Parameter head: members about the run.
  init(_ tracks: [PageTrack], head: [(name: String, value: JSONValue)]) {
    let times = tracks.flatMap { [$0.fixes.lazy.map(\.timestamp).min(), $0.entries.first?.time] }
    let start = times.compactMap { $0 }.min() ?? 0
    var list = PageRegions()
    var columns = PageColumns(start: start)
    var devices: [JSONValue] = []
    var rects: [MKMapRect] = []
    for track in tracks {
      let numbers = track.regions.map { list.number(of: $0) }
      list.addWatched(track.watched)
      let offset = columns.numbers.bytes.count
      columns.add(track, regions: numbers)
      devices.append(PageDocument.device(track, offset: offset))
      rects += PageDocument.rect(track)
    }
    let entries = tracks.flatMap { track in track.entries.map { (track.device.index, $0) } }
      .sorted { ($0.1.time, $0.0, $0.1.sequence) < ($1.1.time, $1.0, $1.1.sequence) }
    let more = tracks.reduce(0) { $0 + $1.moreEntries }
    let members: [(name: String, value: JSONValue)] = [
      ("format", .string("geoscript-page")), ("version", .integer(PageDocument.version)),
    ]
    let content: [(name: String, value: JSONValue)] = [
      ("start", .number((start * 1000).rounded())),
      ("rules", .array(PageColumns.rules.map { .string($0.rawValue) })),
      ("devices", .array(devices)), ("regions", .array(list.found.map(PageRegions.json))),
      ("moreRegions", .bool(list.isCut)), ("log", .array(entries.map(\.1.json))),
      ("moreLog", .integer(Int64(more))),
    ]
    json = .object(members + head + content)
    self.columns = columns.numbers.bytes
    self.rects = rects
  }

  static func device(_ track: PageTrack, offset: Int) -> JSONValue {
    func number(_ count: Int) -> JSONValue { .integer(Int64(count)) }
    var members: [(name: String, value: JSONValue)] = [
      ("name", .string(track.name)), ("at", number(offset)), ("all", number(track.fixCount)),
      ("fixes", number(track.fixes.count)), ("states", number(track.states.count)),
      ("texts", .array(track.texts.map { .string($0) })),
    ]
    if !track.maps.isEmpty { members.append(("maps", .array(track.maps.map(\.json)))) }
    if !track.pictures.isEmpty { members.append(("pictures", .array(track.pictures.map(\.json)))) }
    return .object(members)
  }

  /// The part of the map around a device's fixes, with what lies near.
  static func rect(_ track: PageTrack) -> [MKMapRect] {
    let places = track.fixes.lazy.map(\.coordinate).filter(CLLocationCoordinate2DIsValid)
    guard !places.isEmpty else { return [] }
    let rect = MapPath.boundingRect(places.map(MKMapPointForCoordinate))
    let margin = 30_000 * MKMapPointsPerMeterAtLatitude(places[places.startIndex].latitude)
    let wide = rect.insetBy(dx: -margin, dy: -margin)
    // Far travelers have the towns of the whole world.
    return wide.width > MKMapSizeWorld.width / 64 ? [] : [wide]
  }
}

/// The regions of all devices, each once.
struct PageRegions {
  private(set) var found: [MonitoredRegion] = []
  private(set) var isCut = false
  private var numbers: [MonitoredRegion: Int] = [:]
  private var sets: Set<RegionSet> = []
  /// Regions beyond this number are shown only if something was decided about them.
  private static let most = 2_000

  mutating func number(of region: MonitoredRegion) -> Int {
    if let known = numbers[region] { return known }
    found.append(region)
    numbers[region] = found.count - 1
    return found.count - 1
  }

  mutating func addWatched(_ set: RegionSet) {
    guard !set.isEmpty, sets.insert(set).inserted else { return }
    for region in set.regions where numbers[region] == nil {
      guard found.count < PageRegions.most else {
        isCut = true
        return
      }
      _ = number(of: region)
    }
  }

  /// A region as a Feature of GeoJSON, with what its lane and its reasons need.
  static func json(_ region: MonitoredRegion) -> JSONValue {
    guard case .object(let members) = GeoJSON.feature(region) else { return .null }
    let more: [(name: String, value: JSONValue)] = [
      ("buffer", .number(region.buffer)), ("enter", .number(region.enterThreshold)),
      ("center", .array([.number(region.center.longitude), .number(region.center.latitude)])),
    ]
    return .object(members + more)
  }
}
