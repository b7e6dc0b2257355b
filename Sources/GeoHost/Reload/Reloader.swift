package import Geo
import GeoDelivery
import GeoFormats
import GeoLua

/// Takes over new versions of a run's files between two events, while the run lasts.
///
/// Owner: the run, on its own thread.
///
/// - Source: HO-100 … HO-104.
final class Reloader {
  private let rule: ReloadRule
  private let stage: RunResources
  private let clock: () -> TimeInterval
  private var plan: WorkerPlan
  /// The values of options, as they were last read.
  private var values: [String: [String]]
  /// How many signals it has followed.
  private var signals = 0
  /// How many reloads it has made.
  private(set) var count = 0
  /// Whether a change of a file asks for a reload: a run over files begins anew instead.
  private let followsFiles: Bool

  /// Nil for a run that does not reload.
  init?(_ run: Run, _ stage: RunResources, followsFiles: Bool) {
    guard let rule = run.options.reload else { return nil }
    (self.rule, self.stage, clock, plan, values) = (rule, stage, run.clock, stage.plan, rule.values)
    self.followsFiles = followsFiles && rule.watches
  }

  /// Whether a file has changed, so that a run over files begins anew.
  var mustRestart: Bool { rule.watches && !followsFiles && rule.files.isChanged }

  /// Reloads if a signal or a change asks for it; returns the fault of the state directory, which ends the run.
  func reloadIfDue() -> GeoError? {
    let asked = Signals.reloads
    let isChanged = rule.files.isAsked || (followsFiles && rule.files.isChanged)
    guard asked != signals || isChanged, Signals.stop == 0 else { return nil }
    signals = asked
    rule.files.takeChange()
    stage.service?.reloading()
    defer { stage.service?.ready() }
    let begin = monotonicSeconds()
    let next: WorkerPlan
    let report: ReloadReport
    do throws(GeoError) {
      next = try nextPlan()
      if let checkpointer = stage.checkpointer {
        checkpointer.touch()
        do throws(GeoError) { try checkpointer.pause(stage.pool) } catch { return error }
      }
      report = try stage.pool.reload(next, after: plan)
    } catch {
      stage.output.repeatWarning("\(error); nothing is reloaded: the old version runs on")
      return nil
    }
    let gone = Set(plan.fences.regions).subtracting(next.fences.regions)
    plan.page?.retire(Set(gone.map { plan.privacy?.masked($0) ?? $0 }))
    plan.page?.show(next.privacy?.masked(next.fences) ?? next.fences)
    plan = next
    count += 1
    stage.checkpointer?.touch()
    next.keepSources(stage.output)
    let reload = RecordedReload(
      number: count, time: clock(), script: next.script.name, hash: next.script.hash)
    for recorder in stage.plan.recorders { recorder.note(reload) }
    for line in report.lines(script: next.script.name, seconds: monotonicSeconds() - begin) {
      stage.output.note(line)
    }
    return nil
  }

  /// The plan of the run with what has changed.
  private func nextPlan() throws(GeoError) -> WorkerPlan {
    let (read, values) = try rule.read()
    for name in ConfigurationOption.differing(self.values, values) where !ReloadRule.takenOver.contains(name)
    {
      stage.output.repeatWarning(
        "\(name) has changed: a reload leaves it as it was (stop the run, and start it)")
    }
    var options = plan.options
    options.takeOver(read)
    let next = try plan.renewed(options, stage.output)
    self.values = values
    options.watchAll()
    return next
  }
}

extension ConfigurationOption {
  /// The names of options whose values differ.
  static func differing(_ old: [String: [String]], _ new: [String: [String]]) -> [String] {
    Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
  }
}

extension WorkerPlan {
  /// The plan with the files of its script read again.
  ///
  /// - Errors: ``GeoError`` of a file; `usage` for a script that stands for something else than before.
  package func renewed(_ options: RunOptions, _ output: Output) throws(GeoError) -> WorkerPlan {
    var fresh = options
    // The state is open.
    (fresh.state, fresh.speed) = (nil, nil)
    let run = try Run(fresh)
    var next = self
    next.options = options
    next.script = run.script
    next.files = RunFiles(options, run.script)
    next.requirements = try run.requirements()
    let unit = try run.declaredUnit()
    guard unit == self.unit else {
      throw GeoError(
        .usage,
        "one instance stood for each \(self.unit.rawValue) and now for each \(unit.rawValue): stop the run, and start it",
        at: next.script.name)
    }
    next.declaresUnit = run.declaresUnit
    next.advice = ScriptAdvice(next.script, isOurs: !next.options.hasRecorderHooks)
    next.fences = try run.fences(output)
    next.settings = try options.settings.map { (path) throws(GeoError) in try SettingsFile(path: path) }
    return next
  }
}

extension ScriptFile {
  /// Its SHA-256 in hexadecimal digits.
  var hash: String { SHA256.text(of: Array(source.utf8)) }
}
