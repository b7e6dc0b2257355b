import Geo
import GeoFormats
import GeoLua

extension Run {
  /// The recorder of the run; nil without `--record`.
  ///
  /// - Parameters:
  ///   - unit: what an instance of the script stands for, if the recording shall say how the run is.
  ///   - devices: the number of devices in the state from which the run begins.
  /// - Errors: ``GeoError``: `usage` for the name of another format; others if the file cannot be created.
  func recorder(
    _ plan: WorkerPlan, _ output: Output, of unit: ScriptUnit? = nil, devices: Int = 0
  ) throws(GeoError) -> Recorder? {
    guard let path = options.record else { return nil }
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
    var beginning: [(name: String, value: JSONValue)] = []
    if options.asksServers || plan.answers != nil { beginning.append((ServerAnswer.mark, .bool(true))) }
    if devices > 0 { beginning.append((RecordedRun.state, .object([("devices", .integer(Int64(devices)))]))) }
    return try Recorder(
      .init(
        path: path, rotation: options.recordRotation, run: unit.map { RecordedRun(options, script, $0) },
        beginning: beginning, keep: options.recordKeep, sources: options.sources),
      directory: plan.directory, clock: clock,
      .init(note: { [weak output] in output?.note($0) }, warn: { [weak output] in output?.warn($0) }))
  }
}
