import Geo
import GeoDelivery
import GeoFormats
import GeoLua

/// How the instances of a worker end.
extension Worker {
  /// Advances every clock to `time`, then calls each instance's `onFinish`. A stop by signal leaves the
  /// clocks alone.
  ///
  /// - Parameter stop: how far some clocks had come when this was recorded.
  func finish(at time: TimeInterval?, _ stop: RecordedStop) {
    eventNumber = Worker.endNumber
    eachRunning { instance in
      if instance.wasWoken, time != nil { startAgain(instance) }
      instance.readRadios()
      if let time {
        instance.device.advance(to: stop.clocks[instance.device.clockDevice] ?? time)
        if Signals.stop != 0, plan.live == nil { recording?.recordStop(of: instance.device) }
      }
      instance.script?.finish { failed($0, instance) }
      if plan.saved == nil { checkStore(of: instance) }
      instance.device.deliver()
      instance.device.finishRequests()
      for mirror in plan.mirrors { for device in instance.devices { mirror.update(device, plan.privacy) } }
    }
    if renderer != nil { finishFrames() }
  }

  /// Live: records the time of the end with a line of a device on which the script runs.
  ///
  /// A replay must also reach that time before all clocks advance to it.
  func recordEnd(at time: TimeInterval) {
    guard recording != nil, let instance = instances.lazy.compactMap({ $0 }).first(where: \.isRunning) else {
      return
    }
    handle(
      DeviceEvent(
        time: time, timestamp: time, device: instance.device.clockDevice, marks: .settled, payload: .clock))
  }

  /// Ends every script instance.
  func close() {
    meter?.close(self)
    for instance in instances {
      guard let instance else { continue }
      counts.add(instance, plan.privacy)
      if instance.script?.awaitsMessages == true, !instance.isStopped, Signals.stop == 0 {
        output.warn(
          "no message of OwnTracks came, so --otr called no hook: it takes a broker, http://…, .rec files, and "
            + "recordings of these")
      }
      if let name = plan.options.explain {
        for device in instance.devices { counts.checkExplained(name, in: device) }
      }
      if Signals.stop == 0 { instance.unload() }
    }
    // After a stop, the user waits for the process to end, which frees all memory at once. Freeing a hundred
    // thousand script instances one by one takes seconds.
    if Signals.stop != 0 { _ = Unmanaged.passRetained(self) }
  }
}
