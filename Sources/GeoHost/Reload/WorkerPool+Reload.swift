package import Geo

extension WorkerPool {
  /// Puts new copies of the script in place of all old ones, or of none.
  ///
  /// - Parameter old: what runs; where it runs nowhere yet, the new one is started on a trial device, if it would start
  ///   there itself. Nil tries nothing.
  /// - Errors: ``GeoError`` `data` with the reason why the old ones stay.
  package func reload(_ plan: WorkerPlan, after old: WorkerPlan? = nil) throws(GeoError) -> ReloadReport {
    var reason = each { $0.prepareReload(plan) }.compactMap(\.self).first
    if let old, reason == nil, !each({ $0.hasStartedScripts }).contains(true) {
      // A script that asks for its device's name or settings fails on a trial device in every version.
      reason = ScriptTrial.fault(of: plan).flatMap { ScriptTrial.fault(of: old) == nil ? $0 : nil }
    }
    if let reason {
      each { $0.cancelReload() }
      throw GeoError(.data, reason)
    }
    return each { $0.commitReload() }.reduce(into: ReloadReport()) { $0.add($1) }
  }
}
