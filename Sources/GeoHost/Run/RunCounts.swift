import Geo
import GeoDelivery
package import GeoFormats
import GeoLua

/// The counts of a run for its summary.
package struct RunCounts: Sendable {
  var events = 0
  var devices = 0
  /// The script instances: one for each device, or for each group.
  var instances = 0
  /// The most regions that one device watched.
  var regions = 0
  var enters = 0
  var exits = 0
  var dwells = 0
  /// Whether a device watched the region that `--explain` names, and the candidates if none did.
  var isExplainedKnown = false
  var watchedNames: Set<String> = []
  var alerts = 0
  /// What keys of alerts did.
  var policy = AlertPolicy.Counts()
  /// What became of alerts for which there was no room to wait.
  var held = HeldRoom.Tally()
  var failures = 0
  /// What callbacks that failed ran into, where that is more than a failure.
  var codes: Set<GeoError.Code> = []
  /// Regions that can never be watched, and whose script does not ask why.
  var unwatched = 0
  /// Instances that were stopped.
  var stopped = 0
  /// Instances that never started because their devices lack a capability.
  var refused = 0
  /// Prompts to users, and those without an answer at the end.
  var prompts = 0
  var unanswered = 0
  /// Devices whose app had ended in the background, so that its `onFinish` was not called, and the first of them.
  var unfinished = 0
  var firstUnfinished: String?
  /// Script instances that made a map with something on it.
  var maps = 0
  /// Devices in the usual group because `--group-by` finds none.
  var ungrouped = 0
  /// How often devices were silent for too long, and their names.
  var silences = 0
  var silentNames: [String] = []
  /// Fixes and headings that were merged into newer ones because the script fell behind.
  var coalesced = 0
  /// What shows why nothing happened.
  var quiet = QuietRun()
  /// Timers still pending at the end.
  var droppedTimers = 0
  /// Regions of an earlier run that were not registered again, with the number of devices that watch them.
  var keptRegions: [String: Int] = [:]
  /// The sum of all devices that ran more than region monitoring, whose radio time a script cannot reduce.
  var radioTime = RadioTime()
  package var skips = SkipCounts()
  /// The summaries of the sources.
  var sources: [String] = []

  package init() {}

  mutating func add(_ instance: ScriptInstance, _ privacy: PrivacyZones?) {
    instances += 1
    for device in instance.devices { add(device, privacy) }
    devices += instance.unheard.subtracting(instance.devices.map(\.id)).count
    radioTime += instance.radioTime
    if instance.missesEnd {
      unfinished += 1
      firstUnfinished = firstUnfinished ?? instance.device.name
    }
    if instance.device.maps.contains(where: { !$0.overlays.isEmpty || !$0.annotations.isEmpty }) { maps += 1 }
    silences += instance.silences
    if instance.silences > 0 { silentNames.append(instance.device.name) }
    alerts += instance.alerts
    if let counts = instance.policy?.counts { policy.add(counts) }
    droppedTimers += instance.device.clock.timerCount - (instance.script?.ruleTimerCount ?? 0)
    if !instance.isStopped {
      for region in instance.device.unclaimedRegions { keptRegions[region, default: 0] += 1 }
    }
    if instance.suppressedAlerts > 0 {
      skips.count(
        "alert of a fix over 15 minutes old (late = true raises it)", by: instance.suppressedAlerts,
        "device \(PlainText.line(instance.device.name))")
    }
    if instance.suppressedMessages > 0 {
      skips.count(
        "message of a fix over 15 minutes old", by: instance.suppressedMessages,
        "device \(PlainText.line(instance.device.name))")
    }
  }

  private mutating func add(_ device: Device, _ privacy: PrivacyZones?) {
    devices += 1
    regions = max(regions, device.registeredRegionCount)
    enters += Int(device.crossings.enters)
    exits += Int(device.crossings.exits)
    dwells += Int(device.crossings.dwells)
    if device.lostMonitorEvents > 0 {
      skips.count(
        "event of a CLMonitor that no task took (1,000 wait)", by: device.lostMonitorEvents,
        "device \(PlainText.line(device.name))")
    }
    coalesced += device.counts.coalesced
    quiet.add(device, privacy)
    prompts += device.counts.prompts
    if device.pendingPrompt != nil { unanswered += 1 }
    let window = device.window.counts
    let kinds = [
      ("late event", window.late), ("duplicate event", window.duplicates),
      ("event in the future", window.future),
      ("fix without a place on the earth", device.counts.invalidFixes),
      ("fix while location was off", device.counts.withheldFixes),
      ("fix faster than maximumSpeed", device.counts.fastFixes),
      ("crossing while no location manager had a delegate", device.counts.untoldCrossings),
    ]
    for (kind, count) in kinds where count > 0 {
      skips.count(kind, by: count, "device \(PlainText.line(device.name))")
    }
    for skip in device.counts.skippedGestures {
      // The first one may name a place.
      let first = privacy == nil ? ": \(skip.first)" : ""
      skips.count(skip.kind.rawValue, by: skip.count, "device \(PlainText.line(device.name))\(first)")
    }
  }

  /// Records whether a device watches the region called `name`, or what it watches instead.
  mutating func checkExplained(_ name: String, in device: Device) {
    guard name != "all", !isExplainedKnown else { return }
    let names = device.monitoredRegions.map(\.identifier)
    isExplainedKnown = names.contains(name)
    // Enough candidates for a suggestion.
    if watchedNames.count < 10_000 { watchedNames.formUnion(names.prefix(10_000)) }
  }

  package mutating func add(_ other: RunCounts) {
    events += other.events
    devices += other.devices
    instances += other.instances
    regions = max(regions, other.regions)
    enters += other.enters
    exits += other.exits
    dwells += other.dwells
    isExplainedKnown = isExplainedKnown || other.isExplainedKnown
    watchedNames.formUnion(other.watchedNames)
    alerts += other.alerts
    policy.add(other.policy)
    held.add(other.held)
    failures += other.failures
    codes.formUnion(other.codes)
    unwatched += other.unwatched
    stopped += other.stopped
    refused += other.refused
    prompts += other.prompts
    unanswered += other.unanswered
    unfinished += other.unfinished
    firstUnfinished = firstUnfinished ?? other.firstUnfinished
    maps += other.maps
    ungrouped += other.ungrouped
    silences += other.silences
    silentNames += other.silentNames
    coalesced += other.coalesced
    quiet.add(other.quiet)
    droppedTimers += other.droppedTimers
    keptRegions.merge(other.keptRegions) { $0 + $1 }
    radioTime += other.radioTime
    skips.add(other.skips)
    sources += other.sources
  }

  /// Whether the run brought nothing that a user could have waited for.
  var isQuiet: Bool { alerts + failures == 0 }

  /// The summary's lines.
  ///
  /// - Parameters:
  ///   - groups: lines about the failures.
  ///   - messages: how many went to channels.
  func lines(seconds: Double, failures groups: [String] = [], messages: Int = 0) -> [String] {
    let rate = seconds > 0 ? Double(events) / seconds : 0
    var lines = [
      "\(counted(events, "event")), \(counted(devices, "device")), \(counted(regions, "region")): "
        + "\(counted(enters, "enter")), \(counted(exits, "exit")), "
        + (dwells > 0 ? "\(counted(dwells, "dwell")), " : "") + "\(counted(alerts, "alert"))"
        + (messages > 0 ? ", \(counted(messages, "message"))" : "")
        + " in \(hundredths(seconds)) s (\(grouped(Int(rate))) events/s)"
    ]
    if let line = policy.line { lines.append(line) }
    lines += held.lines
    lines += sources
    for (kind, entry) in skips.kinds {
      lines.append("skipped: \(grouped(entry.count)) × \(kind), first: \(entry.first)")
    }
    if failures > 0 { lines.append("failed: \(counted(failures, "callback"))") }
    lines += groups
    if unwatched > 0 { lines.append("not watched: \(counted(unwatched, "region"))") }
    if stopped > 0 { lines.append("stopped: \(counted(stopped, "instance")) of the script") }
    if refused > 0 { lines.append("not started: \(counted(refused, "instance")) of the script") }
    if prompts > 0 {
      lines.append(
        "asked the user: \(counted(prompts, "question")), \(grouped(unanswered)) without an answer")
    }
    if coalesced > 0 {
      lines.append(
        "the script fell behind: \(counted(coalesced, "update")) merged into newer ones "
          + "(regions got every fix)"
      )
    }
    if silences > 0 {
      lines.append("silent for too long: \(counted(silences, "time")) (\(RunCounts.first(of: silentNames)))")
    }
    if let firstUnfinished {
      lines.append(
        "onFinish was not called on \(counted(unfinished, "device")), first: \(PlainText.line(firstUnfinished)): the app had ended "
          + "in the background (geoscript.row in a callback, and geoscript.store, keep results)")
    }
    if ungrouped > 0 { lines.append("without a group, so in 'default': \(counted(ungrouped, "device"))") }
    if droppedTimers > 0 { lines.append("still pending at the end: \(counted(droppedTimers, "timer"))") }
    if !keptRegions.isEmpty {
      lines.append(
        "kept from an earlier run, not registered by this one: \(RunCounts.first(of: keptRegions.keys))"
          + " (geoscript state forget DEVICE REGION)")
    }
    if isQuiet { lines += quiet.sentences }
    if let line = radioTime.line { lines.append(line) }
    return lines
  }

  /// The first ten names in order, and the number of further ones.
  private static func first(of names: some Collection<String>) -> String {
    let rest = names.count > 10 ? " and \(grouped(names.count - 10)) more" : ""
    return names.sorted().prefix(10).map { PlainText.line($0) }.joined(separator: ", ") + rest
  }
}
