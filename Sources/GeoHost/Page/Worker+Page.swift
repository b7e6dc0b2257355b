import Geo
import Synchronization

extension Worker {
  /// Calls the script of an instance for the page. What it says meanwhile is not heard: without the page it would not
  /// have been asked.
  package func enterUnheard(_ instance: ScriptInstance, _ body: () -> Void) {
    let report = instance.device.hooks.onError
    (isSilent, instance.device.hooks.onError) = (true, { _ in })
    defer { (isSilent, instance.device.hooks.onError) = (false, report) }
    watched.number.store(instance.device.id.index, ordering: .relaxed)
    enter(instance, body)
  }
}
