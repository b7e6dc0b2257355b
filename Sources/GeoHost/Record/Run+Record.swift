import Geo
import GeoDelivery
import GeoFormats
import GeoLua

extension Run {
  /// The recorders of the run: that of `--record` has no positions in privacy zones, that of `--record-exact` has them.
  ///
  /// - Parameters:
  ///   - unit: what an instance of the script stands for, if the recording shall say how the run is.
  ///   - device: the only one of which a recording has the state from which the run begins; nil for all.
  /// - Errors: ``GeoError``: `usage` for the name of another format; others if a file cannot be created.
  func recorders(
    _ plan: WorkerPlan, _ output: Output, of unit: ScriptUnit? = nil, only device: String? = nil
  ) throws(GeoError) -> [Recorder] {
    if let path = options.record, path == options.recordExact {
      throw GeoError(.usage, "--record and --record-exact need two files", at: path)
    }
    guard options.records else { return [] }
    let state = try plan.past.flatMap { (past) throws(GeoError) in try RecordedState(past, only: device) }
    var recorders: [Recorder] = []
    do throws(GeoError) {
      for (path, privacy) in [(options.record, plan.privacy), (options.recordExact, nil)] {
        guard let path else { continue }
        var beginning = state?.beginning(isMasked: privacy != nil) ?? []
        if privacy == nil, options.asksServers || plan.answers != nil {
          beginning.append((ServerAnswer.mark, .bool(true)))
        }
        let recorder = try recorder(path, plan.directory, privacy, beginning, output, of: unit)
        recorders.append(recorder)
        if privacy == nil { state?.lines.forEach { recorder.note([$0]) } }
      }
    } catch {
      for recorder in recorders { recorder.abandon() }
      throw error
    }
    return recorders
  }

  private func recorder(
    _ path: String, _ directory: DeviceDirectory, _ privacy: PrivacyZones?,
    _ beginning: [(name: String, value: JSONValue)], _ output: Output, of unit: ScriptUnit?
  ) throws(GeoError) -> Recorder {
    if let form = FileForm(named: path), form != .ndjson {
      throw GeoError(
        .usage,
        "a recording is an event log: write FILE.ndjson or FILE.ndjson.gz (geoscript convert makes others)",
        at: path)
    }
    // Both would write there, each as if alone.
    if ["-", "/dev/stdout", "/dev/stderr", "/dev/fd/1", "/dev/fd/2"].contains(path) {
      let advice =
        "a recording cannot go where the script's output goes: name a file, or a pipe made by mkfifo"
      throw GeoError(.usage, advice, at: path)
    }
    return try Recorder(
      .init(
        path: path, rotation: options.recordRotation, run: unit.map { RecordedRun(options, script, $0) },
        beginning: beginning, privacy: privacy, keep: options.recordKeep, sources: options.sources),
      directory: directory, clock: clock,
      .init(note: { [weak output] in output?.note($0) }, warn: { [weak output] in output?.warn($0) }))
  }
}
