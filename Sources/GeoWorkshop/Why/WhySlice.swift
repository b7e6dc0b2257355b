import Geo
import GeoHost
import GeoLua
import Glibc
import LuaBridge

/// The part of a run's events that leads to an alert, or to the end of the time that is asked about.
struct WhySlice {
  /// An event log.
  let bytes: [UInt8]
  private(set) var count = 0
  /// The modules that the script has loaded, by their paths in its folder.
  let modules: [String]
  let hasGroups: Bool

  /// - Errors: ``GeoError`` `data` if the slice alone does not raise the alert.
  init(_ question: WhyQuestion, _ options: RunOptions, alert: Alert?) throws(GeoError) {
    let folder = try TemporaryFolder.make()
    let path = folder + "/events.ndjson"
    defer { TemporaryFolder.remove(folder) }
    var recorded = options
    (recorded.record, recorded.countsLines) = (path, true)
    let script = try ScriptFile(path: options.script)
    // A script for each device sees one device, unless it asks for the distance to another.
    let isAlone =
      ScriptUnit.declared(in: script.source, called: script.name).unit == .device
      && !script.source.contains("startMonitoringProximity")
    let device = isAlone ? alert?.device ?? question.device : nil
    let replay = try WhyReplay(recorded, keeping: device)
    hasGroups = replay.run.hasGroups
    var isOver = false
    while !isOver, let batch = try replay.read() {
      let own = batch.filter { device == nil || replay.run.directory.name(of: $0.device) == device }
      for start in stride(from: 0, to: own.count, by: WhyReplay.most) where !isOver {
        let share = own[start..<min(start + WhyReplay.most, own.count)]
        replay.play(share)
        count += share.count
        isOver = try WhySlice.isOver(replay, question, options, alert)
      }
    }
    replay.end()
    modules = replay.run.lineCounts.map(\.file).filter { $0 != script.name && $0.hasSuffix(".lua") }
    replay.run.close()
    guard let bytes = PictureBytes.read(path) else {
      throw GeoError(.inputOutput, String(cString: strerror(errno)), at: path)
    }
    self.bytes = bytes
    // Without the positions in a zone another run may raise another alert.
    guard let alert, options.privacyZones.isEmpty else { return }
    var again = options
    again.sources = [path]
    var wanted = WhyQuestion()
    wanted.alert = alert.id
    _ = try AlertSearch(wanted, again).found()
  }

  private static func isOver(
    _ replay: WhyReplay, _ question: WhyQuestion, _ options: RunOptions, _ alert: Alert?
  ) throws(GeoError) -> Bool {
    let records = replay.run.takeRecords().records
    if let alert { return records.contains { $0.alertID == alert.id } }
    guard let text = question.time else { return false }
    let time = try ClockTime.moment(
      text, from: replay.first ?? 0, in: options.timeZone, margin: question.margin, last: { nil }
    ).time
    return replay.latest > time + question.margin + 60
  }
}
