import Geo
import GeoLua
import Glibc
import LuaBridge
import Synchronization

/// How a worker draws the maps of its devices.
extension Worker {
  /// What it has drawn since the beginning of the run.
  var pictureCounts: PictureCounts { renderer?.counts ?? PictureCounts() }

  /// Schedules frames of a device during the run.
  func scheduleFrames(_ instance: ScriptInstance, every interval: TimeInterval) {
    instance.device.makeFrames(every: interval, limit: PictureOptions.mostFrames) {
      [unowned self, unowned instance] number, limit in
      drawFrame(number, of: instance, until: limit)
    }
  }

  private func drawFrame(_ number: Int, of instance: ScriptInstance, until limit: TimeInterval) {
    guard let renderer, !renderer.isBroken else { return }
    if number + 1 == PictureOptions.mostFrames { renderer.counts.cutShort += 1 }
    for map in instance.device.maps {
      let path = renderer.options.name.frame(
        number, device: instance.device.name, deviceNumber: Int(instance.device.id.index) + 1, map: map.number
      )
      draw(map, of: instance, to: path, frame: number, until: limit)
    }
  }

  /// The maps at the end, in order of device and creation.
  func mapsToDraw() -> [PictureJob] {
    instances.flatMap { instance in
      (instance?.device.maps ?? []).map {
        PictureJob(device: $0.device?.id ?? DeviceID(index: 0), map: $0.number, path: "")
      }
    }
  }

  /// Draws maps at the end.
  func draw(_ jobs: [PictureJob]) {
    var limits: [UInt32: TimeInterval] = [:]
    for job in jobs {
      guard let instance = instances[Int(job.device.index)], let renderer, !renderer.isBroken,
        let map = instance.device.maps.first(where: { $0.number == job.map })
      else { continue }
      let limit = limits[job.device.index] ?? instance.device.clock.now + renderer.options.patience
      limits[job.device.index] = limit
      if plan.saved != nil { markDirty(instance) }
      watched.number.store(job.device.index, ordering: .relaxed)
      enter(instance) { draw(map, of: instance, to: job.path, frame: nil, until: limit) }
    }
  }

  /// Draws what is due at the end of the input.
  func finishFrames() {
    for case let instance? in instances where instance.device.nextFrameTime <= instance.device.clock.now {
      watched.number.store(instance.device.id.index, ordering: .relaxed)
      enter(instance) { instance.device.finishFrames() }
    }
  }

  private func draw(
    _ map: MKMapView, of instance: ScriptInstance, to path: String, frame: Int?, until limit: TimeInterval
  ) {
    guard let renderer else { return }
    let budget = machine.instructionBudget
    let report = instance.device.hooks.onError
    // Callbacks of a stopped instance end at once, without a report.
    func silence() {
      machine.instructionBudget = 1
      instance.device.hooks.onError = { _ in }
    }
    if instance.isStopped {
      silence()
    } else {
      instance.device.hooks.onError = { [unowned self, unowned instance] error in
        report?(error)
        stopIfOverLimits(instance)
        if instance.isStopped { silence() }
      }
    }
    defer {
      machine.instructionBudget = budget
      instance.device.hooks.onError = report
    }
    do throws(GeoError) {
      try renderer.draw(map, instance.tiles, to: path, until: instance.isStopped ? -.infinity : limit)
      renderer.counts.add(path, of: instance.device.id, map: map.number)
      output.write(
        ScriptRecord(
          picture: path, map: map.number, frame: frame, time: instance.device.clock.now,
          device: instance.device.name,
          sequence: instance.script?.sequence ?? instance.past.sequence))
    } catch {
      renderer.counts.fault = renderer.counts.fault ?? error
    }
  }
}
