import Geo

/// What the messages to a page refer to by number, and how they are written.
///
/// - Shape: a message is a page's document of what has changed, with its columns in Base64. A device has its number
///   and those of its fixes: a fix that comes again replaces the one before.
struct PageBook {
  private struct Entry {
    let region: MonitoredRegion
    let json: JSONValue
    /// How many devices number it.
    var uses = 0
    /// The last message that refers to it.
    var last: Int
  }

  /// The numbers of one worker for a device.
  private struct Part {
    let shard: Int
    /// The page's number of each of its regions.
    var regions: [Int] = []
    var fixCount = 0
  }

  private var names: [UInt32: String] = [:]
  private var rectsByDevice: [UInt32: MKMapRect] = [:]
  /// By device, what each worker that recorded it has numbered, in the order in which they began.
  private var parts: [UInt32: [Part]] = [:]
  private var entries: [Int: Entry] = [:]
  private var numbers: [MonitoredRegion: Int] = [:]
  private var nextNumber = 0
  private var sets: Set<RegionSet> = []
  /// The numbers of regions that are not watched any more.
  private var retired: Set<Int> = []

  /// Watched regions beyond this number are shown only if something is decided about them.
  private static let mostWatched = 2_000
  /// Beyond this number, regions that no message refers to are forgotten.
  private static let mostEntries = 4_000
  /// The most fixes of a device that one worker numbers; those of the next worker have numbers from there on.
  private static let mostNumbers: Int64 = 1 << 24
  /// The most devices around which the map names all towns.
  private static let mostRects = 200

  /// The parts of the map in which devices are.
  var rects: [MKMapRect] { Array(rectsByDevice.values) }

  /// Whether a device was heard of.
  func has(_ name: String) -> Bool { names.values.contains(name) }

  /// Devices and regions.
  var content: [(name: String, value: JSONValue)] {
    [
      ("devices", .array(names.sorted { $0.key < $1.key }.map { PageBook.json($0.key, $0.value) })),
      ("regions", .array(entries.sorted { $0.key < $1.key }.map { PageBook.json($0.key, $0.value) })),
      ("retired", PageBook.json(retired)),
    ]
  }

  private static func json(_ index: UInt32, _ name: String) -> JSONValue {
    .array([.integer(Int64(index)), .string(name)])
  }

  private static func json(_ number: Int, _ entry: Entry) -> JSONValue {
    .array([.integer(Int64(number)), entry.json])
  }

  private static func json(_ numbers: Set<Int>) -> JSONValue {
    .array(numbers.sorted().map { .integer(Int64($0)) })
  }

  /// Returns a message that regions are not watched any more; nil if no page knows them.
  mutating func retire(_ regions: Set<MonitoredRegion>, number: Int) -> JSONValue? {
    // If one comes back, it has a new number.
    let gone = Set(regions.compactMap { numbers.removeValue(forKey: $0) })
    guard !gone.isEmpty else { return nil }
    retired.formUnion(gone)
    sets.removeAll()
    return .object([
      ("type", .string("retired")), ("number", .integer(Int64(number))), ("regions", PageBook.json(gone)),
    ])
  }

  /// Returns a message.
  ///
  /// - Parameters:
  ///   - set: regions that are shown though no device watches them yet.
  ///   - oldest: the number of the oldest message that is kept.
  mutating func message(
    _ tracks: [PageTrack] = [], watching set: RegionSet = .empty, number: Int, oldest: Int
  ) -> JSONValue {
    var columns = PageColumns(start: PageBook.start(tracks))
    var devices: [JSONValue] = []
    let known = nextNumber
    watch(set, number)
    for track in tracks {
      let part = part(of: track)
      var own = parts[track.device.index, default: []][part]
      place(track, in: &own, number: number)
      parts[track.device.index]?[part] = own
      let offset = columns.numbers.bytes.count
      columns.add(track, regions: own.regions)
      devices.append(device(track, part, offset: offset))
    }
    let log = tracks.flatMap { track in track.entries.map { (track.device.index, $0) } }
      .sorted { ($0.1.time, $0.0, $0.1.sequence) < ($1.1.time, $1.0, $1.1.sequence) }
    let new = (known..<nextNumber).compactMap { number in entries[number].map { PageBook.json(number, $0) } }
    forget(before: oldest)
    return .object([
      ("type", .string("changes")), ("number", .integer(Int64(number))),
      ("start", .number((columns.start * 1000).rounded())), ("devices", .array(devices)),
      ("regions", .array(new)), ("log", .array(log.map(\.1.json))),
      ("moreLog", .integer(Int64(tracks.reduce(0) { $0 + $1.moreEntries }))),
      ("columns", .string(Base64Text.encode(columns.numbers.bytes))),
    ])
  }

  private mutating func watch(_ set: RegionSet, _ number: Int) {
    guard !set.isEmpty, !sets.contains(set) else { return }
    if sets.count > 64 { sets.removeAll() }
    sets.insert(set)
    for region in set.regions where entries.count < PageBook.mostWatched {
      _ = self.number(of: region, in: number)
    }
  }

  private static func start(_ tracks: [PageTrack]) -> TimeInterval {
    let times = tracks.flatMap { [$0.fixes.lazy.map(\.timestamp).min(), $0.states.first?.time] }
    return (times.compactMap { $0 }.min() ?? 0).rounded(.down)
  }

  /// The place of a worker among those that recorded a device.
  private mutating func part(of track: PageTrack) -> Int {
    let known = parts[track.device.index, default: []]
    if let place = known.firstIndex(where: { $0.shard == track.shard }) { return place }
    parts[track.device.index, default: []].append(Part(shard: track.shard))
    return known.count
  }

  private mutating func device(_ track: PageTrack, _ part: Int, offset: Int) -> JSONValue {
    names[track.device.index] = track.name
    note(track)
    let first = Int64(part) * PageBook.mostNumbers
    var track = track
    track.fixCount = parts[track.device.index, default: []].reduce(0) { $0 + $1.fixCount }
    guard case .object(let members) = PageDocument.device(track, offset: offset) else { return .null }
    var all: [(name: String, value: JSONValue)] = [("device", .integer(Int64(track.device.index)))]
    all += members
    all.append(("numbers", .array(track.fixes.map { .integer(Int64($0.number) + first) })))
    return .object(all)
  }

  private mutating func note(_ track: PageTrack) {
    guard track.device.index < PageBook.mostRects, let rect = PageDocument.rect(track).first else { return }
    rectsByDevice[track.device.index] = rectsByDevice[track.device.index].map { $0.union(rect) } ?? rect
  }

  // MARK: Regions

  /// Gives the regions of a track their numbers.
  private mutating func place(_ track: PageTrack, in part: inout Part, number: Int) {
    part.fixCount = track.fixCount
    if track.firstRegion == 0 {
      for old in part.regions { entries[old]?.uses -= 1 }
      part.regions = []
    }
    for region in track.regions {
      let place = self.number(of: region, in: number)
      entries[place]?.uses += 1
      part.regions.append(place)
    }
    for decision in track.decisions { entries[part.regions[Int(decision.region)]]?.last = number }
    for state in track.states { entries[part.regions[Int(state.region)]]?.last = number }
    watch(track.watched, number)
  }

  private mutating func number(of region: MonitoredRegion, in message: Int) -> Int {
    if let known = numbers[region] {
      entries[known]?.last = message
      return known
    }
    let number = nextNumber
    nextNumber += 1
    numbers[region] = number
    entries[number] = Entry(region: region, json: PageRegions.json(region), last: message)
    return number
  }

  /// Forgets regions that nobody numbers and no message refers to.
  private mutating func forget(before oldest: Int) {
    guard entries.count > PageBook.mostEntries else { return }
    for (number, entry) in entries where entry.uses <= 0 && entry.last < oldest {
      if numbers[entry.region] == number { numbers[entry.region] = nil }
      entries[number] = nil
      retired.remove(number)
    }
  }
}
