import Geo
import GeoFeeds
import GeoHost
import GeoStore

/// Versions of script and fences that the stream takes into force.
///
/// - Source: SC-51.
extension StreamPartition {
  /// Handles a message, and takes the version that it names into force; false if the server does not give the version
  /// now: then the message is to be read again.
  ///
  /// - Errors: those of ``take(request:)``.
  func take(_ message: NATSMessage) throws(GeoError) -> Bool {
    if message.kind == .request {
      try take(request: message)
      return true
    }
    let json =
      message.kind == .control ? try? JSONParser.parse(String(decoding: message.bytes, as: UTF8.self)) : nil
    guard let version = json?["version"]?.natural,
      version != position.version, version > 0
    else {
      handle(message)
      return true
    }
    let next: WorkerPlan
    do throws(GeoError) { next = try versions.plan(version, of: base) } catch {
      guard error.code != .unavailable else {
        stage.output.repeatWarning("partition \(number): version \(version): \(error); trying again")
        return false
      }
      handle(message)
      refuse(version, error)
      return true
    }
    handle(message)
    reload(version, next)
    return true
  }

  /// Puts a version in place of the last one, or leaves that.
  private func reload(_ version: UInt64, _ next: WorkerPlan) {
    let begin = monotonicSeconds()
    var plan = stage.plan
    plan.takeFiles(of: next)
    do throws(GeoError) {
      let report = try stage.pool.reload(plan)
      stage.plan = plan
      position.version = version
      for line in report.lines(script: plan.script.name, seconds: monotonicSeconds() - begin) {
        stage.output.note("partition \(number): version \(version): \(line)")
      }
    } catch { refuse(version, error) }
    checkpointer.touch()
  }

  private func refuse(_ version: UInt64, _ error: GeoError) {
    let last = position.version > 0 ? "version \(position.version)" : "the version of the command"
    stage.output.repeatWarning("partition \(number): version \(version): \(error); \(last) runs on")
  }
}
