import Geo
import GeoLua

/// How a run makes the pictures that `--map` asks for.
extension Run {
  /// Finds out what can be known to fail before anything is read.
  ///
  /// - Errors: ``GeoError``: `cannotCreate` for a folder that is not there, `usage` for a size that is too large,
  ///   `unavailable` where drawing is not installed.
  func checkPictures() throws(GeoError) {
    guard let pictures = options.pictures else { return }
    let path = pictures.interval == nil ? pictures.name.plain : pictures.name.frame(0, device: "")
    try PictureFile.check(path, folder: pictures.name.folder)
    try Studio.check(size: pictureSize, pictures)
  }

  /// The size of a map without a frame, and of the automatic picture.
  private var pictureSize: CGSize { options.mapSize ?? options.profile.screenSize }

  /// Draws what there is at the end; says what was drawn and returns what went wrong.
  func makePictures(_ pool: WorkerPool, _ plan: WorkerPlan, _ output: Output) -> GeoError? {
    guard let pictures = options.pictures else { return nil }
    var jobs = pictures.interval == nil ? pool.mapsToDraw() : []
    let count = jobs.count
    jobs = Array(jobs.prefix(PictureOptions.mostPictures))
    let subjects = jobs.map { PictureName.Subject(device: plan.directory.name(of: $0.device), map: $0.map) }
    for (index, path) in pictures.name.paths(of: subjects).enumerated() { jobs[index].path = path }
    var tally = pool.draw(jobs)
    // Only a script without maps leaves the picture to us.
    if tally.series.isEmpty, tally.fault == nil, pool.mapsToDraw().isEmpty {
      do throws(GeoError) {
        tally = try makeAutomaticPicture(pictures, pool.ways(), plan, output)
      } catch {
        return error
      }
    }
    for note in tally.notes(wait: pictures.patience) { output.note(note) }
    if count > jobs.count {
      output.warn(
        "\(grouped(count - jobs.count)) of \(grouped(count)) maps are not drawn: "
          + "\(grouped(jobs.count)) pictures are the most at the end of a run")
    }
    return tally.fault
  }

  private func makeAutomaticPicture(
    _ pictures: PictureOptions, _ ways: [DeviceWay], _ plan: WorkerPlan, _ output: Output
  ) throws(GeoError) -> PictureTally {
    let desk = try PictureDesk(pictures) { output.warn($0) }
    let way = WayMap(
      ways, deviceCount: plan.directory.count, size: pictureSize, desk: desk, hub: plan.tiles)
    for note in way.notes { output.note(note) }
    if way.isEmpty { output.note("the picture is empty: no device came to any place") }
    let all = DeviceID(index: 0)
    func draw(_ path: String, frame: Int?, at time: TimeInterval) throws(GeoError) {
      try desk.draw(way.sketch.map, way.sketch.tiles, to: path, until: -.infinity)
      desk.tally.add(path, of: all, map: 0)
      output.write(
        ScriptRecord(picture: path, map: nil, frame: frame, time: time, device: "", sequence: 0))
    }
    if let interval = pictures.interval {
      let count = Int(min((way.end - way.start) / interval, Double(PictureOptions.mostFrames - 1)))
      for number in 0...count {
        guard Signals.stop == 0 || number == 0 else { break }
        let time = way.start + Double(number) * interval
        way.show(until: time)
        try draw(pictures.name.frame(number, device: nil), frame: number, at: time)
      }
    } else {
      try draw(pictures.name.ofAll, frame: nil, at: way.end)
    }
    for fault in way.sketch.faults { output.warn("the picture: \(fault)") }
    return desk.tally
  }
}
