import Geo
import GeoLua
package import LuaBridge
import Synchronization

/// What a run says of failures, of stops and of what a user would see on the phone.
extension Output {
  /// Stops and notices of devices that are reported in full; the rest are counted.
  static let reportLimit = 20

  /// Reports a failure: in full the first time, counted when an equal one came before.
  ///
  /// - Parameter record: the same for `--json`.
  func failure(_ record: ScriptRecord, _ message: String, traceback: String) {
    write(record)
    let report = reports.withLock { $0.failures.add(message, device: record.origin) }
    if case .counted = report {
      return say(.debug, message, device: record.origin, label: "error: ")
    }
    // The first two lines of a traceback from the top of the script say no more than the message.
    say(.error, message, device: record.origin, label: "error: ", detail: traceback)
    if case .last = report { say(.error, "further failures are only counted") }
  }

  /// Says what `geoscript check` warns of, unless it has been said.
  package func warn(of findings: [LuaDiagnostic]) {
    for finding in findings { warn("\(finding.source):\(finding.line): \(finding.message)") }
  }

  func stopped(_ record: ScriptRecord, _ reason: String) {
    write(record)
    let number = reports.withLock { reports in
      reports.stops += 1
      return reports.stops
    }
    guard number <= Output.reportLimit else { return }
    repeatWarning("the script is stopped: \(reason)", device: record.origin)
    if number == Output.reportLimit { repeatWarning("further stops are only counted") }
  }

  /// Reports where a device is at its first fix; of many devices, only the first are reported.
  func firstFix(_ text: @autoclosure () -> String, device: String) {
    let number = reports.withLock { reports in
      reports.firstFixes += 1
      return reports.firstFixes
    }
    if number <= Output.reportLimit { note(text(), device: device) }
    if number == Output.reportLimit { note("first fixes of further devices are not reported") }
  }

  /// Reports a file none of whose records could be used; the run goes on without it.
  func unusable(_ fault: GeoError) {
    reports.withLock { reports in
      reports.hasUnusableFile = true
      reports.add(RunFault(fault))
    }
    error(fault)
  }

  /// - Parameter place: where the script is, `rex.lua:12: `; empty outside of its calls.
  func notice(_ notice: Device.Notice, device: String, at place: String = "") {
    // One that comes late again and again is told of once.
    if case .rebased = notice, !isNew("re-based: \(device)") { return }
    if case .monitoringFailed(let region, let reason, isDenied: false) = notice {
      let message = "device \(device): \(place)region '\(region)' is not watched: \(reason)"
      reports.withLock { $0.add(RunFault(code: 1, message: message)) }
    }
    if case .geocodedInPart(let reason) = notice, !isNew("geocoded: \(reason)") { return }
    let number = reports.withLock { reports in
      reports.notices += 1
      return reports.notices
    }
    guard number <= Output.reportLimit else { return }
    switch notice {
    case .asked(.services): note("asks whether to switch location services on", device: device)
    case .asked(.authorization(let wanted)): note("asks for \(wanted.constantName)", device: device)
    case .answered(_, .authorization(let status)):
      let name = CLAuthorizationStatus(rawValue: status)?.constantName ?? String(status)
      note("the answer is \(name)", device: device)
    case .answered(_, let setting):
      note("the answer is \(setting == .services(enabled: true) ? "yes" : "no")", device: device)
    case .monitoringFailed(let region, let reason, _):
      warn("\(place)region '\(region)' is not watched: \(reason)", device: device)
    case .headingCalibration(let isShown):
      note("the heading calibration panel is \(isShown ? "shown" : "gone")", device: device)
    case .magneticModelOutOfDate:
      // Without device and date, so that it is said once in a run.
      let years = WorldMagneticModel.validYears
      warn(
        "dates outside \(Int(years.lowerBound))–\(Int(years.upperBound) - 1), the years of the magnetic model: "
          + "true headings are extrapolated")
    case .geocodedInBackground:
      warn(
        "an app in the background asks servers for places that its user does not see at once "
          + "(further requests are not reported)")
    case .geocodedInPart(let reason): warn("geocoding: \(reason)", device: device)
    case .rebased(let from, let to):
      let (before, after) = (ISO8601.format(from, in: timeZone), ISO8601.format(to, in: timeZone))
      let change =
        before == after
        ? "by less than a second, at \(after)" : "from \(before) to \(after)"
      warn("its clock was wrong: set back \(change)", device: device)
    }
  }
}
