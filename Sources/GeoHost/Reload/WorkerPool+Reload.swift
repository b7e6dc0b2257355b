import Geo

extension WorkerPool {
  /// Puts new copies of the script in place of all old ones, or of none.
  ///
  /// - Parameter triesOut: whether a script that runs nowhere yet is started on a trial device.
  /// - Errors: ``GeoError`` `data` with the reason why the old ones stay.
  func reload(_ plan: WorkerPlan, triesOut: Bool = false) throws(GeoError) -> ReloadReport {
    var reason = each { $0.prepareReload(plan) }.compactMap(\.self).first
    if triesOut, reason == nil, !each({ $0.hasStartedScripts }).contains(true) {
      reason = ScriptTrial.fault(of: plan)
    }
    if let reason {
      each { $0.cancelReload() }
      throw GeoError(.data, reason)
    }
    return each { $0.commitReload() }.reduce(into: ReloadReport()) { $0.add($1) }
  }
}
