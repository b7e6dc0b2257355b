import Geo
import GeoLua

/// How a run makes the pictures that `--map` asks for.
extension Run {
  /// Checks, before anything is read, what would fail later.
  ///
  /// - Errors: ``GeoError``: `cannotCreate` for a missing folder, `usage` for a size that is too large,
  ///   `unavailable` if drawing is not installed.
  func checkPictures() throws(GeoError) {
    guard let pictures = options.pictures else { return }
    let path = pictures.interval == nil ? pictures.name.plain : pictures.name.frame(0, device: "")
    try PictureFile.check(path, folder: pictures.name.folder, replaces: pictures.replaces)
    try DrawingContext.check(size: pictureSize, pictures)
  }

  /// The size of the automatic picture and of maps without a frame.
  private var pictureSize: CGSize { options.mapSize ?? CGSize(options.profile.screenSize) }

  /// Draws the pictures at the end and reports them; returns what went wrong.
  func makePictures(_ pool: WorkerPool, _ plan: WorkerPlan, _ output: Output) -> GeoError? {
    guard let pictures = plan.options.pictures else { return nil }
    var jobs = pictures.interval == nil ? pool.mapsToDraw() : []
    let count = jobs.count
    jobs = Array(jobs.prefix(PictureOptions.mostPictures))
    let subjects = jobs.map { PictureName.Subject(device: plan.directory.name(of: $0.device), map: $0.map) }
    for (index, path) in pictures.name.paths(of: subjects).enumerated() { jobs[index].path = path }
    var counts = pool.draw(jobs)
    // The automatic picture is only for scripts without maps.
    if counts.series.isEmpty, counts.fault == nil, pool.mapsToDraw().isEmpty {
      do throws(GeoError) {
        counts = try makeAutomaticPicture(pictures, pool.tracks(), plan, output)
      } catch {
        return error
      }
    }
    for note in counts.notes(wait: pictures.patience) { output.note(note) }
    if count > jobs.count {
      output.warn(
        "\(grouped(count - jobs.count)) of \(grouped(count)) maps are not drawn: "
          + "a run draws at most \(grouped(jobs.count)) pictures at its end")
    }
    return counts.fault
  }

  private func makeAutomaticPicture(
    _ pictures: PictureOptions, _ tracks: [DeviceTrack], _ plan: WorkerPlan, _ output: Output
  ) throws(GeoError) -> PictureCounts {
    let renderer = try PictureRenderer(pictures, output)
    let track = TrackMap(
      tracks, deviceCount: plan.directory.deviceCount, size: pictureSize, renderer: renderer,
      fetcher: plan.tiles)
    for note in track.notes { output.note(note) }
    if track.isEmpty { output.note("the picture is empty: no device had a position") }
    let all = DeviceID(index: 0)
    func draw(_ path: String, frame: Int?, at time: TimeInterval) throws(GeoError) {
      try renderer.draw(track.hostMap.map, track.hostMap.tiles, to: path, until: -.infinity)
      renderer.counts.add(path, of: all, map: 0)
      output.write(
        ScriptRecord(picture: path, map: nil, frame: frame, time: time, device: "", sequence: 0))
    }
    if let interval = pictures.interval {
      let count = Int(min((track.end - track.start) / interval, Double(PictureOptions.mostFrames - 1)))
      for number in 0...count {
        guard Signals.stop == 0 || number == 0 else { break }
        let time = track.start + Double(number) * interval
        track.show(until: time)
        try draw(pictures.name.frame(number, device: nil), frame: number, at: time)
      }
    } else {
      try draw(pictures.name.ofAll, frame: nil, at: track.end)
    }
    let code: GeoError.Code? = track.hostMap.lacksTiles ? .unavailable : nil
    for fault in track.hostMap.faults { output.warn("the picture: \(fault)", as: code) }
    return renderer.counts
  }
}
