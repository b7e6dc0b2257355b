import Geo
import GeoLua
import Glibc
import LuaBridge
import Synchronization

/// How a worker draws the maps of its devices.
extension Worker {
  /// What it has drawn since the beginning of the run.
  var pictureTally: PictureTally { desk?.tally ?? PictureTally() }

  /// Lets frames be made of a device while it runs.
  func scheduleFrames(_ copy: DeviceCopy, every interval: TimeInterval) {
    copy.device.makeFrames(every: interval, limit: PictureOptions.mostFrames) {
      [unowned self, unowned copy] number, limit in
      drawFrame(number, of: copy, until: limit)
    }
  }

  private func drawFrame(_ number: Int, of copy: DeviceCopy, until limit: TimeInterval) {
    guard let desk, !desk.isBroken else { return }
    if number + 1 == PictureOptions.mostFrames { desk.tally.cutShort += 1 }
    for map in copy.device.maps {
      let path = desk.options.name.frame(
        number, device: copy.device.name, deviceNumber: Int(copy.device.id.index) + 1, map: map.number)
      draw(map, of: copy, to: path, frame: number, until: limit)
    }
  }

  /// The maps that there are at the end, in order of device and creation.
  func mapsToDraw() -> [PictureJob] {
    copies.flatMap { copy in
      (copy?.device.maps ?? []).map {
        PictureJob(device: $0.device?.id ?? DeviceID(index: 0), map: $0.number, path: "")
      }
    }
  }

  /// Draws maps at the end.
  func draw(_ jobs: [PictureJob]) {
    var limits: [UInt32: TimeInterval] = [:]
    for job in jobs {
      guard let copy = copies[Int(job.device.index)], let desk, !desk.isBroken,
        let map = copy.device.maps.first(where: { $0.number == job.map })
      else { continue }
      let limit = limits[job.device.index] ?? copy.device.clock.now + desk.options.patience
      limits[job.device.index] = limit
      if plan.saved != nil { note(copy) }
      watched.number.store(job.device.index, ordering: .relaxed)
      enter(copy) { draw(map, of: copy, to: job.path, frame: nil, until: limit) }
    }
  }

  /// Draws what is due at the end of the input.
  func finishFrames() {
    for case let copy? in copies where copy.device.nextFrameTime <= copy.device.clock.now {
      watched.number.store(copy.device.id.index, ordering: .relaxed)
      enter(copy) { copy.device.finishFrames() }
    }
  }

  private func draw(
    _ map: MKMapView, of copy: DeviceCopy, to path: String, frame: Int?, until limit: TimeInterval
  ) {
    guard let desk else { return }
    let budget = machine.instructionBudget
    let report = copy.device.hooks.onError
    // Callbacks of a copy that is stopped end at once, and nobody hears of them.
    func silence() {
      machine.instructionBudget = 1
      copy.device.hooks.onError = { _ in }
    }
    if copy.isStopped {
      silence()
    } else {
      copy.device.hooks.onError = { [unowned self, unowned copy] error in
        report?(error)
        stopIfOverLimits(copy)
        if copy.isStopped { silence() }
      }
    }
    defer {
      machine.instructionBudget = budget
      copy.device.hooks.onError = report
    }
    do throws(GeoError) {
      try desk.draw(map, copy.tiles, to: path, until: copy.isStopped ? -.infinity : limit)
      desk.tally.add(path, of: copy.device.id, map: map.number)
      output.write(
        ScriptRecord(
          picture: path, map: map.number, frame: frame, time: copy.device.clock.now, device: copy.device.name,
          sequence: copy.script?.sequence ?? copy.past.sequence))
    } catch {
      desk.tally.fault = desk.tally.fault ?? error
    }
  }
}
