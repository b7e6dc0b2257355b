import ArgumentParser
import GeoHost

/// Refuses invalid command lines before any file is read.
extension RunCommand {
  func validate() throws {
    guard limits.jobs >= 1, limits.jobs <= 256 else {
      throw ValidationError("--jobs must be 1 to 256, got \(limits.jobs)")
    }
    guard limits.maxMemory >= 1, limits.maxMemoryDevice >= 1, limits.maxInstructions >= 1 else {
      throw ValidationError("limits must be 1 or more")
    }
    guard limits.maxInstructions <= 1 << 50, limits.maxMemory <= 1 << 24, limits.maxMemoryDevice <= 1 << 24
    else {
      throw ValidationError("limits must be at most 2^50 instructions and 2^24 MiB")
    }
    try RunSources.checkTimes(interval: input.interval, pace: input.pace)
    if let reorderWindow = input.reorderWindow, !(reorderWindow >= 0 && reorderWindow.isFinite) {
      throw ValidationError("--reorder-window must be 0 or more, got \(reorderWindow)")
    }
    if let staleAfter = input.staleAfter, !(staleAfter > 0 && staleAfter.isFinite) {
      throw ValidationError("--stale-after must be above 0, got \(staleAfter)")
    }
    guard keeping.checkpoint >= 0, keeping.checkpoint.isFinite else {
      throw ValidationError("--checkpoint must be 0 or more, got \(keeping.checkpoint)")
    }
    guard keeping.checkpoint == 1 || keeping.state != nil else {
      throw ValidationError("--checkpoint needs --state: it says how often that is written")
    }
    guard keeping.recordRotate == nil || keeping.isRecording else {
      throw ValidationError("--record-rotate needs --record: it says when to begin another file")
    }
    guard keeping.recordKeep == nil || keeping.isRecording else {
      throw ValidationError("--record-keep needs --record: it says how long the parts of that stay")
    }
    guard regions.fenceAccuracy == 0 || !regions.fences.isEmpty else {
      throw ValidationError("--fence-accuracy needs --fences: it is the buffer of those")
    }
    guard output.alertTimeout >= 0, output.alertTimeout.isFinite else {
      throw ValidationError("--alert-timeout must be 0 or more, got \(output.alertTimeout)")
    }
    for (option, value) in [("--alert-max-age", output.alertMaxAge), ("--alert-queue", output.alertQueue)]
    where value != nil && keeping.state == nil {
      throw ValidationError("\(option) needs --state: without it, no alert waits longer than the run")
    }
    guard !output.strict || !output.keepGoing else {
      throw ValidationError("--strict ends the run at a failure, --keep-going ignores it: choose one")
    }
    guard !output.quiet || !output.verbose else {
      throw ValidationError("--quiet prints less, --verbose prints more: choose one")
    }
    if let level = output.logLevel {
      let word = "--log-level \(level.rawValue)"
      guard !output.quiet || level >= .warning else {
        throw ValidationError("--quiet prints less, \(word) prints more: choose one")
      }
      guard !output.verbose || level == .debug else {
        throw ValidationError("--verbose prints more, \(word) prints less: choose one")
      }
    }
    guard input.sources.filter({ $0 == "-" }).count <= 1 else {
      throw ValidationError("--from - can be given once: there is one standard input")
    }
  }
}
