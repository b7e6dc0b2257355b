package import Geo
import GeoLua

/// What a console does with a stepped run.
extension SteppedRun {
  /// Starts the script on the device of the first event, whose callbacks wait for that event.
  package func launch(for event: DeviceEvent) {
    let instance = worker.instance(for: event)
    worker.enter(instance) { instance.device.launch(at: event.time) }
  }

  /// The number of events that were handed over and wait to be put in order.
  package var waiting: Int { worker.instances.reduce(0) { $0 + ($1?.device.heldCount ?? 0) } }

  /// The groups that have a script instance.
  package var groupNames: [String] { worker.instances.compactMap { $0?.device.group?.name } }

  /// Runs a text on a device, or in its group.
  ///
  /// - Parameter delivers: whether queued callbacks run at once, as after an event.
  package func answer(_ text: String, on device: String, delivers: Bool) -> ConsoleAnswer {
    guard let instance = worker.instance(called: device) else {
      return ConsoleAnswer(.fault("no device '\(device)' has had an event: :step plays the next one"))
    }
    return worker.answer(text, on: instance, mayChange: true, delivers: delivers)
  }
}
