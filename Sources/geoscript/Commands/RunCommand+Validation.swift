import ArgumentParser

/// What of the command line makes no sense, whatever is in the files.
extension RunCommand {
  func validate() throws {
    guard jobs >= 1, jobs <= 256 else { throw ValidationError("--jobs must be 1 to 256, got \(jobs)") }
    guard maxMemory >= 1, maxMemoryDevice >= 1, maxInstructions >= 1 else {
      throw ValidationError("limits must be 1 or more")
    }
    guard maxInstructions <= 1 << 50, maxMemory <= 1 << 24, maxMemoryDevice <= 1 << 24 else {
      throw ValidationError("no limit may be that high: 2^50 instructions and 2^24 MiB are the most")
    }
    for (name, value) in [("interval", interval), ("pace", pace)] {
      if let value, !(value > 0 && value.isFinite) {
        throw ValidationError("--\(name) must be above 0, got \(value)")
      }
    }
    if let reorderWindow, !(reorderWindow >= 0 && reorderWindow.isFinite) {
      throw ValidationError("--reorder-window must be 0 or more, got \(reorderWindow)")
    }
    if let staleAfter, !(staleAfter > 0 && staleAfter.isFinite) {
      throw ValidationError("--stale-after must be above 0, got \(staleAfter)")
    }
    guard checkpoint >= 0, checkpoint.isFinite else {
      throw ValidationError("--checkpoint must be 0 or more, got \(checkpoint)")
    }
    guard checkpoint == 1 || state != nil else {
      throw ValidationError("--checkpoint needs --state: it says how often that is written")
    }
    guard interval == nil || pace == nil else {
      throw ValidationError("--interval and --pace both give times to points without them: choose one")
    }
    guard recordRotate == nil || record != nil else {
      throw ValidationError("--record-rotate needs --record: it says when that goes on in another file")
    }
    guard fenceAccuracy == 0 || !fences.isEmpty else {
      throw ValidationError("--fence-accuracy needs --fences: it is the buffer of those")
    }
    guard alertTimeout >= 0, alertTimeout.isFinite else {
      throw ValidationError("--alert-timeout must be 0 or more, got \(alertTimeout)")
    }
    guard sources.filter({ $0 == "-" }).count <= 1 else {
      throw ValidationError("--from - can be given once: there is one standard input")
    }
  }
}
