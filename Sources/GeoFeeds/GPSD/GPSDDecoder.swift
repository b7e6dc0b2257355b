import CSimdJSON
import Geo
import GeoFormats
import Glibc

/// Turns gpsd's reports into events, live from its socket or from a log that `gpspipe -w` wrote.
///
/// - Source: gpsd_json(5) of releases 3.22 to 3.25, https://gpsd.io/gpsd_json.html.
final class GPSDDecoder: LineDecoder {
  let context: LineContext
  /// The only receiver to listen to; nil for all.
  private let path: [UInt8]?
  private let reader: OpaquePointer
  private var dates = DateReader()
  var times: MissingTimes

  /// In order of appearance; the first is the context's device.
  var receivers: [GPSDReceiver] = []
  /// The receiver of the previous report: most streams have only one.
  var lastReceiver = 0
  /// When the current lines arrived; nil in a replay.
  var arrival: TimeInterval?
  private var line = 1

  private(set) var goodCount = 0
  private(set) var skips = SkipCounts()
  /// The release and the protocol's major version, once gpsd has reported them.
  private(set) var version: (release: String, protocol: Int)?
  /// The receivers in gpsd's last list; nil before the first list.
  private(set) var paths: [String]?
  private(set) var isWatching = false
  /// Notices for the user, which a live source collects.
  private var notices: [LiveInbox.Notice] = []
  private var noticeCount = 0

  init(_ context: LineContext, path: String? = nil) {
    self.context = context
    self.path = path.map { Array($0.utf8) }
    times = MissingTimes(context.options)
    reader = geo_gpsd_new()
  }

  deinit { geo_gpsd_free(reader) }

  func decode(_ run: LineRun, into events: inout [DeviceEvent]) {
    guard var at = run.bytes.baseAddress else { return }
    let end = at + run.bytes.count
    arrival = run.arrival
    line = run.firstLine
    while at < end {
      let newline = memchr(at, 10, end - at).map { UnsafeRawPointer($0) } ?? end
      read(at, newline - at, into: &events)
      line += 1
      at = newline + 1
    }
  }

  /// How long to wait for the reports of one epoch: a sentence at 4800 baud takes 0.17 s.
  var patience: TimeInterval? { receivers.contains { $0.isHolding } ? 0.25 : nil }

  func flush(at arrival: TimeInterval?, into events: inout [DeviceEvent]) {
    self.arrival = arrival
    for index in receivers.indices { deliver(index, into: &events) }
  }

  /// Handles a lost connection: all receivers lose their fixes, and may not return.
  func disconnect(at arrival: TimeInterval, into events: inout [DeviceEvent]) {
    self.arrival = arrival
    for index in receivers.indices {
      receivers[index].forgetEpoch()
      lose(index, told: .nan, into: &events)
    }
    paths = nil
    isWatching = false
  }

  func drainNotices() -> [LiveInbox.Notice] {
    defer { notices = [] }
    return notices
  }

  /// Keeps a notice, up to a limit: nobody may collect it, and a stream that causes so many is hostile.
  func post(_ notice: LiveInbox.Notice) {
    guard notices.count < 16, noticeCount < 1000 else { return }
    noticeCount += 1
    notices.append(notice)
  }

  func count(_ kind: String, _ message: @autoclosure () -> String) {
    skips.count(kind, "\(context.name):\(line): \(message())")
  }

  private func read(_ bytes: UnsafeRawPointer, _ length: Int, into events: inout [DeviceEvent]) {
    var report = geo_gpsd_report()
    let text = bytes.assumingMemoryBound(to: CChar.self)
    guard geo_gpsd_read(reader, text, length, &report) != 0 else { return }
    if Int(report.kind) == GEO_GPSD_FAULT {
      let fault = String(report.text)
      count("not JSON", "is not a whole report: \(fault) (gpsd cuts reports longer than 10,240 characters)")
      let start = GPSDDecoder.secondReport(bytes, length)
      guard start > 0, geo_gpsd_read(reader, text + start, length - start, &report) != 0,
        Int(report.kind) != GEO_GPSD_FAULT
      else { return }
    }
    goodCount += 1
    ingest(report, into: &events)
  }

  /// Where the last report begins in a line whose first report lost its newline; 0 if there is only one.
  private static func secondReport(_ bytes: UnsafeRawPointer, _ length: Int) -> Int {
    let mark: StaticString = "{\"class\":"
    var at = length - mark.utf8CodeUnitCount
    while at > 0, memcmp(bytes + at, mark.utf8Start, mark.utf8CodeUnitCount) != 0 { at -= 1 }
    return max(at, 0)
  }

  private func ingest(_ report: geo_gpsd_report, into events: inout [DeviceEvent]) {
    switch Int(report.kind) {
    case GEO_GPSD_TPV: withReceiver(report) { ingestFix(report, $0, into: &events) }
    case GEO_GPSD_SKY: withReceiver(report) { ingestSky(report, $0, into: &events) }
    case GEO_GPSD_GST: withReceiver(report) { ingestDeviation(report, $0) }
    case GEO_GPSD_ATT: withReceiver(report) { ingestHeading(report, $0, into: &events) }
    case GEO_GPSD_VERSION: ingestVersion(report)
    case GEO_GPSD_DEVICES: ingestDevices(report, into: &events)
    case GEO_GPSD_DEVICE: ingestDevice(report, into: &events)
    case GEO_GPSD_WATCH: isWatching = report.is_active != 0
    case GEO_GPSD_ERROR: ingestError(report)
    default: break
    }
  }

  private func withReceiver(_ report: geo_gpsd_report, _ body: (Int) -> Void) {
    let name = report.device.buffer
    if let path, !name.isEmpty, !path.elementsEqual(name) { return }
    guard let index = receiver(name) else { return }
    body(index)
  }

  /// The time of a report; NaN without one.
  func time(_ report: geo_gpsd_report) -> TimeInterval {
    let time = report.time_text.length > 0 ? dates.parse(report.time_text.buffer) ?? .nan : report.time
    return FeedOptions.isTime(time) ? time : .nan
  }

  private func ingestVersion(_ report: geo_gpsd_report) {
    let major = report[GEO_GPSD_PROTOCOL]
    version = (String(report.text), major >= 0 && major < 1000 ? Int(major) : 0)
    guard let version, version.protocol != 3, arrival != nil else { return }
    post(
      .warning(
        "\(context.name): gpsd \(version.release) speaks version \(version.protocol) of its protocol (expected 3); "
          + "geoscript may misread its reports"))
  }

  private func ingestDevices(_ report: geo_gpsd_report, into events: inout [DeviceEvent]) {
    let listed = (0..<report.device_count).map { geo_gpsd_path(reader, $0) }
    paths = listed.map { String($0) }
    for index in receivers.indices {
      let path = receivers[index].path
      if !listed.contains(where: { $0.buffer.elementsEqual(path) }) { removeReceiver(index, into: &events) }
    }
  }

  private func ingestDevice(_ report: geo_gpsd_report, into events: inout [DeviceEvent]) {
    let name = report.device.buffer
    guard let index = receivers.firstIndex(where: { $0.path.elementsEqual(name) }) else { return }
    if report.is_active == 0 { removeReceiver(index, into: &events) } else { receivers[index].isThere = true }
  }

  private func ingestError(_ report: geo_gpsd_report) {
    let message = String(report.text)
    count("refused", "gpsd says: \(message)")
    if arrival != nil, skips["refused"] == 1 { post(.warning("\(context.name): gpsd says: \(message)")) }
  }
}
