public import Geo
import GeoDelivery
import GeoFeeds
public import GeoFormats

/// `geoscript report`: adds up what devices did.
public struct Report {
  public enum Kind: String, Sendable, CaseIterable {
    case trips, stops, visits, distance, fences
  }

  public var kind: Kind
  /// Files, or `-` for standard input.
  public var sources: [String]
  /// Files of regions, for ``Kind/fences``.
  public var fences: [String] = []
  /// Files of the areas inside of which the table says no position.
  public var privacyZones: [String] = []
  public var rule = TripRule()
  public var options = FeedOptions()
  /// The zone of days.
  public var zone: TimeZoneRules

  public init(_ kind: Kind, of sources: [String], in zone: TimeZoneRules) {
    (self.kind, self.sources, self.zone) = (kind, sources, zone)
  }

  public struct Outcome: Sendable {
    public internal(set) var table: ReportTable
    public internal(set) var fixes = 0
    public internal(set) var skips = SkipCounts()
    public internal(set) var notes: [String] = []
  }

  /// One device of the sources.
  private struct Line {
    var window = ReorderWindow(policy: .file)
    var path = ReportPath()
    var collector: any ReportCollector
    var ignition: Bool?
    /// The newest time of its stretch, and how often its times stepped back, so that a new stretch began.
    var newest = -TimeInterval.infinity
    var steps = 0
    /// Makes the collector of a new stretch.
    let begin: () -> any ReportCollector

    init(_ begin: @escaping () -> any ReportCollector) { (self.begin, collector) = (begin, begin()) }
  }

  /// Reads the sources to their end.
  ///
  /// - Memory: the rows, and for each device what it does at present.
  /// - Errors: ``GeoError``: `noInput` and `data` as ``FileFeed`` and ``FenceFile``; `data` without a fix.
  public func run() throws(GeoError) -> Outcome {
    try SourceWord.checkFiles(sources, for: "--from")
    try Run.checkRegionFiles(fences: fences, privacyZones: privacyZones)
    var outcome = Outcome(table: ReportTable(kind.rawValue, columns, zone))
    outcome.table.privacy = try PrivacyZones(files: privacyZones)
    let regions = try regions(&outcome)
    let directory = DeviceDirectory()
    let source = try FileFeed.open(sources, directory: directory, options: options)
    var lines: [Line] = []
    let empty = outcome.table
    try source.forEachEvent { event in
      let index = Int(event.device.index)
      while lines.count <= index {
        let name = directory.name(of: DeviceID(index: UInt32(lines.count)))
        lines.append(Line { collector(name, empty, regions) })
      }
      Report.add(event, to: &lines[index], &outcome)
    }
    var (late, future) = (0, 0)
    for index in lines.indices {
      lines[index].window.flush()
      Report.drain(&lines[index], &outcome)
      Report.takeHeld(before: nil, &lines[index], &outcome)
      lines[index].collector.finish { outcome.table.rows.append($0) }
      late += lines[index].window.counts.late
      future += lines[index].window.counts.future
    }
    outcome.table.finish()
    for (index, line) in lines.enumerated() where line.steps > 0 {
      outcome.notes.append(
        "\(PlainText.line(directory.name(of: DeviceID(index: UInt32(index))))): its times step back "
          + "\(counted(line.steps, "time")), where a new stretch begins: sort the file by time for one stretch"
      )
    }
    outcome.skips.add(source.skips)
    outcome.notes += source.notes
    let name = sources.joined(separator: ", ")
    if late > 0 {
      outcome.skips.count(
        "late", by: late, "\(name): events older than 3 s before the newest of their device")
    }
    if future > 0 {
      outcome.skips.count("future", by: future, "\(name): events dated too far ahead")
    }
    guard outcome.fixes > 0 else {
      throw GeoError(
        .data, outcome.skips.kinds.first?.entry.first ?? "contains no fixes to report on", at: name)
    }
    return outcome
  }

  private static func add(_ event: DeviceEvent, to line: inout Line, _ outcome: inout Outcome) {
    // What a recorder has put in order stays in order.
    if event.marks.contains(.settled) { return handle(event, &line, &outcome) }
    switch line.window.add(event) {
    case .deliver: handle(event, &line, &outcome)
    case .queue: drain(&line, &outcome)
    }
  }

  private static func drain(_ line: inout Line, _ outcome: inout Outcome) {
    while let released = line.window.next() { handle(released.event, &line, &outcome) }
  }

  private static func take(_ sample: ReportSample, _ line: inout Line, _ outcome: inout Outcome) {
    outcome.fixes += 1
    line.collector.take(sample, ignition: line.ignition) { outcome.table.rows.append($0) }
  }

  private static func takeHeld(before sample: ReportSample?, _ line: inout Line, _ outcome: inout Outcome) {
    for held in line.path.earlier(than: sample) { take(held, &line, &outcome) }
  }

  /// Ends the stretch of a device whose times step back: no row reaches over the step.
  private static func beginAnew(_ line: inout Line, _ outcome: inout Outcome) {
    takeHeld(before: nil, &line, &outcome)
    line.collector.finish { outcome.table.rows.append($0) }
    (line.collector, line.path) = (line.begin(), ReportPath())
    line.steps += 1
  }

  private static func handle(_ event: DeviceEvent, _ line: inout Line, _ outcome: inout Outcome) {
    switch event.payload {
    case .location(let fix):
      if event.timestamp < line.newest { beginAnew(&line, &outcome) }
      line.newest = event.timestamp
      guard let sample = line.path.sample(fix, event.timestamp) else { return }
      takeHeld(before: sample, &line, &outcome)
      take(sample, &line, &outcome)
    case .signalLost:
      takeHeld(before: nil, &line, &outcome)
      line.collector.loseSignal()
    case .message(let message) where message.kind == .attributes:
      guard message.json.contains("\"ignition\""),
        let value = (try? JSONParser.parse(message.json))?["ignition"]
      else { return }
      if case .bool(let isOn) = value { line.ignition = isOn }
    default: break
    }
  }
}

extension Report {
  private var columns: [ReportTable.Column] {
    switch kind {
    case .trips: LegCollector.columns
    case .stops: LegCollector.stopColumns
    case .visits: VisitCollector.columns
    case .distance: DistanceCollector.columns
    case .fences: FenceCollector.columns
    }
  }

  private func collector(_ device: String, _ table: ReportTable, _ regions: RegionSet) -> any ReportCollector
  {
    switch kind {
    case .trips: LegCollector(device, table, rule, trips: true)
    case .stops: LegCollector(device, table, rule, trips: false)
    case .visits: VisitCollector(device, table)
    case .distance: DistanceCollector(device, table, rule)
    case .fences: FenceCollector(device, table, regions)
    }
  }

  private func regions(_ outcome: inout Outcome) throws(GeoError) -> RegionSet {
    var regions = RegionSet.empty
    for path in fences {
      let file = try FenceFile.read(path, desiredAccuracy: 0, timeZones: FenceFile.systemTimeZones)
      guard !file.regions.isEmpty else {
        throw GeoError(.data, file.skips.kinds.first?.entry.first ?? "contains no region", at: path)
      }
      regions = regions.adding(contentsOf: file.regions)
      outcome.skips.add(file.skips)
    }
    return regions
  }
}
