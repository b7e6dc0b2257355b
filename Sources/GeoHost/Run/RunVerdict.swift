import Geo

/// What went wrong in a run, and the one exit code that says so (HO-30).
struct RunVerdict: Sendable {
  /// The signal that ended the run, 0 for none; `SIGPIPE` if nobody reads its only output.
  var signal: Int32 = 0
  /// What stopped the run, what was lost at its end, and what callbacks ran into.
  var codes: Set<GeoError.Code> = []
  /// Whether every instance of the script was stopped: the script cannot be used.
  var isScriptUnusable = false
  /// Whether a file of events or of regions held nothing that could be used.
  var hasUnusableFile = false
  /// Whether callbacks failed, or a region of the script is not watched.
  var hasFailures = false
  /// `--strict`.
  var isStrict = false
  /// `--keep-going`.
  var keepsGoing = false

  /// The first code that applies.
  var code: Int32 {
    let stopping: [GeoError.Code] = [.usage, .noInput, .data, .internal]
    if let first = stopping.first(where: codes.contains) { return first.exitCode }
    if signal != 0 { return 128 + signal }
    if isStrict, hasFailures { return 1 }
    let outputs: [GeoError.Code] = [.cannotCreate, .notPermitted, .inputOutput]
    if let first = outputs.first(where: codes.contains) { return first.exitCode }
    if !keepsGoing, codes.contains(.unavailable) { return GeoError.Code.unavailable.exitCode }
    if isScriptUnusable || (hasUnusableFile && !keepsGoing) { return GeoError.Code.data.exitCode }
    return hasFailures && !keepsGoing ? 1 : 0
  }
}

extension GeoError.Code {
  /// Whether a callback that ran into it is more than a callback that failed.
  var outlivesCallback: Bool {
    switch self {
    case .cannotCreate, .notPermitted, .inputOutput, .unavailable: true
    case .usage, .data, .noInput, .internal: false
    }
  }
}
